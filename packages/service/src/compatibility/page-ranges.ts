import { limits } from '@polyparse/contract'
import { RefusedFormError } from './refused-form.ts'

/** The first and the last page of a range; both are negative where it is none. */
export type PagesFromZero = readonly [first: number, last: number]

/**
 * The ranges of a text such as `0-3,7`.
 * @example pageRangesOf('0-3,7') // [[0, 3], [7, 7]]
 */
export const pageRangesOf = (text: string): PagesFromZero[] => text.split(',').map(pageRangeOf)

/**
 * The pages of ranges that count from 0, as numbers from 1, each once and ascending.
 * @throws {RefusedFormError} for what is no page, and for more pages than a job may ask for.
 * @example pagesOfRanges('pages', [[0, 2], [7, 7]]) // [1, 2, 3, 8]
 */
export const pagesOfRanges = (field: string, ranges: readonly PagesFromZero[]): number[] => {
  const pages = new Set<number>()
  let count = 0
  for (const [first, last] of ranges) {
    const isAllowed = first >= 0 && last >= first && last < limits.pageNumber.maximum
    // Repeated ones count as well: a text can name the same thousand pages thousands of times.
    count += last - first + 1
    if (!isAllowed || count > limits.pages)
      throw new RefusedFormError(`${field} must be at most ${limits.pages} numbers from 0, or ranges such as 0-3,7`)
    for (let page = first; page <= last; page += 1) pages.add(page + 1)
  }
  if (pages.size === 0) throw new RefusedFormError(`${field} must have a page`)
  return [...pages].toSorted((a, b) => a - b)
}

const pageRangeOf = (text: string): PagesFromZero => {
  const [, first = '', last = first] = /^ *(\d{1,9})(?:-(\d{1,9}))? *$/.exec(text) ?? []
  return first === '' ? [-1, -1] : [Number(first), Number(last)]
}
