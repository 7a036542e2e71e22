import { Type } from '@polyparse/document/typebox'

/** A page by its number in the document, from 1. */
export const PageNumber = Type.Integer({ minimum: 1, description: 'One-based page number of the document.' })

/** `[x0, y0, x1, y1]` in points (1/72 inch) from the top left of the page as displayed. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number]
export const Box = Type.Unsafe<Box>(
  Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: '[x0, y0, x1, y1] in points (1/72 inch), origin at the top left of the page as displayed.',
  }),
)

/** Marks a block or a cell. */
export const corrected = Type.Optional(
  Type.Boolean({ description: 'The text is that of a person who has corrected what was read.' }),
)

/**
 * The schema of a value or null, for a property that is never absent: formats without layout (HTML, Markdown, e-mail …)
 * have null for boxes and sizes.
 */
export const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** The same type with every property and array read-only, at any depth; byte arrays stay as they are. */
export type Immutable<Value> = Value extends Uint8Array
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value
