import { type FieldError, limits } from '@polyparse/contract'
import { isStorable, notStorable } from '../lib/storable-text.ts'
import { nameOfPath, scanJson, type JsonBounds } from './json-bounds.ts'
import { maxErrors } from './problems.ts'

/** JSON that was read, with the first mistakes in what it holds; without a value where it could not be read. */
export type ParsedJson =
  | { readonly value: unknown; readonly errors: readonly FieldError[] }
  | { readonly errors: readonly FieldError[] }

/**
 * JSON as RFC 7493 (I-JSON) requires it, which the canonical form of a request depends on: UTF-8, no duplicate members,
 * only valid Unicode, no number out of range. It also contains nothing that the database cannot store (NUL), no
 * `__proto__`, and no more than the bounds allow, which hold before any of it is made into values.
 */
export const parseStrictJson = (bytes: Uint8Array | string, bounds: JsonBounds = limits.json): ParsedJson => {
  const text = decodeJsonBytes(bytes)
  const scan = text === undefined ? null : scanJson(text, bounds)
  if (scan?.excess) return { errors: [scan.excess] }
  const parsed = text === undefined ? undefined : parseJsonText(text)
  if (parsed === undefined) return { errors: [{ field: 'body', message: 'is not well-formed JSON' }] }
  const errors: FieldError[] = []
  if (scan?.mayLeaveRange === true || mayHoldRefusedText(text)) collectRefusals(parsed.value, null, errors)
  return { value: parsed.value, errors }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const decodeJsonBytes = (bytes: Uint8Array | string): string | undefined => {
  try {
    return typeof bytes === 'string' ? bytes : decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const parseJsonText = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Most texts write nothing of the kind, and their values need not be gone through: what is refused has to be escaped. */
const mayHoldRefusedText = (text = ''): boolean =>
  text.includes('\\u') || text.includes('__proto__') || !text.isWellFormed()

/** The members on the way to a value, the innermost first: a path is made only of the way to something wrong. */
type Way = { readonly name: string; readonly outer: Way } | null

const fieldAt = (way: Way): string => {
  const path: string[] = []
  for (let step = way; step !== null; step = step.outer) path.push(step.name)
  return nameOfPath(path.toReversed())
}

/** Ends when there are mistakes enough. An entry of a list is reported under the name of the list. */
const collectRefusals = (value: unknown, way: Way, errors: FieldError[]): void => {
  if (errors.length >= maxErrors) return
  if (typeof value === 'string' && !isStorable(value)) errors.push({ field: fieldAt(way), message: notStorable })
  if (typeof value === 'number' && !Number.isFinite(value))
    errors.push({ field: fieldAt(way), message: 'must be a number within the range of doubles' })
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const entry of value) collectRefusals(entry, way, errors)
    return
  }
  for (const [name, member] of Object.entries(value)) {
    const here = { name, outer: way }
    if (name !== '__proto__' && isStorable(name)) collectRefusals(member, here, errors)
    else if (errors.length < maxErrors) errors.push({ field: fieldAt(here), message: 'is not a known field' })
  }
}
