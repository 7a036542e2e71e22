import { Type, type Static } from '@polyparse/document/typebox'
import { maybe, orNull } from '../../read-answer.ts'

/** Shares of the page, from the top left. */
const BoundingBox = Type.Object({
  Left: Type.Number(),
  Top: Type.Number(),
  Width: Type.Number(),
  Height: Type.Number(),
})

const Relationship = Type.Object({ Type: Type.String(), Ids: maybe(Type.Array(Type.String())) })

/** Anything on a page: blocks form a graph by their ids. */
const TextractBlockSchema = Type.Object({
  Id: Type.String(),
  BlockType: Type.String(),
  /** The page from 1, in the document that was sent; absent in the answer about a single page. */
  Page: maybe(Type.Integer()),
  Text: maybe(Type.String()),
  /** 0–100. */
  Confidence: maybe(Type.Number()),
  Geometry: maybe(Type.Object({ BoundingBox: maybe(BoundingBox) })),
  /** The row from 1. */
  RowIndex: maybe(Type.Integer({ minimum: 1 })),
  ColumnIndex: maybe(Type.Integer({ minimum: 1 })),
  RowSpan: maybe(Type.Integer({ minimum: 1 })),
  ColumnSpan: maybe(Type.Integer({ minimum: 1 })),
  EntityTypes: maybe(Type.Array(Type.String())),
  SelectionStatus: maybe(Type.String()),
  Relationships: maybe(Type.Array(Relationship)),
})
export type TextractBlock = Static<typeof TextractBlockSchema>

const Doubt = Type.Object({ ErrorCode: maybe(Type.String()), Pages: maybe(Type.Array(Type.Integer())) })

/** The answer about a page, or a part of the answer about a document. */
export const Analysis = Type.Object({
  Blocks: orNull(Type.Array(TextractBlockSchema)),
  DocumentMetadata: maybe(Type.Object({ Pages: maybe(Type.Integer()) })),
  AnalyzeDocumentModelVersion: maybe(Type.String()),
  Warnings: maybe(Type.Array(Doubt)),
  NextToken: maybe(Type.String()),
})
export type Analysis = Static<typeof Analysis>

export const StartedAnalysis = Type.Object({ JobId: Type.String({ minLength: 1 }) })

/** The state of an analysis. */
export const AnalysisState = Type.Object({ JobStatus: Type.String(), StatusMessage: maybe(Type.String()) })

/** The token of the next part; null after the last one. */
export const NextToken = orNull(Type.String({ minLength: 1 }))
