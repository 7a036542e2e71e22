import '@polyparse/document/require-node'
export { readDocument, type ReadDocumentOptions } from './read-document.ts'
export { type EngineByMediaType, type ReaderName, readerFamilies, readers } from './readers.ts'
export { languagesOption, readOptionsOf, ReadOptions } from './read-options.ts'
export { installedLanguages, recognitionLanguages } from './ocr/recognition/languages.ts'
export { installedModels, paddlePackages } from './ocr/paddle/models.ts'
export { EngineFailure } from './engine-failure.ts'

// The parts of the engines, for programs that run them without `readDocument`.
export {
  defaultRequest,
  type Engine,
  type EngineRequest,
  type EngineTable,
  type PageProgress,
  type ReadListener,
} from './engine.ts'
export { chunkingOf, engineRequest } from './engine-request.ts'
export { type EngineName, engines, isEngineName } from './engines.ts'
export { officeMediaTypes } from './office/media-types.ts'
export { adviceForUnread } from './media-type/unread-media-types.ts'
export { selectPages } from './select-pages.ts'
