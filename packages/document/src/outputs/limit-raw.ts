import type { Warning } from '../model.ts'
import { warning } from '../warnings.ts'

/** Characters; shorter strings are kept, because they are no files and an id can look like base64. */
const minBase64Length = 1024
/** Levels; what is nested more deeply cannot be turned into JSON. */
const maxDepth = 500

/**
 * A provider's raw response that fits into `maxBytes` of JSON: if it is larger, its base64 strings are replaced by
 * their sizes, and if that is not enough, the whole response by null. A warning `raw_truncated` says which.
 */
export const limitRaw = (raw: unknown, maxBytes: number): { value: unknown; warnings: Warning[] } => {
  if (fits(raw, maxBytes)) return { value: raw, warnings: [] }
  const shortened = withoutBase64(raw, 0)
  return fits(shortened, maxBytes)
    ? { value: shortened, warnings: [rawTruncated('Files in it were replaced by their size.')] }
    : { value: null, warnings: [rawTruncated('It was left out.')] }
}

const fits = (raw: unknown, maxBytes: number): boolean => jsonBytes(raw, 0) <= maxBytes

/** An estimate of the bytes of the value as JSON; infinite when it is nested too deeply. */
const jsonBytes = (value: unknown, depth: number): number => {
  if (depth > maxDepth) return Infinity
  if (typeof value === 'string') return Buffer.byteLength(value) + 2
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + jsonBytes(item, depth + 1), 2)
  if (isObject(value))
    return Object.entries(value).reduce(
      (sum, [name, member]) => sum + name.length + 4 + jsonBytes(member, depth + 1),
      2,
    )
  return String(value).length
}

const withoutBase64 = (value: unknown, depth: number): unknown => {
  if (depth > maxDepth) return null
  if (typeof value === 'string') return isBase64(value) ? `base64 left out (${value.length} characters)` : value
  if (Array.isArray(value)) return value.map((item) => withoutBase64(item, depth + 1))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBase64(member, depth + 1)]))
  return value
}

const isBase64 = (text: string): boolean =>
  text.length >= minBase64Length && /^(?:data:[^,]{0,200};base64,)?[\w+/=\s-]+$/.test(text)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const rawTruncated = (consequence: string): Warning =>
  warning('raw_truncated', `The raw response is too large. ${consequence}`)
