/* The schemas and their types alone: what a client needs to check what it gets. */
export {
  Block,
  blockTypes,
  type BlockType,
  Cell,
  Chunking,
  Document,
  Field,
  Metadata,
  OutlineEntry,
  Page,
  Picture,
  Quality,
  Table,
  TextRun,
  Usage,
  Warning,
  Word,
} from './model.ts'
export { Box, type Immutable, nullable, PageNumber } from './schema-types.ts'
export { OutputId, outputIds, outputSchemas, type OutputValues } from './outputs/output-schemas.ts'
export {
  BlockValue,
  ChunkValue,
  DocumentValue,
  FieldValue,
  ImageValue,
  MetadataValue,
  PageValue,
  TableValue,
} from './outputs/values.ts'
