import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from './read-answer.ts'

/* The tree that Marker makes of a document, as its own server returns it and as Datalab does, its vendor. */

/** A node of the tree: a page, a group, or something in them. */
export const MarkerNode = Type.Cyclic(
  {
    Node: Type.Object({
      id: maybe(Type.String()),
      block_type: Type.String(),
      html: maybe(Type.String()),
      bbox: maybe(Type.Array(Type.Number())),
      polygon: maybe(Type.Array(Type.Array(Type.Number()))),
      images: maybe(Type.Record(Type.String(), Type.String())),
      children: maybe(Type.Array(Type.Ref('Node'))),
    }),
  },
  'Node',
)
export type MarkerNode = Static<typeof MarkerNode>

const MarkerContentsEntry = Type.Object({
  title: Type.String(),
  page_id: maybe(Type.Integer({ minimum: 0 })),
  heading_level: maybe(Type.Number()),
})

export const TableOfContents = Type.Array(MarkerContentsEntry)
export type TableOfContents = Static<typeof TableOfContents>
