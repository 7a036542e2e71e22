import type { Document, Page, Picture, Warning } from '../model.ts'
import { warning } from '../warnings.ts'
import { type OutputId, outputRecords } from './output-records.ts'

/**
 * The document with as many picture files, in order, as fit into a result of `maxBytes` with these outputs, some of
 * which contain every file in base64; the bytes of everything else are estimated. The other pictures keep their place
 * and size and have empty data; a warning `image_omitted` for each page counts them. The given document stays as it is.
 */
export const limitImages = (
  document: Document,
  outputs: readonly OutputId[],
  maxBytes: number,
): { document: Document; warnings: Warning[] } => {
  const copies = outputs.filter((id) => outputRecords[id].needsPictures).length
  if (copies === 0) return { document, warnings: [] }

  let room = maxBytes - document.pages.reduce((sum, page) => sum + estimatePageBytes(page), 0) * outputs.length
  const omitted = new Map<number, number>()
  const pictures = document.pictures.map((picture): Picture => {
    const bytes = copies * base64Bytes(picture.data.byteLength)
    if (bytes <= room) {
      room -= bytes
      return picture
    }
    omitted.set(picture.page, (omitted.get(picture.page) ?? 0) + 1)
    return { ...picture, data: new Uint8Array() }
  })
  if (omitted.size === 0) return { document, warnings: [] }
  return {
    document: { ...document, pictures },
    warnings: [...omitted].map(([page, count]) => imagesOmitted(page, count)),
  }
}

/** Bytes that a page is likely to take in one output at most: its text twice, as text and runs, and its properties. */
const estimatePageBytes = ({ blocks }: Page): number =>
  blocks.reduce((sum, { text, words }) => sum + 200 + 2 * Buffer.byteLength(text) + 100 * (words?.length ?? 0), 0)

const base64Bytes = (bytes: number): number => 4 * Math.ceil(bytes / 3)

const imagesOmitted = (page: number, count: number): Warning =>
  warning(
    'image_omitted',
    `The data of ${count === 1 ? 'an image' : `${count} images`} of page ${page} was left out: the result would be too large.`,
    page,
  )

/** Characters; shorter strings are kept, because they are not files and an id can look like base64. */
const minBase64Length = 1024
/** Levels; what is nested more deeply cannot be turned into JSON. */
const maxJsonOutputDepth = 500

/**
 * A provider's raw response that fits into `maxBytes` of JSON, by an estimate: if it is larger, its base64 strings are
 * replaced by their sizes, and if that is not enough, or it is nested more than 500 levels deep, the whole response by
 * null. A warning `raw_truncated` says which. The given response stays as it is.
 * @example limitRaw({ pages: [] }, 1000) // { value: { pages: [] }, warnings: [] }
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
  if (depth > maxJsonOutputDepth) return Infinity
  if (typeof value === 'string') return Buffer.byteLength(value) + 2
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + jsonBytes(item, depth + 1), 2)
  if (isNonNullObject(value))
    return Object.entries(value).reduce(
      (sum, [name, member]) => sum + name.length + 4 + jsonBytes(member, depth + 1),
      2,
    )
  return String(value).length
}

const withoutBase64 = (value: unknown, depth: number): unknown => {
  if (depth > maxJsonOutputDepth) return null
  if (typeof value === 'string') return isBase64(value) ? `base64 left out (${value.length} characters)` : value
  if (Array.isArray(value)) return value.map((item) => withoutBase64(item, depth + 1))
  if (isNonNullObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBase64(member, depth + 1)]))
  return value
}

const isBase64 = (text: string): boolean =>
  text.length >= minBase64Length && /^(?:data:[^,]{0,200};base64,)?[\w+/=\s-]+$/.test(text)

const isNonNullObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const rawTruncated = (consequence: string): Warning =>
  warning('raw_truncated', `The raw response is too large. ${consequence}`)
