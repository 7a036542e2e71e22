import '@polyparse/document/require-node'
export { extractFromDocument, type ExtractionOptions, proveExtraction, proveModelAnswers } from './extract.ts'
export { halvesOfPortion, type PageText, portionsOfPages, type ReadingPortion } from './model/portions.ts'
export { type PortionQuestion, extractionQuestion } from './model/question.ts'
export { readModelAnswer, type ReadModelAnswer } from './model/read-model-answer.ts'
export {
  extractionSchemaLimits,
  type ObjectSchema,
  type ParsedExtractionSchema,
  parseExtractionSchema,
  type SchemaMistake,
} from './schema/extraction-schema.ts'
export { fieldTypesOf } from './schema/field-types.ts'
export { classifyDocument } from './classification/classify.ts'
export type { ClassificationOptions } from './classification/classified-ranges.ts'
export { proveClassification, type ProvenClassification } from './classification/prove-labels.ts'
export { classificationQuestion } from './classification/question.ts'
export { type ClassificationLabel, type LabelMistake, labelMistakes } from './classification/labels.ts'
