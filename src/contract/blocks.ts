import { Type, type Static } from 'typebox'
import { Box, nullable, PageNumber } from './primitives.ts'

export const blockTypes = [
  'title',
  'heading',
  'paragraph',
  'list_item',
  'table',
  'picture',
  'caption',
  'code',
  'formula',
  'footnote',
  'page_header',
  'page_footer',
] as const

const Run = Type.Object(
  {
    text: Type.String(),
    bold: Type.Optional(Type.Boolean()),
    italic: Type.Optional(Type.Boolean()),
    code: Type.Optional(Type.Boolean()),
    superscript: Type.Optional(Type.Boolean()),
    subscript: Type.Optional(Type.Boolean()),
    href: Type.Optional(Type.String()),
  },
  { title: 'Run', description: 'A stretch of text in one style.' },
)

const Confidence = Type.Number({ minimum: 0, maximum: 1 })

const Word = Type.Object({ text: Type.String(), bbox: Box, confidence: Confidence }, { title: 'Word' })

export const BlockValue = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum([...blockTypes]),
    page: PageNumber,
    bbox: nullable(Box),
    text: Type.String(),
    level: Type.Optional(Type.Integer({ minimum: 1, description: 'Heading level, or depth of a list item.' })),
    marker: Type.Optional(Type.String({ description: 'Marker of a list item as printed, such as "•" or "2.".' })),
    runs: Type.Optional(Type.Array(Run)),
    confidence: Type.Optional(Confidence),
    words: Type.Optional(Type.Array(Word)),
    continues: Type.Optional(
      Type.String({
        description: 'Id of an earlier block, in another column or on an earlier page, that this one goes on with.',
      }),
    ),
    table: Type.Optional(Type.String({ description: 'Id of the table that stands here.' })),
    image: Type.Optional(Type.String({ description: 'Id of the image that stands here.' })),
  },
  { title: 'Block', description: 'One unit of the page in reading order.' },
)

const Cell = Type.Object(
  {
    row: Type.Integer({ minimum: 0 }),
    column: Type.Integer({ minimum: 0 }),
    rowSpan: Type.Integer({ minimum: 1 }),
    columnSpan: Type.Integer({ minimum: 1 }),
    text: Type.String(),
    header: Type.Boolean(),
    bbox: Type.Optional(Box),
  },
  { title: 'Cell' },
)

export const TableValue = Type.Object(
  {
    id: Type.String(),
    page: PageNumber,
    bbox: nullable(Box),
    caption: Type.Optional(Type.String()),
    continues: Type.Optional(
      Type.String({ description: 'Id of the table of an earlier page that this one goes on with.' }),
    ),
    rows: Type.Array(Type.Array(Type.String()), { description: 'The grid as text; a spanned cell repeats in none.' }),
    cells: Type.Array(Cell),
    markdown: Type.String(),
    html: Type.String(),
  },
  { title: 'Table' },
)

export const ImageValue = Type.Object(
  {
    id: Type.String(),
    page: PageNumber,
    bbox: nullable(Box),
    mimeType: Type.String(),
    width: Type.Integer({ minimum: 0, description: 'Pixels.' }),
    height: Type.Integer({ minimum: 0, description: 'Pixels.' }),
    alt: Type.Optional(Type.String()),
    data: Type.String({ description: 'The image file in base64.' }),
  },
  { title: 'Image' },
)

export const PageValue = Type.Object(
  {
    page: PageNumber,
    width: nullable(Type.Number()),
    height: nullable(Type.Number()),
    rotation: Type.Enum([0, 90, 180, 270]),
    markdown: Type.String(),
    text: Type.String(),
    quality: Type.Optional(Type.Number()),
    blocks: Type.Array(BlockValue),
  },
  { title: 'Page' },
)

export const OutlineEntry = Type.Object(
  {
    title: Type.String(),
    level: Type.Integer({ minimum: 1 }),
    page: nullable(PageNumber),
  },
  { title: 'OutlineEntry' },
)

export const MetadataValue = Type.Object(
  {
    mimeType: Type.String({ description: 'The type detected from the bytes.' }),
    filename: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    author: Type.Optional(Type.String()),
    subject: Type.Optional(Type.String()),
    keywords: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    createdAt: Type.Optional(Type.String()),
    modifiedAt: Type.Optional(Type.String()),
    producer: Type.Optional(Type.String()),
    documentPageCount: Type.Integer({ minimum: 0 }),
    sizeBytes: Type.Integer({ minimum: 0 }),
  },
  { title: 'Metadata' },
)

export const ChunkValue = Type.Object(
  {
    id: Type.String(),
    text: Type.String({ description: 'Plain text; tables as in Markdown.' }),
    tokens: Type.Integer({ minimum: 0, description: 'Of the text, in the encoding o200k_base.' }),
    pages: Type.Array(PageNumber, { description: 'The pages that it is from.' }),
    headings: Type.Array(Type.String(), {
      description: 'Titles of the sections that it is in, from the outermost to the innermost.',
    }),
    blocks: Type.Array(Type.String(), { description: 'Ids of the blocks that it is from, as in `json`.' }),
  },
  { title: 'Chunk', description: 'A piece of the document for retrieval, divided at its structure.' },
)

export type BlockValue = Static<typeof BlockValue>
export type TableValue = Static<typeof TableValue>
export type ImageValue = Static<typeof ImageValue>
export type PageValue = Static<typeof PageValue>
export type OutlineEntry = Static<typeof OutlineEntry>
export type MetadataValue = Static<typeof MetadataValue>
export type ChunkValue = Static<typeof ChunkValue>
