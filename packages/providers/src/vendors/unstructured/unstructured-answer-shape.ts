import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../../read-answer.ts'

/** Coordinates are in the unit of the layout, from its top left or, in PDF space, from the bottom left. */
const Coordinates = Type.Object({
  points: maybe(Type.Array(Type.Array(Type.Number()))),
  system: maybe(Type.String()),
  layout_width: maybe(Type.Number()),
  layout_height: maybe(Type.Number()),
})
export type Coordinates = Static<typeof Coordinates>

const AnsweredElement = Type.Object({
  type: Type.String(),
  text: maybe(Type.String()),
  metadata: Type.Object({
    page_number: maybe(Type.Integer()),
    category_depth: maybe(Type.Integer()),
    coordinates: maybe(Coordinates),
    text_as_html: maybe(Type.String()),
    image_base64: maybe(Type.String()),
    detection_class_prob: maybe(Type.Number()),
  }),
})
export type AnsweredElement = Static<typeof AnsweredElement>

export const Elements = Type.Array(AnsweredElement)
