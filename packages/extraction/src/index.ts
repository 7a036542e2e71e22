import '@polyparse/document/require-node'
export { extractFromDocument, type ExtractionOptions, proveExtraction, proveModelAnswers } from './extract.ts'
export { halvesOfPortion, type PageText, portionsOfPages, type ReadingPortion } from './model/portions.ts'
export { type ExtractionQuestion, extractionQuestion } from './model/question.ts'
export { readModelAnswer, type ReadModelAnswer } from './model/read-model-answer.ts'
export {
  extractionSchemaLimits,
  type ObjectSchema,
  type ParsedExtractionSchema,
  parseExtractionSchema,
  type SchemaMistake,
} from './schema/extraction-schema.ts'
