import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../read-answer.ts'

/** Of a page, in pixels; a list where the page was divided. */
const Side = maybe(Type.Union([Type.Number(), Type.Array(Type.Number())]))

/** Left, top, right, bottom, in pixels of the page. */
const Block = Type.Object({
  block_label: Type.String(),
  block_content: maybe(Type.String()),
  block_bbox: maybe(Type.Array(Type.Number())),
})
export type PaddleBlock = Static<typeof Block>

const Page = Type.Object({
  prunedResult: Type.Object({ width: Side, height: Side, parsing_res_list: Type.Array(Block) }),
  /** The files of pictures by their paths, in base64 or as URLs. */
  markdown: maybe(Type.Object({ images: maybe(Type.Record(Type.String(), Type.String())) })),
})
export type PaddlePage = Static<typeof Page>

export const Answer = Type.Object({ result: Type.Object({ layoutParsingResults: Type.Array(Page) }) })

export const PageCount = Type.Integer()
