import '@polyparse/document/require-node'
export { pageEngines, pageTasks } from './engines.ts'
export {
  folderOfModel,
  installedModels,
  isModelFile,
  modelFileNames,
  modelParts,
  recognitionModels,
  type RecognitionModel,
} from './ocr/paddle/models.ts'
export { installedLanguages, recognitionLanguages } from './ocr/recognition/languages.ts'
export { keepPdfOpen, takeTextsAsDrawn } from './pdfium/kept-pdfs.ts'
