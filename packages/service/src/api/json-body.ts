import type { Static, TSchema } from '@polyparse/document/typebox'
import { createCheck, withMore } from './field-errors.ts'
import { validationError } from './problems.ts'
import { parseStrictJson } from './strict-json.ts'

/**
 * A reader of JSON bodies. An absent body counts as one without fields.
 * @throws {ProblemError} that names everything that is wrong.
 */
export const createBodyReader = <const Schema extends TSchema>(schema: Schema) => {
  const check = createCheck(schema)
  return (bytes: Buffer): Static<Schema> => {
    const parsed = parseStrictJson(bytes.length === 0 ? '{}' : bytes)
    if (!('value' in parsed)) throw validationError(parsed.errors)
    const checked = check(parsed.value)
    const errors = withMore(parsed.errors, 'errors' in checked ? checked.errors : [])
    if (errors.length > 0 || 'errors' in checked) throw validationError(errors)
    return checked.value
  }
}
