import '@polyparse/document/require-node'
export { EngineFailure } from '@polyparse/engine'
export { officeMediaTypes } from '@polyparse/formats'
export {
  folderOfModel,
  installedLanguages,
  installedModels,
  isModelFile,
  modelFileNames,
  modelParts,
  type RecognitionModel,
  recognitionLanguages,
  recognitionModels,
} from '@polyparse/pages'
export { readDocument, type ReadDocumentOptions } from './read-document.ts'
export { type EngineByMediaType, type ReaderName, readerFamilies, readers } from './readers.ts'
export { languagesOption, readOptionsOf, ReadOptions } from './read-options.ts'
export { adviceForUnread } from './media-type/unread-media-types.ts'

// The engines, for programs that run them without `readDocument`.
export { chunkingOf, engineRequest } from './engine-request.ts'
export { type EngineName, engines, isEngineName } from './engines.ts'
export { readerEngines } from './engines-module.ts'
