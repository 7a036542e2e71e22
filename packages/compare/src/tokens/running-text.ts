import { tokenizing } from '../parameters.ts'
import type { Reading, ReadingBlock } from '../reading.ts'

const pageNumber =
  /^[^\p{L}\p{N}]*(?:page|seite|p\.|página|pagina)?\s*\d{1,4}(?:\s*(?:of|von|de|di|van|\/|\|)\s*\d{1,4})?[^\p{L}\p{N}]*$/iu

/**
 * The blocks of the body text that may be running heads, feet or page numbers, because they recur at the ends of other
 * pages, digits aside: another provider may have left them out.
 */
export const runningBlocks = ({ pages }: Reading): ReadonlySet<ReadingBlock> => {
  const { runningTextDepth, maxRunningTextLength, minRunningPages, shortDocument, minRunningPageShare } = tokenizing
  const ends = pages.map(({ blocks }) => {
    const body = blocks.filter(({ type, text }) => type !== 'page_header' && type !== 'page_footer' && text !== '')
    const outer = new Set([...body.slice(0, runningTextDepth), ...body.slice(-runningTextDepth)])
    return [...outer].filter(({ text }) => text.length <= maxRunningTextLength)
  })
  const counts = new Map<string, number>()
  for (const blocks of ends)
    for (const head of new Set(blocks.map(lettersOfBlock))) counts.set(head, (counts.get(head) ?? 0) + 1)
  const minPages = pages.length < shortDocument ? minRunningPages.short : minRunningPages.long
  const minCount = Math.max(minPages, Math.ceil(pages.length * minRunningPageShare))
  const recurs = (head: string): boolean => head !== '' && (counts.get(head) ?? 0) >= minCount
  return new Set(ends.flat().filter((block) => pageNumber.test(block.text) || recurs(lettersOfBlock(block))))
}

/** The letters alone: digits count the pages. */
const lettersOfBlock = ({ text }: ReadingBlock): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\P{L}+/gu, '')
