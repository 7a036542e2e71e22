import { type Static, Type } from '@polyparse/document/typebox'
import { Classification } from './classification-model.ts'
import { Extraction } from './extraction-model.ts'
import { Box, corrected, type Immutable, nullable, PageNumber } from './schema-types.ts'
import { OwnUsage } from './usage-model.ts'

/*
 * The document model: what every provider's answer is turned into and every output is made from. Each part is a schema, from
 * which its type, the check of what a sandboxed process hands over, and the schemas of the outputs derive.
 *
 * Pages carry their original one-based numbers. Where a format has no layout, sizes and boxes are null.
 */

const NonNegativeInteger = Type.Integer({ minimum: 0 })
const PositiveInteger = Type.Integer({ minimum: 1 })
const Confidence = Type.Number({ minimum: 0, maximum: 1 })
const OptionalText = Type.Optional(Type.String())
const OptionalFlag = Type.Optional(Type.Boolean())

/** The types of a block. A `note` is the speaker's note to a slide. */
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
  'quote',
  'note',
] as const
export type BlockType = (typeof blockTypes)[number]

export const TextRun = Type.Object(
  {
    text: Type.String(),
    bold: OptionalFlag,
    italic: OptionalFlag,
    code: OptionalFlag,
    superscript: OptionalFlag,
    subscript: OptionalFlag,
    strikethrough: OptionalFlag,
    underline: OptionalFlag,
    highlight: Type.Optional(
      Type.String({
        pattern: '^#[0-9a-f]{6}$',
        description: 'The colour in which the text is highlighted, as `#ffff00`.',
      }),
    ),
    formula: Type.Optional(Type.Boolean({ description: 'The text is a formula as LaTeX.' })),
    ruby: Type.Optional(Type.String({ description: 'The reading that is printed beside the text.' })),
    href: Type.Optional(Type.String({ description: 'An address, or `#` and the id of a block of the document.' })),
  },
  { title: 'TextRun', description: 'A stretch of text in one style.' },
)

/** The ways in which the items of an ordered list are counted. */
export const numberStyles = ['decimal', 'lower_letter', 'upper_letter', 'lower_roman', 'upper_roman'] as const

const Numbering = Type.Object(
  {
    style: Type.Enum([...numberStyles]),
    value: Type.Integer({ minimum: 0, description: 'The number of this item: 4 for `4.`, `d)` and `IV.`.' }),
  },
  {
    title: 'Numbering',
    description: 'The place of an item in an ordered list, where the marker is no more than that: not of `1.2`.',
  },
)

/** The properties that all blocks share, on a page or inside a table. */
const content = {
  type: Type.Enum([...blockTypes]),
  /** Plain text, the whole of it; for a table its cells, for a picture its alternative text or ''. */
  text: Type.String(),
  level: Type.Optional(Type.Integer({ minimum: 1, description: 'Heading level, or depth of a list item.' })),
  marker: Type.Optional(Type.String({ description: 'Marker of a list item as printed, such as "•" or "2.".' })),
  numbering: Type.Optional(Numbering),
  /** The same text in stretches of one style, where any style is known. */
  runs: Type.Optional(Type.Array(TextRun)),
  table: Type.Optional(Type.String({ description: 'Id of the table in this place.' })),
  picture: Type.Optional(Type.String({ description: 'Id of the image in this place.' })),
} as const

/** A block inside another or inside a cell; it holds no blocks itself but those of its table. */
export const ChildBlock = Type.Object(content, {
  title: 'ChildBlock',
  description: 'A paragraph, list item, table or picture inside a list item, a quote, a footnote or a cell.',
})

/** The same text as blocks, where it is more than one paragraph. */
const children = Type.Optional(
  Type.Array(ChildBlock, { description: 'The same text as blocks, where it has more than one, or not of text alone.' }),
)

/** A word with its box and the confidence that it is right, 0–1. */
export const Word = Type.Object({ text: Type.String(), bbox: Box, confidence: Confidence }, { title: 'Word' })

export const Block = Type.Object(
  {
    /** Unique in the document and the same for the same input: `p<page>-b<n>`. */
    id: Type.String(),
    page: PageNumber,
    bbox: nullable(Box),
    ...content,
    blocks: children,
    confidence: Type.Optional(Confidence),
    ocr: Type.Optional(
      Type.Boolean({ description: 'The text was recognised in a picture on a page that has text of its own.' }),
    ),
    words: Type.Optional(Type.Array(Word)),
    continues: Type.Optional(
      Type.String({
        description: 'Id of an earlier block, in another column or on an earlier page, that this one continues.',
      }),
    ),
    corrected,
  },
  { title: 'Block', description: 'One unit of the page in reading order.' },
)

/** A page, its size in points as displayed after its rotation, which is clockwise. */
export const Page = Type.Object({
  number: PageNumber,
  width: nullable(Type.Number()),
  height: nullable(Type.Number()),
  rotation: Type.Enum([0, 90, 180, 270]),
  /** The blocks in reading order, page headers and footers included. */
  blocks: Type.Array(Block),
  hidden: Type.Optional(Type.Boolean({ description: 'The document hides the page: a slide or a sheet.' })),
  /** 0–1, where the provider judges pages. */
  quality: Type.Optional(Confidence),
  readBy: Type.Optional(
    Type.String({ description: 'The provider that read the page, where more than one has read the document.' }),
  ),
})

/** A cell of a table; a spanning cell is listed once, at its top left. */
export const Cell = Type.Object(
  {
    /** Rows and columns count from 0. */
    row: NonNegativeInteger,
    column: NonNegativeInteger,
    rowSpan: PositiveInteger,
    columnSpan: PositiveInteger,
    text: Type.String(),
    runs: Type.Optional(Type.Array(TextRun)),
    blocks: children,
    header: Type.Boolean(),
    bbox: Type.Optional(Box),
    confidence: Type.Optional(Confidence),
    corrected,
  },
  { title: 'Cell' },
)

/** A table as its cells; a block of the type `table` refers to it by its id. */
export const Table = Type.Object({
  id: Type.String(),
  page: PageNumber,
  bbox: nullable(Box),
  caption: OptionalText,
  continues: Type.Optional(Type.String({ description: 'Id of the table of an earlier page that this one continues.' })),
  rowCount: NonNegativeInteger,
  columnCount: NonNegativeInteger,
  cells: Type.Array(Cell),
})

/** A picture with its file; a block of the type `picture` refers to it by its id. */
export const Picture = Type.Object({
  id: Type.String(),
  page: PageNumber,
  bbox: nullable(Box),
  mimeType: Type.String(),
  width: Type.Integer({ minimum: 0, description: 'Pixels.' }),
  height: Type.Integer({ minimum: 0, description: 'Pixels.' }),
  alt: OptionalText,
  /** The image file. */
  data: Type.Refine(Type.Unsafe<Uint8Array>(Type.Unknown()), (value) => value instanceof Uint8Array),
})

/** A value of a form with its label; a pair is printed on the page, the other kinds are also fields of a program. */
export const Field = Type.Object(
  {
    label: Type.String({
      description: 'The label without the colon or the leader after it; empty where there is none.',
    }),
    value: Type.String({ description: 'The value as it is in the text: `☑` or `☐` for a box to tick.' }),
    page: PageNumber,
    bbox: nullable(Box),
    kind: Type.Enum(['pair', 'text', 'choice', 'checkbox', 'radio'], {
      description:
        '`pair`: printed text. `checkbox` and `radio`: boxes to tick, printed or to be filled in by a program. `text` and `choice`: what was entered in such a field.',
    }),
  },
  { title: 'Field', description: 'A value of a form with its label.' },
)

/** An entry of the table of contents, which is a flat list with levels. */
export const OutlineEntry = Type.Object(
  {
    title: Type.String(),
    level: Type.Integer({ minimum: 1 }),
    page: nullable(PageNumber),
  },
  { title: 'OutlineEntry' },
)

/** A reviewer's remark beside the text. Of all outputs only `json` has it. */
export const Comment = Type.Object(
  {
    text: Type.String(),
    page: PageNumber,
    author: OptionalText,
    createdAt: Type.Optional(Type.String({ description: 'The time as ISO 8601.' })),
    block: Type.Optional(Type.String({ description: 'Id of the block that it is about.' })),
    anchor: Type.Optional(Type.String({ description: 'The text that it is about, or the cell, such as `B7`.' })),
  },
  { title: 'Comment', description: 'A remark of a reviewer beside the text.' },
)

/** A file inside the document, such as an attachment of a message. */
export const Attachment = Type.Object(
  {
    name: Type.String(),
    mimeType: OptionalText,
    sizeBytes: Type.Optional(NonNegativeInteger),
  },
  { title: 'Attachment', description: 'A file inside the document.' },
)

/**
 * Something that a caller should know about a document that was read all the same. The codes of readers are in
 * `warningCodes`.
 */
export const Warning = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
    message: Type.String(),
    page: Type.Optional(PageNumber),
    pages: Type.Optional(
      Type.Array(PageNumber, { description: 'The pages, in place of `page`, if it is about many.' }),
    ),
    bbox: Type.Optional({
      ...Box,
      description: 'Where on the page it is about; the first place, if there are several.',
    }),
    reasons: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), {
        description:
          'Of `low_confidence` by `auto`: what doubts the page, as codes of warnings, or `readings_differ` (a second reading has other words or another order), `not_compared` (no second reading was made) or `white_in_text` (texts may be cells of several columns).',
      }),
    ),
  },
  { title: 'Warning' },
)

export const Quality = Type.Object(
  {
    score: Type.Number(),
    scale: Type.Optional(Type.String({ description: 'The range, lowest-highest, such as "0-1" or "0-100".' })),
  },
  { title: 'Quality', description: "The provider's own quality score." },
)

/** The usage of a document that several providers have read: their sum, and that of each, with the pages it has read. */
export const DocumentUsage = Type.Object(
  {
    ...OwnUsage.properties,
    byProvider: Type.Optional(
      Type.Array(
        Type.Object({
          provider: Type.String(),
          model: OptionalText,
          ...OwnUsage.properties,
          pages: NonNegativeInteger,
        }),
        {
          description: 'Each provider with the pages that it has read, where more than one has read the document.',
        },
      ),
    ),
  },
  { title: 'Usage' },
)

/** The encodings in which tokens can be counted: those of OpenAI's models, to whose lengths other models come near. */
export const tokenizers = ['o200k_base', 'cl100k_base'] as const

/** The lengths of chunks, and the part of the surrounding text that they repeat. */
export const Chunking = Type.Object({
  /** A chunk ends before the part that would make it longer than this. */
  targetTokens: PositiveInteger,
  /** Longer parts are divided. */
  maxTokens: PositiveInteger,
  /** Length of the end of a chunk that the next chunk of its section repeats. */
  overlapTokens: Type.Optional(NonNegativeInteger),
  /** True if chunks begin with the titles that they are under, and their page. */
  context: Type.Optional(Type.Boolean()),
  /** The encoding in which tokens are counted. */
  tokenizer: Type.Optional(Type.Enum([...tokenizers])),
})

/** That of a document which says nothing of it. */
export const defaultChunking = {
  targetTokens: 512,
  maxTokens: 1024,
  overlapTokens: 0,
  context: false,
  tokenizer: 'o200k_base',
} as const satisfies Static<typeof Chunking>

/** A document in the one that was read: a file in an archive, or attached to a mail. */
export const ContainedDocument = Type.Object(
  {
    path: Type.String({
      description: 'Relative, divided by slashes; a file in an archive within it comes after the path of that archive.',
    }),
    mimeType: Type.String({ description: 'The type detected from its bytes.' }),
    firstPage: nullable(PageNumber),
    lastPage: nullable(PageNumber),
    error: Type.Optional(
      Type.Object(
        { code: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), message: Type.String() },
        { description: 'The reason why it could not be read; then it has no pages.' },
      ),
    ),
  },
  { title: 'ContainedDocument', description: 'A file in an archive, or attached to a mail, and the pages it has.' },
)

/** The document's own metadata; times as ISO 8601. */
export const DocumentMetadata = Type.Object({
  mimeType: Type.String({ description: 'The type detected from the bytes.' }),
  title: OptionalText,
  author: OptionalText,
  subject: OptionalText,
  keywords: OptionalText,
  language: OptionalText,
  createdAt: OptionalText,
  modifiedAt: OptionalText,
  producer: OptionalText,
  documentPageCount: NonNegativeInteger,
  documents: Type.Optional(
    Type.Array(ContainedDocument, {
      description: 'The documents in an archive, or attached to a mail, in the order of their pages.',
    }),
  ),
})

/** A document as a reader returns it. */
export const Document = Type.Object({
  metadata: DocumentMetadata,
  /** The pages processed, ascending by number. */
  pages: Type.Array(Page),
  tables: Type.Array(Table),
  pictures: Type.Array(Picture),
  outline: Type.Array(OutlineEntry),
  /** The fields in reading order; absent where the reader does not look for them. */
  fields: Type.Optional(Type.Array(Field)),
  /** The comments in the order of the text. */
  comments: Type.Optional(Type.Array(Comment)),
  attachments: Type.Optional(Type.Array(Attachment)),
  /** Set where a schema was to be filled. */
  extraction: Type.Optional(Extraction),
  /** Set where labels were to be given. */
  classification: Type.Optional(Classification),
  warnings: Type.Array(Warning),
  quality: Type.Optional(Quality),
  usage: Type.Optional(DocumentUsage),
  /** The model, tier or version that has read the document, as its provider names it. */
  model: OptionalText,
  /** Set where chunks were requested. */
  chunking: Type.Optional(Chunking),
  /** The provider's response before normalisation; present only when requested. */
  raw: Type.Optional(Type.Unknown()),
})

export type TextRun = Immutable<Static<typeof TextRun>>
export type Word = Immutable<Static<typeof Word>>
export type Block = Immutable<Static<typeof Block>>
export type ChildBlock = Immutable<Static<typeof ChildBlock>>
export type Page = Immutable<Static<typeof Page>>
export type Cell = Immutable<Static<typeof Cell>>
export type Table = Immutable<Static<typeof Table>>
export type Picture = Immutable<Static<typeof Picture>>
export type Field = Immutable<Static<typeof Field>>
export type OutlineEntry = Immutable<Static<typeof OutlineEntry>>
export type Comment = Immutable<Static<typeof Comment>>
export type Attachment = Immutable<Static<typeof Attachment>>
export type NumberStyle = (typeof numberStyles)[number]
export type Warning = Immutable<Static<typeof Warning>>
export type Quality = Immutable<Static<typeof Quality>>
export type DocumentUsage = Immutable<Static<typeof DocumentUsage>>
export type Chunking = Immutable<Static<typeof Chunking>>
export type Tokenizer = (typeof tokenizers)[number]
export type ContainedDocument = Immutable<Static<typeof ContainedDocument>>
export type DocumentMetadata = Immutable<Static<typeof DocumentMetadata>>
export type Document = Immutable<Static<typeof Document>>
/** The part of a document that its text is in. */
export type DocumentContents = Pick<Document, 'pages' | 'tables'>

/**
 * The id of the block with this number, from 1, in the order of its page: `p2-b5`. The same document has the same ids.
 * @example blockId(2, 5) // 'p2-b5'
 */
export const blockId = (page: number, count: number): string => `p${page}-b${count}`
/**
 * The id of the table with this number, from 1, on its page: `p2-t1`.
 * @example tableId(2, 1) // 'p2-t1'
 */
export const tableId = (page: number, count: number): string => `p${page}-t${count}`
/**
 * The id of the picture with this number, from 1, on its page: `p2-i1`.
 * @example pictureId(2, 1) // 'p2-i1'
 */
export const pictureId = (page: number, count: number): string => `p${page}-i${count}`
