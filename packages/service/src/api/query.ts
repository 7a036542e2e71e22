import type { Static, TObject } from '@polyparse/document/typebox'
import { createCheck } from './field-errors.ts'
import { validationError } from './problems.ts'

const decimal = /^-?\d{1,15}(?:\.\d{1,15})?$/

/**
 * A reader of query parameters: decimal text becomes numbers, and parameters that the schema does not know are ignored.
 */
export const createQueryReader = <const Schema extends TObject>(schema: Schema) => {
  const check = createCheck(schema)
  const numbers = new Set(
    Object.entries(schema.properties).flatMap(([name, member]) =>
      'type' in member && (member.type === 'number' || member.type === 'integer') ? [name] : [],
    ),
  )
  return (query: unknown): Static<Schema> => {
    const values = Object.entries(query ?? {}).map(([name, value]: [string, unknown]) =>
      numbers.has(name) && typeof value === 'string' && decimal.test(value) ? [name, Number(value)] : [name, value],
    )
    const checked = check(Object.fromEntries(values))
    if ('errors' in checked) throw validationError(checked.errors)
    return checked.value
  }
}
