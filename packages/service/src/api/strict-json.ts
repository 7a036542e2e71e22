import { isStorable, notStorable } from '../lib/storable-text.ts'
import type { FieldError } from '@polyparse/contract'
import { duplicateMember } from './duplicate-member.ts'

/**
 * JSON as RFC 7493 (I-JSON) requires it, which the canonical form of a request depends on: UTF-8, no duplicate members,
 * only valid Unicode, no number out of range. It also contains nothing that the database cannot store (NUL), no
 * `__proto__`, and no nesting that would exhaust the stack.
 */
export const parseStrictJson = (bytes: Uint8Array | string): { value: unknown } | { errors: FieldError[] } => {
  const parsed = parse(bytes)
  if (parsed === undefined) return { errors: [{ field: 'body', message: 'is not well-formed JSON' }] }
  const errors = [...refusals(parsed.value, [])]
  const duplicate = duplicateMember(parsed.text)
  if (duplicate !== null) errors.push({ field: named(duplicate), message: 'is given twice' })
  return errors.length > 0 ? { errors } : { value: parsed.value }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const parse = (bytes: Uint8Array | string): { value: unknown; text: string } | undefined => {
  try {
    const text = typeof bytes === 'string' ? bytes : decoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    return { value, text }
  } catch {
    return undefined
  }
}

const deepest = 64
const maxNameLength = 100

const named = (path: readonly string[]): string => path.map((part) => part.slice(0, maxNameLength)).join('.') || 'body'

/** An entry of a list is reported under the name of the list, so `path` has the names of members only. */
function* refusals(value: unknown, path: readonly string[], depth = 0): Generator<FieldError> {
  if (typeof value === 'string' && !isStorable(value)) yield { field: named(path), message: notStorable }
  if (typeof value === 'number' && !Number.isFinite(value))
    yield { field: named(path), message: 'must be a number within the range of doubles' }
  if (typeof value !== 'object' || value === null) return
  if (depth === deepest) {
    yield { field: named(path.slice(0, 2)), message: `must not be nested deeper than ${deepest} levels` }
  } else if (Array.isArray(value)) {
    for (const entry of value) yield* refusals(entry, path, depth + 1)
  } else {
    for (const [name, member] of Object.entries(value)) {
      if (name === '__proto__' || !isStorable(name))
        yield { field: named([...path, name.toWellFormed()]), message: 'is not a known field' }
      else yield* refusals(member, [...path, name], depth + 1)
    }
  }
}
