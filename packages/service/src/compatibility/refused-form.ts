/** A request that means something the service does not do, or that is malformed; the message names the field. */
export class RefusedFormError extends Error {
  override readonly name = 'RefusedFormError'
}

/** The values of a form by name, in the order sent; the name of a list may end in `[]`. */
export type FormFields = ReadonlyMap<string, readonly string[]>

/**
 * The last value of a field; undefined where it is absent or empty.
 * @example refusedField(new Map([['a', ['1', '2']]]), 'a') // '2'
 */
export const refusedField = (fields: FormFields, name: string): string | undefined =>
  fields.get(name)?.at(-1) || undefined

/** @throws {RefusedFormError} when the value is neither true nor false. */
export const flagOf = (fields: FormFields, name: string, otherwise: boolean): boolean => {
  const text = refusedField(fields, name)?.toLowerCase()
  if (text === undefined) return otherwise
  if (text !== 'true' && text !== 'false') throw new RefusedFormError(`${name} must be true or false`)
  return text === 'true'
}

/** @throws {RefusedFormError} when the value is not one of those allowed. */
export const choiceOf = (fields: FormFields, name: string, allowed: readonly string[]): string | undefined => {
  const value = refusedField(fields, name)
  if (value !== undefined && !allowed.includes(value))
    throw new RefusedFormError(`${name} must be one of ${allowed.join(', ')}: nothing else is supported here`)
  return value
}

/** @throws {RefusedFormError} when one of the fields has a value other than the one that asks for nothing. */
export const refuseFields = (fields: FormFields, names: readonly string[], harmless: readonly string[] = []): void => {
  for (const name of names) {
    const values = (fields.get(name) ?? []).filter((value) => value !== '' && !harmless.includes(value.toLowerCase()))
    if (values.length > 0) throw new RefusedFormError(`${name} is not supported here`)
  }
}
