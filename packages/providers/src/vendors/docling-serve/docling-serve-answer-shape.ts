import { Type, type Static } from '@polyparse/document/typebox'
import { maybe, orNull } from '../../read-answer.ts'

const Refs = maybe(Type.Array(Type.Object({ $ref: Type.String() })))

/** The sides of a box in the unit of the page's size; of PDFs usually from the bottom left. */
const DoclingBoxSides = Type.Object({
  l: Type.Number(),
  t: Type.Number(),
  r: Type.Number(),
  b: Type.Number(),
  coord_origin: maybe(Type.String()),
})
export type DoclingBoxSides = Static<typeof DoclingBoxSides>

/** The members that everything in the tree has; its kind is given by its list, and by its label. */
const node = {
  name: maybe(Type.String()),
  label: maybe(Type.String()),
  content_layer: maybe(Type.String()),
  children: Refs,
  prov: maybe(Type.Array(Type.Object({ page_no: Type.Integer(), bbox: maybe(DoclingBoxSides) }))),
}
const DoclingNode = Type.Object(node)
export type DoclingNode = Static<typeof DoclingNode>

const Formatting = Type.Object({
  bold: maybe(Type.Boolean()),
  italic: maybe(Type.Boolean()),
  script: maybe(Type.String()),
})

const DoclingText = Type.Object({
  ...node,
  text: Type.String(),
  level: maybe(Type.Number()),
  enumerated: maybe(Type.Boolean()),
  marker: maybe(Type.String()),
  formatting: maybe(Formatting),
  hyperlink: maybe(Type.String()),
})
export type DoclingText = Static<typeof DoclingText>

const DoclingTableCell = Type.Object({
  row_span: maybe(Type.Integer()),
  col_span: maybe(Type.Integer()),
  start_row_offset_idx: Type.Integer(),
  start_col_offset_idx: Type.Integer(),
  text: Type.String(),
  column_header: maybe(Type.Boolean()),
  row_header: maybe(Type.Boolean()),
})

/** Captions and footnotes are texts, in the tree or beside it. */
const doclingFloatMembers = { ...node, captions: Refs, footnotes: Refs }

const DoclingTable = Type.Object({
  ...doclingFloatMembers,
  data: Type.Object({ table_cells: maybe(Type.Array(DoclingTableCell)) }),
})
export type DoclingTable = Static<typeof DoclingTable>

const DoclingPicture = Type.Object({
  ...doclingFloatMembers,
  image: maybe(Type.Object({ uri: maybe(Type.String()) })),
  annotations: maybe(Type.Array(Type.Object({ kind: maybe(Type.String()), text: maybe(Type.String()) }))),
})
export type DoclingPicture = Static<typeof DoclingPicture>

const DoclingPage = Type.Object({
  page_no: Type.Integer(),
  size: maybe(Type.Object({ width: maybe(Type.Number()), height: maybe(Type.Number()) })),
})

const maybeListOf = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema) => maybe(Type.Array(schema))

export const DoclingDocument = Type.Object({
  body: maybe(DoclingNode),
  /** Older versions keep page headers and footers apart. */
  furniture: maybe(DoclingNode),
  texts: maybeListOf(DoclingText),
  tables: maybeListOf(DoclingTable),
  pictures: maybeListOf(DoclingPicture),
  groups: maybeListOf(DoclingNode),
  pages: maybe(Type.Record(Type.String(), DoclingPage)),
})
export type DoclingDocument = Static<typeof DoclingDocument>

const DoclingFailure = Type.Object({
  category: maybe(Type.String()),
  message: maybe(Type.String()),
  retryable: maybe(Type.Boolean()),
})
export type TaskFailure = Static<typeof DoclingFailure>

export const DoclingTask = Type.Object({
  task_id: Type.String({ minLength: 1 }),
  task_status: Type.String(),
  failure: maybe(DoclingFailure),
  error_message: maybe(Type.String()),
})
export const FailedTask = Type.Object({ kind: Type.Literal('TaskFailureResult'), failure: maybe(DoclingFailure) })

/** The outcome of a task by {@link FailedTask} and {@link ConversionState}; without a status, the task has failed. */
export const DoclingOutcome = Type.Object({
  status: orNull(Type.String()),
  failure: orNull(DoclingFailure),
  /** The parts of the server that have reported an error: `user_input`, `document_backend`, `model`, `pipeline` … */
  components: Type.Array(Type.String()),
  explanations: Type.Array(Type.String()),
})
export type DoclingOutcome = Static<typeof DoclingOutcome>

const ErrorItem = Type.Object({
  component_type: maybe(Type.String()),
  error_message: maybe(Type.String()),
  page_no: maybe(Type.Integer()),
})

export const ConversionState = Type.Object({ status: Type.String(), errors: maybe(Type.Array(ErrorItem)) })
export const DoclingServeConversion = Type.Object({
  document: Type.Object({ json_content: DoclingDocument }),
  errors: maybe(Type.Array(ErrorItem)),
  confidence: maybe(Type.Object({ mean_score: maybe(Type.Number()) })),
})
export type DoclingServeConversion = Static<typeof DoclingServeConversion>
