import { type Warning, warning } from '@polyparse/document'
import type { EngineRequest } from './engine.ts'
import { EngineFailure } from './engine-failure.ts'

/**
 * The numbers of the pages to read in a document of `count` pages, ascending, and a warning `page_out_of_range` for
 * each requested page that it does not have, or one for all where they are many.
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
  const numbers = pages === null ? Array.from({ length: count }, (_, index) => index + 1) : within(pages, count)
  if (numbers.length === 0) {
    throw new EngineFailure('page_out_of_range', `None of the requested pages exists; the document has ${of(count)}.`)
  }
  if (numbers.length > maxPages) {
    const asked = pages === null ? `The document has ${of(count)}` : `The selection has ${of(numbers.length)}`
    throw new EngineFailure('too_many_pages', `${asked}; at most ${maxPages} are read at once.`)
  }
  return {
    numbers,
    warnings: missingPages(
      (pages ?? []).filter((page) => page > count),
      count,
    ),
  }
}

/** A selection such as 1–5000 of a short document says one thing, not thousands. */
const maxWarnings = 10

const missingPages = (missing: readonly number[], count: number): Warning[] => {
  const [first] = missing
  const has = `the document has ${of(count)}.`
  if (first !== undefined && missing.length > maxWarnings)
    return [
      warning(
        'page_out_of_range',
        `${missing.length} of the requested pages, the first of them ${first}, do not exist; ${has}`,
        first,
      ),
    ]
  return missing.map((page) => warning('page_out_of_range', `Page ${page} does not exist; ${has}`, page))
}

const within = (pages: readonly number[], count: number): number[] => pages.filter((page) => page <= count)

const of = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)
