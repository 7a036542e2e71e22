import '@polyparse/document/require-node'
export { extractFromDocument, type ExtractionOptions, proveExtraction } from './extract.ts'
export {
  extractionSchemaLimits,
  type ObjectSchema,
  type ParsedExtractionSchema,
  parseExtractionSchema,
  type SchemaMistake,
} from './schema/extraction-schema.ts'
