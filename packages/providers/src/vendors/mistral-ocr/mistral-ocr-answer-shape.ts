import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../../read-answer.ts'

/** Pixels of the raster that was read, from the top left. For pictures they may be null. */
const corners = {
  top_left_x: maybe(Type.Number()),
  top_left_y: maybe(Type.Number()),
  bottom_right_x: maybe(Type.Number()),
  bottom_right_y: maybe(Type.Number()),
}
export type MistralCorners = Static<typeof MistralCorners>
const MistralCorners = Type.Object(corners)

const MistralOcrBlock = Type.Object({
  ...corners,
  type: Type.String(),
  content: maybe(Type.String()),
  image_id: maybe(Type.String()),
  table_id: maybe(Type.String()),
  confidence_scores: maybe(
    Type.Object({
      average_content_confidence_score: maybe(Type.Number()),
      block_type_confidence_score: maybe(Type.Number()),
    }),
  ),
})
export type OcrBlock = Static<typeof MistralOcrBlock>

const MistralOcrImage = Type.Object({ ...corners, id: Type.String(), image_base64: maybe(Type.String()) })
const MistralOcrTable = Type.Object({ id: Type.String(), content: Type.String() })

const MistralOcrPage = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  markdown: Type.String(),
  images: maybe(Type.Array(MistralOcrImage)),
  tables: maybe(Type.Array(MistralOcrTable)),
  header: maybe(Type.String()),
  footer: maybe(Type.String()),
  dimensions: maybe(Type.Object({ dpi: Type.Number(), width: Type.Number(), height: Type.Number() })),
  confidence_scores: maybe(Type.Object({ average_page_confidence_score: maybe(Type.Number()) })),
  blocks: maybe(Type.Array(MistralOcrBlock)),
})
export type OcrPage = Static<typeof MistralOcrPage>

export const OcrResponse = Type.Object({
  pages: Type.Array(MistralOcrPage),
  model: maybe(Type.String()),
  usage_info: maybe(Type.Object({ pages_processed: maybe(Type.Number()) })),
})
export type OcrResponse = Static<typeof OcrResponse>

export const MistralFile = Type.Object({ id: Type.String({ minLength: 1 }) })
