import { Type, type Static } from '@polyparse/document/typebox'
import { MarkerNode, TableOfContents } from '../../marker-node.ts'
import { maybe, orNull } from '../../read-answer.ts'

/** The answer to a poll while there is no result, or when there will be none. */
export const Status = Type.Object({
  status: Type.String(),
  success: maybe(Type.Boolean()),
  error: maybe(Type.String()),
  error_in: maybe(Type.String()),
})

/** The facts in a {@link Status}, and the texts that explain it. */
export const DatalabConversion = Type.Object({
  status: Type.String(),
  success: orNull(Type.Boolean()),
  errorIn: orNull(Type.String()),
  explanations: Type.Array(Type.String()),
})

export const DatalabResult = Type.Object({
  json: Type.Union([MarkerNode, Type.Array(MarkerNode)]),
  metadata: maybe(Type.Object({ table_of_contents: maybe(TableOfContents) })),
  page_count: maybe(Type.Number()),
  parse_quality_score: maybe(Type.Number()),
  cost_breakdown: maybe(Type.Object({ final_cost_cents: maybe(Type.Number()), total_cents: maybe(Type.Number()) })),
})
export type DatalabResult = Static<typeof DatalabResult>

export const Accepted = Type.Object({
  success: maybe(Type.Boolean()),
  error: maybe(Type.String()),
  request_id: maybe(Type.String()),
  request_check_url: maybe(Type.String()),
})
