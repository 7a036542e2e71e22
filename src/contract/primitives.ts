import { Type, type Static } from 'typebox'

export const Uuid = Type.String({ format: 'uuid' })
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' })
export const PageNumber = Type.Integer({ minimum: 1, description: 'One-based page number of the document.' })

/** `[x0, y0, x1, y1]` in points (1/72 inch) from the top left of the page as displayed. */
export const Box = Type.Array(Type.Number(), {
  minItems: 4,
  maxItems: 4,
  description: '[x0, y0, x1, y1] in points (1/72 inch), origin at the top left of the page as displayed.',
})

/** For places without layout (HTML, Markdown, e-mail …) the value is null, never absent. */
export const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export type Box = Static<typeof Box>
