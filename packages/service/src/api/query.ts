import { Type, type Static, type TObject, type TProperties } from '@polyparse/document/typebox'
import { isStorable, notStorable } from '../lib/storable-text.ts'
import { createCheck, withMore } from './field-errors.ts'
import { nameOfPath } from './json-bounds.ts'
import { validationError } from './problems.ts'

/** Matches numbers as programs write them, small ones as `5e-05`. */
export const queryNumberPattern = /^-?\d{1,15}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/i

/**
 * A reader of query parameters: decimal text becomes numbers, a single value of a list a list of one. Parameters that the
 * schema does not know are refused, and so is text that the database cannot store.
 */
export const createQueryReader = <const Properties extends TProperties>(schema: TObject<Properties>) => {
  const strict = Type.Object(schema.properties, { additionalProperties: false })
  const check = createCheck(strict, nameOfPath, 'is not a known query parameter')
  const ofType = (...types: readonly string[]): ReadonlySet<string> =>
    new Set(
      Object.entries(schema.properties).flatMap(([name, member]) =>
        'type' in member && types.includes(String(member.type)) ? [name] : [],
      ),
    )
  const [numbers, lists] = [ofType('number', 'integer'), ofType('array')]
  return (query: unknown): Static<typeof strict> => {
    const values = Object.entries(query ?? {}).map(([name, value]: [string, unknown]) => {
      if (numbers.has(name) && typeof value === 'string' && queryNumberPattern.test(value)) return [name, Number(value)]
      return [name, lists.has(name) && !Array.isArray(value) ? [value] : value]
    })
    const checked = check(Object.fromEntries(values))
    const unstorable = Object.entries(query ?? {})
      .filter(([, value]) => ![value].flat().every((each) => isStorable(String(each))))
      .map(([field]) => ({ field: nameOfPath([field]), message: notStorable }))
    const errors = withMore(unstorable, 'errors' in checked ? checked.errors : [])
    if (errors.length > 0 || 'errors' in checked) throw validationError(errors)
    return checked.value
  }
}

/** Refuses any query parameter, for operations that take none. */
export const refuseQuery = createQueryReader(Type.Object({}))
