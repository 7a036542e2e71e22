/* The schemas and their types alone: what a client needs to check what it gets. */
export { Classification, ClassificationEvidence, ClassifiedRange } from './classification-model.ts'
export {
  ComparedModel,
  Extraction,
  ExtractionEvidence,
  FieldComparison,
  ExtractedFieldType,
} from './extraction-model.ts'
export {
  Attachment,
  Block,
  blockTypes,
  type BlockType,
  Cell,
  ChildBlock,
  Chunking,
  Comment,
  ContainedDocument,
  defaultChunking,
  Document,
  type DocumentContents,
  Field,
  DocumentMetadata,
  type NumberStyle,
  numberStyles,
  OutlineEntry,
  Page,
  Picture,
  Quality,
  Table,
  TextRun,
  tokenizers,
  type Tokenizer,
  DocumentUsage,
  Warning,
  Word,
} from './model.ts'
export { BlockCorrection, CellCorrection, Correction, placeOfCorrection } from './corrections/correction.ts'
export { membersOf } from './members-of.ts'
export { Box, type Immutable, nullable, PageNumber } from './schema-types.ts'
export { OutputId, outputIds, outputRecords, outputSchemas, type OutputValues } from './outputs/output-records.ts'
export {
  BlockValue,
  CellValue,
  ChildBlockValue,
  ChunkValue,
  ClassificationValue,
  DocumentValue,
  ExtractionValue,
  FieldValue,
  ImageValue,
  MetadataValue,
  PageValue,
  TableValue,
} from './outputs/values.ts'
