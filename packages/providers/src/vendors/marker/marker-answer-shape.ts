import { Type, type Static } from '@polyparse/document/typebox'
import { MarkerNode, TableOfContents } from '../../marker-node.ts'
import { maybe, orNull } from '../../read-answer.ts'

/** The answer to a conversion, whatever its outcome. */
export const MarkerConversion = Type.Object({
  success: Type.Boolean(),
  error: maybe(Type.String()),
  /** The tree, as a text in JSON. */
  output: maybe(Type.String()),
  metadata: maybe(Type.Object({ table_of_contents: maybe(TableOfContents) })),
})
export type MarkerConversion = Static<typeof MarkerConversion>

export const MarkerTree = Type.Object({ children: Type.Array(MarkerNode) })
export type MarkerTree = Static<typeof MarkerTree>

/** Why a conversion has failed; null: it has not. */
export const MarkerFailure = orNull(Type.Object({ error: Type.String() }))
