import '@polyparse/document/require-node'
export { pageEngines, pageTasks } from './engines.ts'
export { installedModels, paddlePackages } from './ocr/paddle/models.ts'
export { installedLanguages, recognitionLanguages } from './ocr/recognition/languages.ts'
