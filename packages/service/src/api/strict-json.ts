import { type FieldError, limits } from '@polyparse/contract'
import { isStorable, notStorable } from '../lib/storable-text.ts'
import { findExcess, nameOfPath, type JsonBounds } from './json-bounds.ts'
import { maxErrors } from './problems.ts'

/**
 * JSON as RFC 7493 (I-JSON) requires it, which the canonical form of a request depends on: UTF-8, no duplicate members,
 * only valid Unicode, no number out of range. It also contains nothing that the database cannot store (NUL), no
 * `__proto__`, and no more than the bounds allow, which hold before any of it is made into values.
 */
export const parseStrictJson = (
  bytes: Uint8Array | string,
  bounds: JsonBounds = limits.json,
): { value: unknown } | { errors: FieldError[] } => {
  const text = textOf(bytes)
  const excess = text === undefined ? null : findExcess(text, bounds)
  if (excess !== null) return { errors: [excess] }
  const parsed = text === undefined ? undefined : parse(text)
  if (parsed === undefined) return { errors: [{ field: 'body', message: 'is not well-formed JSON' }] }
  const errors = [...refusals(parsed.value, []).take(maxErrors)]
  return errors.length > 0 ? { errors } : parsed
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const textOf = (bytes: Uint8Array | string): string | undefined => {
  try {
    return typeof bytes === 'string' ? bytes : decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** An entry of a list is reported under the name of the list, so `path` has the names of members only. */
function* refusals(value: unknown, path: readonly string[]): Generator<FieldError> {
  if (typeof value === 'string' && !isStorable(value)) yield { field: nameOfPath(path), message: notStorable }
  if (typeof value === 'number' && !Number.isFinite(value))
    yield { field: nameOfPath(path), message: 'must be a number within the range of doubles' }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const entry of value) yield* refusals(entry, path)
  } else {
    for (const [name, member] of Object.entries(value)) {
      if (name === '__proto__' || !isStorable(name))
        yield { field: nameOfPath([...path, name]), message: 'is not a known field' }
      else yield* refusals(member, [...path, name])
    }
  }
}
