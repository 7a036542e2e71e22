import type { Document } from '../../model.ts'
import { cleanText } from '../inline.ts'
import { headingOf } from './groups-of.ts'
import type { CountTokens } from './passage.ts'

/** The page or pages in a context, and the white space after it. */
const pageTokens = 12
/** The largest share of a chunk's target length that titles may take up. */
const maxContextShare = 0.25
const separator = ' › '

export type ChunkContext = {
  /** Tokens that the context of a chunk under these titles may take up. */
  readonly reserve: (headings: readonly string[]) => number
  /**
   * The titles of the document and of the sections without those that the text itself begins with, the outer ones left
   * out where they are long, and the pages where the document has any.
   */
  readonly lineOf: (headings: readonly string[], said: readonly string[], pages: readonly number[]) => string
}

/** Returns what a chunk can begin with, so that it says by itself what it is about. */
export const chunkContextOf = (document: Document, targetTokens: number, count: CountTokens): ChunkContext => {
  const title = titleOf(document)
  const hasPages = document.pages.some(({ width }) => width !== null)
  const maxTokens = Math.floor(targetTokens * maxContextShare)
  /** Sections have many chunks. */
  const shortened = new Map<string, string>()

  const titlesOf = (headings: readonly string[], said: readonly string[]): string => {
    const all = title === null || headings.some((heading) => heading === title) ? headings : [title, ...headings]
    const wanted = all.filter((heading) => !said.includes(heading))
    const key = wanted.join(separator)
    const known = shortened.get(key)
    if (known !== undefined) return known
    const [outer, ...inner] = wanted
    const fitting = [
      wanted,
      ...inner.slice(1).map((_, index) => [outer, '…', ...inner.slice(index + 1)]),
      wanted.slice(-1),
      wanted.slice(0, 1),
    ]
      .map((titles) => titles.join(separator))
      .find((line) => count(line) <= maxTokens)
    shortened.set(key, fitting ?? '')
    return fitting ?? ''
  }

  return {
    reserve: (headings) => Math.min(count(titlesOf(headings, [])), maxTokens) + (hasPages ? pageTokens : 1),
    lineOf: (headings, said, pages) =>
      [titlesOf(headings, said), hasPages ? pageRange(pages) : ''].filter((part) => part !== '').join(', '),
  }
}

/** The title that is printed, else that of the file's own metadata. */
const titleOf = ({ pages, metadata }: Document): string | null => {
  const printed = pages.flatMap(({ blocks }) => blocks).find(({ type, text }) => type === 'title' && text.trim() !== '')
  const title = cleanText(printed?.text ?? metadata.title ?? '').trim()
  return title === '' ? null : headingOf(title)
}

const pageRange = (pages: readonly number[]): string => {
  const [first, last] = [pages[0], pages.at(-1)]
  if (first === undefined) return ''
  return first === last ? `p. ${first}` : `pp. ${first}–${last}`
}
