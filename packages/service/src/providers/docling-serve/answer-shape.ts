import { Type, type Static } from '@polyparse/document/typebox'
import { maybe, orNull } from '../read-answer.ts'

const Refs = maybe(Type.Array(Type.Object({ $ref: Type.String() })))

/** In the unit of the page's size; of PDFs usually from the bottom left. */
const Sides = Type.Object({
  l: Type.Number(),
  t: Type.Number(),
  r: Type.Number(),
  b: Type.Number(),
  coord_origin: maybe(Type.String()),
})
export type Sides = Static<typeof Sides>

/** The members that everything in the tree has; its kind is given by its list, and by its label. */
const node = {
  name: maybe(Type.String()),
  label: maybe(Type.String()),
  content_layer: maybe(Type.String()),
  children: Refs,
  prov: maybe(Type.Array(Type.Object({ page_no: Type.Integer(), bbox: maybe(Sides) }))),
}
const Node = Type.Object(node)
export type Node = Static<typeof Node>

const Formatting = Type.Object({
  bold: maybe(Type.Boolean()),
  italic: maybe(Type.Boolean()),
  script: maybe(Type.String()),
})

const Text = Type.Object({
  ...node,
  text: Type.String(),
  level: maybe(Type.Number()),
  enumerated: maybe(Type.Boolean()),
  marker: maybe(Type.String()),
  formatting: maybe(Formatting),
  hyperlink: maybe(Type.String()),
})
export type Text = Static<typeof Text>

const Cell = Type.Object({
  row_span: maybe(Type.Integer()),
  col_span: maybe(Type.Integer()),
  start_row_offset_idx: Type.Integer(),
  start_col_offset_idx: Type.Integer(),
  text: Type.String(),
  column_header: maybe(Type.Boolean()),
  row_header: maybe(Type.Boolean()),
})

/** Captions and footnotes are texts, in the tree or beside it. */
const floating = { ...node, captions: Refs, footnotes: Refs }

const Table = Type.Object({ ...floating, data: Type.Object({ table_cells: maybe(Type.Array(Cell)) }) })
export type Table = Static<typeof Table>

const Picture = Type.Object({
  ...floating,
  image: maybe(Type.Object({ uri: maybe(Type.String()) })),
  annotations: maybe(Type.Array(Type.Object({ kind: maybe(Type.String()), text: maybe(Type.String()) }))),
})
export type Picture = Static<typeof Picture>

const Page = Type.Object({
  page_no: Type.Integer(),
  size: maybe(Type.Object({ width: maybe(Type.Number()), height: maybe(Type.Number()) })),
})

const list = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema) => maybe(Type.Array(schema))

export const DoclingDocument = Type.Object({
  body: maybe(Node),
  /** Older versions keep page headers and footers apart. */
  furniture: maybe(Node),
  texts: list(Text),
  tables: list(Table),
  pictures: list(Picture),
  groups: list(Node),
  pages: maybe(Type.Record(Type.String(), Page)),
})
export type DoclingDocument = Static<typeof DoclingDocument>

const Failure = Type.Object({
  category: maybe(Type.String()),
  message: maybe(Type.String()),
  retryable: maybe(Type.Boolean()),
})
export type TaskFailure = Static<typeof Failure>

export const Task = Type.Object({
  task_id: Type.String({ minLength: 1 }),
  task_status: Type.String(),
  failure: maybe(Failure),
  error_message: maybe(Type.String()),
})
export const FailedTask = Type.Object({ kind: Type.Literal('TaskFailureResult'), failure: maybe(Failure) })

/** What {@link FailedTask} and {@link ConversionState} say of a task; without a status, it has failed. */
export const Outcome = Type.Object({
  status: orNull(Type.String()),
  failure: orNull(Failure),
  /** Which parts of the server have reported an error: `user_input`, `document_backend`, `model`, `pipeline` … */
  components: Type.Array(Type.String()),
  explanations: Type.Array(Type.String()),
})
export type Outcome = Static<typeof Outcome>

const ErrorItem = Type.Object({
  component_type: maybe(Type.String()),
  error_message: maybe(Type.String()),
  page_no: maybe(Type.Integer()),
})

export const ConversionState = Type.Object({ status: Type.String(), errors: maybe(Type.Array(ErrorItem)) })
export const Conversion = Type.Object({
  document: Type.Object({ json_content: DoclingDocument }),
  errors: maybe(Type.Array(ErrorItem)),
  confidence: maybe(Type.Object({ mean_score: maybe(Type.Number()) })),
})
export type Conversion = Static<typeof Conversion>
