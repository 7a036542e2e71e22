import { numbersTo, pagesOutOfRange, type Warning } from '@polyparse/document'
import type { EngineRequest } from './engine.ts'
import { EngineFailure } from './engine-failure.ts'

/**
 * The numbers of the pages to read in a document of `count` pages, ascending, and warnings of the requested pages that
 * it does not have.
 *
 * @example selectPages({ pages: [1, 9], maxPages: 100 }, 3) // numbers [1], a warning for page 9
 * @throws {EngineFailure} `document_empty` without any page, `page_out_of_range` when none of the requested pages
 * exists, `too_many_pages` when more than `maxPages` are left.
 */
export const selectPages = (
  { pages, maxPages }: Pick<EngineRequest, 'pages' | 'maxPages'>,
  count: number,
): { readonly numbers: readonly number[]; readonly warnings: readonly Warning[] } => {
  if (count === 0) throw new EngineFailure('document_empty', 'The document has no pages.')
  const numbers = pages === null ? numbersTo(count) : dropPagesBeyondCount(pages, count)
  if (numbers.length === 0) {
    throw new EngineFailure('page_out_of_range', `None of the requested pages exists; the document has ${of(count)}.`)
  }
  if (numbers.length > maxPages) {
    const asked = pages === null ? `The document has ${of(count)}` : `The selection has ${of(numbers.length)}`
    throw new EngineFailure('too_many_pages', `${asked}; at most ${maxPages} are read at once.`)
  }
  const missing = (pages ?? []).filter((page) => page > count)
  return {
    numbers,
    warnings: pagesOutOfRange(missing, (which) => `The document has ${of(count)}, so it lacks ${which}.`),
  }
}

const dropPagesBeyondCount = (pages: readonly number[], count: number): number[] =>
  pages.filter((page) => page <= count)

const of = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)
