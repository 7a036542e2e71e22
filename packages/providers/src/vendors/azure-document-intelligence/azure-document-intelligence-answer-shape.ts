import { Type, type Static } from '@polyparse/document/typebox'
import { vendorProblems } from '../../http-failure.ts'
import { maybe, orNull } from '../../read-answer.ts'

/** A stretch of `content`, in UTF-16 code units, as requested. */
const AzureSpan = Type.Object({ offset: Type.Integer(), length: Type.Integer() })
export type AzureSpan = Static<typeof AzureSpan>

/** Corners `x1, y1, …` from the top left, clockwise; pages count from 1, in the document. */
const Region = Type.Object({ pageNumber: Type.Integer(), polygon: maybe(Type.Array(Type.Number())) })

/** The members that everything has; office documents have no regions. */
const azurePartMembers = { boundingRegions: maybe(Type.Array(Region)), spans: maybe(Type.Array(AzureSpan)) }
const AzurePart = Type.Object(azurePartMembers)
export type AzurePart = Static<typeof AzurePart>

const Formula = Type.Object({ kind: Type.String(), value: Type.String(), span: AzureSpan })

const AzureWord = Type.Object({ span: AzureSpan, confidence: Type.Number() })
export type AzureWord = Static<typeof AzureWord>

const AzurePageSchema = Type.Object({
  pageNumber: Type.Integer(),
  width: maybe(Type.Number()),
  height: maybe(Type.Number()),
  unit: maybe(Type.String()),
  spans: maybe(Type.Array(AzureSpan)),
  words: maybe(Type.Array(AzureWord)),
  formulas: maybe(Type.Array(Formula)),
})
export type AzurePage = Static<typeof AzurePageSchema>

const Paragraph = Type.Object({ ...azurePartMembers, role: maybe(Type.String()), content: Type.String() })
export type Paragraph = Static<typeof Paragraph>

/** `elements` are paths of its paragraphs, which are also in the list of paragraphs. */
const elements = maybe(Type.Array(Type.String()))
const Note = Type.Object({ ...azurePartMembers, content: Type.String(), elements })

const AzureTableCell = Type.Object({
  ...azurePartMembers,
  kind: maybe(Type.String()),
  rowIndex: Type.Integer({ minimum: 0 }),
  columnIndex: Type.Integer({ minimum: 0 }),
  rowSpan: maybe(Type.Integer({ minimum: 1 })),
  columnSpan: maybe(Type.Integer({ minimum: 1 })),
  content: Type.String(),
  elements,
})

const AzureTable = Type.Object({
  ...azurePartMembers,
  cells: Type.Array(AzureTableCell),
  caption: maybe(Note),
  footnotes: maybe(Type.Array(Note)),
})
export type ResultTable = Static<typeof AzureTable>

const AzureFigure = Type.Object({
  ...azurePartMembers,
  id: maybe(Type.String()),
  elements,
  caption: maybe(Note),
  footnotes: maybe(Type.Array(Note)),
})
export type AzureFigure = Static<typeof AzureFigure>

export const AnalyzeResult = Type.Object({
  modelId: maybe(Type.String()),
  apiVersion: maybe(Type.String()),
  content: Type.String(),
  pages: Type.Array(AzurePageSchema),
  paragraphs: maybe(Type.Array(Paragraph)),
  tables: maybe(Type.Array(AzureTable)),
  figures: maybe(Type.Array(AzureFigure)),
  warnings: maybe(Type.Array(Type.Object({ code: Type.String(), message: Type.String() }))),
})
export type AnalyzeResult = Static<typeof AnalyzeResult>

/** The state of an operation, the problem in it, and the texts that explain it. */
export const OperationState = Type.Object({
  status: Type.String(),
  problem: orNull(Type.Enum(vendorProblems)),
  explanations: Type.Array(Type.String()),
})

/** The ids of pictures. */
export const AzureFigures = Type.Array(Type.String())

export const AzureOperation = Type.Object({ status: Type.String() })
export const FinishedOperation = Type.Object({ status: Type.String(), analyzeResult: AnalyzeResult })
