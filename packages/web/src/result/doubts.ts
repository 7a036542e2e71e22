import type { Warning } from '@polyparse/contract'
import type { BlockValue, FieldValue } from '@polyparse/document/schema'
import type { ResultReading } from './reading.ts'

/** A page that its reader is not sure of. */
export type DoubtedResultPage = { readonly page: number; readonly quality: number | undefined }

/** The pages that the reader warns of, the least sure first. */
export const doubtedPages = ({ pages }: ResultReading, warnings: readonly Warning[]): DoubtedResultPage[] => {
  const doubted = new Set(warnings.flatMap(({ code, page }) => (code === 'low_confidence' ? [page] : [])))
  return pages
    .filter(({ page }) => doubted.has(page))
    .map(({ page, quality }) => ({ page, quality }))
    .toSorted((one, other) => (one.quality ?? 0) - (other.quality ?? 0))
}

export const hasConfidence = ({ pages }: ResultReading): boolean =>
  pages.some(({ blocks }) => blocks.some(({ confidence }) => confidence !== undefined))

/** The shades of doubt, by the probability below which a block has them. */
const shades = [
  { below: 0.7, name: 'doubt-3' },
  { below: 0.85, name: 'doubt-2' },
  { below: 0.95, name: 'doubt-1' },
]

/**
 * The class that shades a block of this confidence; none if it is sure or unrated.
 * @example shadeOf(0.5) // 'doubt-3'
 */
export const shadeOf = (confidence: number | undefined): string =>
  confidence === undefined ? '' : (shades.find(({ below }) => confidence < below)?.name ?? '')

/** The block in which a field, or another value with a place, is: the first one on its page that covers the middle of it. */
export const blockOfField = ({ pages }: ResultReading, { page, bbox }: Pick<FieldValue, 'page' | 'bbox'>) => {
  if (bbox === null) return undefined
  const [left, top, right, bottom] = bbox
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return pages
    .find((each) => each.page === page)
    ?.blocks.find(({ bbox: box }) => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box ?? []
      return box !== null && x >= x0 && x <= x1 && y >= y0 && y <= y1
    })
}

/** The block that a warning is about, by the code of the warning; any other warning is about its page as a whole. */
const subjects: Readonly<Record<string, (blocks: readonly BlockValue[]) => BlockValue | undefined>> = {
  low_confidence: (blocks) =>
    blocks
      .filter(({ confidence }) => confidence !== undefined)
      .toSorted((one, other) => (one.confidence ?? 1) - (other.confidence ?? 1))[0],
  table_doubtful: (blocks) => blocks.find(({ type }) => type === 'table'),
  table_truncated: (blocks) => blocks.find(({ type }) => type === 'table'),
  image_omitted: (blocks) => blocks.find(({ type }) => type === 'picture'),
  image_not_converted: (blocks) => blocks.find(({ type }) => type === 'picture'),
}

/** The block that a warning is about; undefined where it is about all of its page. */
export const blockOfWarning = ({ pages }: ResultReading, { code, page, bbox }: Warning): BlockValue | undefined => {
  const blocks = pages.find((each) => each.page === page)?.blocks ?? []
  return bbox === undefined
    ? subjects[code]?.(blocks)
    : blocks.find((block) => block.bbox?.every((edge, index) => edge === bbox[index]))
}
