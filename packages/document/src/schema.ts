/* The schemas and their types alone: what a client needs to check what it gets. */
export {
  Attachment,
  Block,
  blockTypes,
  type BlockType,
  Cell,
  ChildBlock,
  Chunking,
  Comment,
  Document,
  Field,
  Metadata,
  type NumberStyle,
  numberStyles,
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
  CellValue,
  ChildBlockValue,
  ChunkValue,
  DocumentValue,
  FieldValue,
  ImageValue,
  MetadataValue,
  PageValue,
  TableValue,
} from './outputs/values.ts'
