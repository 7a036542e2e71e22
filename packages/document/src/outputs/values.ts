import { Type, type Static } from '@polyparse/document/typebox'
import { Classification } from '../classification-model.ts'
import { Extraction } from '../extraction-model.ts'
import {
  Attachment,
  Block,
  Cell,
  ChildBlock,
  Comment,
  Field,
  DocumentMetadata,
  OutlineEntry,
  Page,
  Picture,
  Table,
} from '../model.ts'
import { Box, PageNumber } from '../schema-types.ts'

/* The parts of output values: the document's own, with what callers get beside or instead of it. */

const { picture: image, ...childProperties } = ChildBlock.properties

export const ChildBlockValue = Type.Object(
  { ...childProperties, image },
  { title: 'ChildBlock', description: 'A block inside a list item, a quote, a footnote or a cell.' },
)
const children = Type.Optional(
  Type.Array(ChildBlockValue, {
    description: 'The same text as blocks, where it has more than one, or not of text alone.',
  }),
)

const { picture: _picture, blocks: _blocks, ...blockProperties } = Block.properties

/** A block as callers get it, where pictures are called images. */
export const BlockValue = Type.Object(
  { ...blockProperties, blocks: children, image },
  { title: 'Block', description: 'One unit of the page in reading order.' },
)

export const CellValue = Type.Object({ ...Cell.properties, blocks: children }, { title: 'Cell' })

const { rowCount: _rows, columnCount: _columns, cells: _cells, ...tableProperties } = Table.properties

export const TableValue = Type.Object(
  {
    ...tableProperties,
    rows: Type.Array(Type.Array(Type.String()), {
      description: 'The grid as text; the text of a spanning cell is not repeated.',
    }),
    cells: Type.Array(CellValue),
    markdown: Type.String(),
    html: Type.String(),
  },
  { title: 'Table' },
)

export const ImageValue = Type.Object(
  {
    ...Picture.properties,
    data: Type.Optional(
      Type.String({
        description: 'The image file in base64, empty where it was left out; absent where it is at `url`.',
      }),
    ),
    url: Type.Optional(
      Type.String({
        format: 'uri-reference',
        description:
          'The path of the file in the service: where the request asks for references, and in `json` beside the output `images`, so that no file is twice in one result.',
      }),
    ),
  },
  { title: 'Image' },
)

const { number, width, height, rotation, hidden, quality, readBy } = Page.properties
const pageProperties = {
  page: number,
  width,
  height,
  rotation,
  hidden,
  quality,
  readBy,
  blocks: Type.Array(BlockValue),
}

export const PageValue = Type.Object(
  { ...pageProperties, markdown: Type.String(), text: Type.String() },
  { title: 'Page' },
)

/** A field of the document; it has no parts of the model's own. */
export const FieldValue = Field

/** A schema that was filled; it has no parts of the model's own. */
export const ExtractionValue = Extraction

/** The labels of a document; they have no parts of the model's own. */
export const ClassificationValue = Classification

export const MetadataValue = Type.Object(
  {
    ...DocumentMetadata.properties,
    filename: Type.Optional(Type.String()),
    sizeBytes: Type.Integer({ minimum: 0 }),
  },
  { title: 'Metadata' },
)

/** A box on a page, in points. */
const PlacedBox = Type.Object({ page: PageNumber, bbox: Box }, { title: 'PlacedBox' })

export const ChunkValue = Type.Object(
  {
    id: Type.String(),
    text: Type.String({ description: 'Plain text; tables as in Markdown.' }),
    tokens: Type.Integer({
      minimum: 0,
      description: 'The tokens of the text, in the encoding of the option `chunkTokenizer`, by default o200k_base.',
    }),
    pages: Type.Array(PageNumber, { description: 'The pages that it is from.' }),
    headings: Type.Array(Type.String(), {
      description: 'Titles of the sections that it is in, from the outermost to the innermost.',
    }),
    blocks: Type.Array(Type.String(), { description: 'Ids of the blocks that it is from, as in `json`.' }),
    boxes: Type.Optional(
      Type.Array(PlacedBox, {
        description:
          'The places of its blocks, in their order, of a table only the rows that it has; absent in results of an older version.',
      }),
    ),
    context: Type.Optional(
      Type.String({
        description:
          'The line of titles and pages that the text begins with; present where `chunkContext` was asked for.',
      }),
    ),
  },
  { title: 'Chunk', description: 'A piece of the document for retrieval, divided at its structure.' },
)

export const DocumentValue = Type.Object(
  {
    schema: Type.Enum(['document/2', 'document/1'], {
      description: '`document/1` in results of an older version: the same without what `document/2` has added.',
    }),
    metadata: MetadataValue,
    pages: Type.Array(Type.Object(pageProperties)),
    tables: Type.Array(TableValue),
    images: Type.Array(ImageValue),
    outline: Type.Array(OutlineEntry),
    fields: Type.Optional(Type.Array(FieldValue)),
    comments: Type.Optional(Type.Array(Comment)),
    attachments: Type.Optional(Type.Array(Attachment)),
  },
  { title: 'Document', description: 'The whole document, in the schema `document/2`.' },
)

export type ChildBlockValue = Static<typeof ChildBlockValue>
export type CellValue = Static<typeof CellValue>
export type BlockValue = Static<typeof BlockValue>
export type TableValue = Static<typeof TableValue>
export type ImageValue = Static<typeof ImageValue>
export type FieldValue = Static<typeof FieldValue>
export type PageValue = Static<typeof PageValue>
export type ExtractionValue = Static<typeof ExtractionValue>
export type ClassificationValue = Static<typeof ClassificationValue>
export type MetadataValue = Static<typeof MetadataValue>
export type ChunkValue = Static<typeof ChunkValue>
export type DocumentValue = Static<typeof DocumentValue>
