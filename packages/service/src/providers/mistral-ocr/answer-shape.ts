import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../read-answer.ts'

/** Pixels of the raster that was read, from the top left. For pictures they may be null. */
const corners = {
  top_left_x: maybe(Type.Number()),
  top_left_y: maybe(Type.Number()),
  bottom_right_x: maybe(Type.Number()),
  bottom_right_y: maybe(Type.Number()),
}
export type Corners = Static<typeof Corners>
const Corners = Type.Object(corners)

const Block = Type.Object({
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
export type OcrBlock = Static<typeof Block>

const Image = Type.Object({ ...corners, id: Type.String(), image_base64: maybe(Type.String()) })
const Table = Type.Object({ id: Type.String(), content: Type.String() })

const Page = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  markdown: Type.String(),
  images: maybe(Type.Array(Image)),
  tables: maybe(Type.Array(Table)),
  header: maybe(Type.String()),
  footer: maybe(Type.String()),
  dimensions: maybe(Type.Object({ dpi: Type.Number(), width: Type.Number(), height: Type.Number() })),
  confidence_scores: maybe(Type.Object({ average_page_confidence_score: maybe(Type.Number()) })),
  blocks: maybe(Type.Array(Block)),
})
export type OcrPage = Static<typeof Page>

export const OcrResponse = Type.Object({
  pages: Type.Array(Page),
  model: maybe(Type.String()),
  usage_info: maybe(Type.Object({ pages_processed: maybe(Type.Number()) })),
})
export type OcrResponse = Static<typeof OcrResponse>

export const UploadedFile = Type.Object({ id: Type.String({ minLength: 1 }) })
