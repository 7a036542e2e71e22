import { Type } from 'typebox'

const Count = Type.Integer({ minimum: 0 })
const PageNumber = Type.Integer({ minimum: 1 })
const Box = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()])
const NullableBox = Type.Union([Box, Type.Null()])
const Text = Type.String()
const OptionalText = Type.Optional(Text)
const OptionalFlag = Type.Optional(Type.Boolean())
const Share = Type.Number({ minimum: 0, maximum: 1 })

const Run = Type.Object({
  text: Text,
  bold: OptionalFlag,
  italic: OptionalFlag,
  code: OptionalFlag,
  superscript: OptionalFlag,
  subscript: OptionalFlag,
  href: OptionalText,
})

const blockTypes = [
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

const Block = Type.Object({
  id: Text,
  type: Type.Enum([...blockTypes]),
  page: PageNumber,
  bbox: NullableBox,
  text: Text,
  level: Type.Optional(PageNumber),
  marker: OptionalText,
  runs: Type.Optional(Type.Array(Run)),
  confidence: Type.Optional(Share),
  words: Type.Optional(Type.Array(Type.Object({ text: Text, bbox: Box, confidence: Share }))),
  continues: OptionalText,
  table: OptionalText,
  picture: OptionalText,
})

const Page = Type.Object({
  number: PageNumber,
  width: Type.Union([Type.Number(), Type.Null()]),
  height: Type.Union([Type.Number(), Type.Null()]),
  rotation: Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
  blocks: Type.Array(Block),
  quality: Type.Optional(Share),
})

const Cell = Type.Object({
  row: Count,
  column: Count,
  rowSpan: PageNumber,
  columnSpan: PageNumber,
  text: Text,
  header: Type.Boolean(),
  bbox: Type.Optional(Box),
})

const Table = Type.Object({
  id: Text,
  page: PageNumber,
  bbox: NullableBox,
  caption: OptionalText,
  continues: OptionalText,
  rowCount: Count,
  columnCount: Count,
  cells: Type.Array(Cell),
})

const Bytes = Type.Refine(Type.Unsafe<Uint8Array>(Type.Unknown()), (value) => value instanceof Uint8Array)

const Picture = Type.Object({
  id: Text,
  page: PageNumber,
  bbox: NullableBox,
  mimeType: Text,
  width: Count,
  height: Count,
  alt: OptionalText,
  data: Bytes,
})

const Metadata = Type.Object({
  mimeType: Text,
  documentPageCount: Count,
  title: OptionalText,
  author: OptionalText,
  subject: OptionalText,
  keywords: OptionalText,
  language: OptionalText,
  createdAt: OptionalText,
  modifiedAt: OptionalText,
  producer: OptionalText,
})

/** The document model as a schema, to check what a sandboxed process hands over. */
export const DocumentShape = Type.Object({
  metadata: Metadata,
  pages: Type.Array(Page),
  tables: Type.Array(Table),
  pictures: Type.Array(Picture),
  outline: Type.Array(Type.Object({ title: Text, level: PageNumber, page: Type.Union([PageNumber, Type.Null()]) })),
  warnings: Type.Array(Type.Object({ code: Text, message: Text, page: Type.Optional(PageNumber) })),
  quality: Type.Optional(Type.Object({ score: Type.Number(), scale: OptionalText })),
  raw: Type.Optional(Type.Unknown()),
})
