import { Type, type Static } from '@polyparse/document/typebox'
import { vendorProblems } from '../http-failure.ts'
import { maybe, orNull } from '../read-answer.ts'

/** A stretch of `content`, in UTF-16 code units, as requested. */
const Span = Type.Object({ offset: Type.Integer(), length: Type.Integer() })
export type Span = Static<typeof Span>

/** Corners `x1, y1, …` from the top left, clockwise; pages count from 1, in the document. */
const Region = Type.Object({ pageNumber: Type.Integer(), polygon: maybe(Type.Array(Type.Number())) })

/** The members that everything has; office documents have no regions. */
const part = { boundingRegions: maybe(Type.Array(Region)), spans: maybe(Type.Array(Span)) }
const Part = Type.Object(part)
export type Part = Static<typeof Part>

const Formula = Type.Object({ kind: Type.String(), value: Type.String(), span: Span })

const Word = Type.Object({ span: Span, confidence: Type.Number() })
export type Word = Static<typeof Word>

const Page = Type.Object({
  pageNumber: Type.Integer(),
  width: maybe(Type.Number()),
  height: maybe(Type.Number()),
  unit: maybe(Type.String()),
  spans: maybe(Type.Array(Span)),
  words: maybe(Type.Array(Word)),
  formulas: maybe(Type.Array(Formula)),
})
export type ResultPage = Static<typeof Page>

const Paragraph = Type.Object({ ...part, role: maybe(Type.String()), content: Type.String() })
export type Paragraph = Static<typeof Paragraph>

/** `elements` are paths of its paragraphs, which are also in the list of paragraphs. */
const elements = maybe(Type.Array(Type.String()))
const Note = Type.Object({ ...part, content: Type.String(), elements })

const Cell = Type.Object({
  ...part,
  kind: maybe(Type.String()),
  rowIndex: Type.Integer({ minimum: 0 }),
  columnIndex: Type.Integer({ minimum: 0 }),
  rowSpan: maybe(Type.Integer({ minimum: 1 })),
  columnSpan: maybe(Type.Integer({ minimum: 1 })),
  content: Type.String(),
  elements,
})

const Table = Type.Object({
  ...part,
  cells: Type.Array(Cell),
  caption: maybe(Note),
  footnotes: maybe(Type.Array(Note)),
})
export type ResultTable = Static<typeof Table>

const Figure = Type.Object({
  ...part,
  id: maybe(Type.String()),
  elements,
  caption: maybe(Note),
  footnotes: maybe(Type.Array(Note)),
})
export type Figure = Static<typeof Figure>

export const AnalyzeResult = Type.Object({
  modelId: maybe(Type.String()),
  apiVersion: maybe(Type.String()),
  content: Type.String(),
  pages: Type.Array(Page),
  paragraphs: maybe(Type.Array(Paragraph)),
  tables: maybe(Type.Array(Table)),
  figures: maybe(Type.Array(Figure)),
  warnings: maybe(Type.Array(Type.Object({ code: Type.String(), message: Type.String() }))),
})
export type AnalyzeResult = Static<typeof AnalyzeResult>

/** What the state of an operation says, the problem in it, and the texts that explain it. */
export const OperationState = Type.Object({
  status: Type.String(),
  problem: orNull(Type.Enum(vendorProblems)),
  explanations: Type.Array(Type.String()),
})

/** The ids of pictures. */
export const Figures = Type.Array(Type.String())

export const Operation = Type.Object({ status: Type.String() })
export const FinishedOperation = Type.Object({ status: Type.String(), analyzeResult: AnalyzeResult })
