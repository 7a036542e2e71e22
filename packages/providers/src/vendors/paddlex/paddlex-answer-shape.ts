import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../../read-answer.ts'

/** A side of a page, in pixels; a list where the page was divided. */
const PaddlePageSide = maybe(Type.Union([Type.Number(), Type.Array(Type.Number())]))

/** Left, top, right, bottom, in pixels of the page. */
const PaddleBlockSchema = Type.Object({
  block_label: Type.String(),
  block_content: maybe(Type.String()),
  block_bbox: maybe(Type.Array(Type.Number())),
})
export type PaddleBlock = Static<typeof PaddleBlockSchema>

const PaddlePageSchema = Type.Object({
  prunedResult: Type.Object({
    width: PaddlePageSide,
    height: PaddlePageSide,
    parsing_res_list: Type.Array(PaddleBlockSchema),
  }),
  /** The files of pictures by their paths, in base64 or as URLs. */
  markdown: maybe(Type.Object({ images: maybe(Type.Record(Type.String(), Type.String())) })),
})
export type PaddlePage = Static<typeof PaddlePageSchema>

export const PaddlexAnswer = Type.Object({
  result: Type.Object({ layoutParsingResults: Type.Array(PaddlePageSchema) }),
})

export const PaddlexPageCount = Type.Integer()
