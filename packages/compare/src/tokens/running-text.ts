import type { Reading, ReadingBlock } from '../reading.ts'

const pageNumber =
  /^[^\p{L}\p{N}]*(?:page|seite|p\.|página|pagina)?\s*\d{1,4}(?:\s*(?:of|von|de|di|van|\/|\|)\s*\d{1,4})?[^\p{L}\p{N}]*$/iu

/** Longer text that comes again on page after page is a notice of its own. */
const longest = 200

/** How many blocks at either end of a page may be running text. */
const depth = 2

/**
 * The blocks that a reading has in its text and that may be running heads, feet and page numbers all the same, because
 * they come again at the ends of other pages, whatever their figures: another provider may have left them out.
 */
export const runningBlocks = ({ pages }: Reading): ReadonlySet<ReadingBlock> => {
  const ends = pages.map(({ blocks }) => {
    const inText = blocks.filter(({ type, text }) => type !== 'page_header' && type !== 'page_footer' && text !== '')
    const outer = new Set([...inText.slice(0, depth), ...inText.slice(-depth)])
    return [...outer].filter(({ text }) => text.length <= longest)
  })
  const counts = new Map<string, number>()
  for (const blocks of ends)
    for (const head of new Set(blocks.map(withoutFigures))) counts.set(head, (counts.get(head) ?? 0) + 1)
  const often = Math.max(pages.length < 4 ? 2 : 3, Math.ceil(pages.length * 0.3))
  const comesAgain = (head: string): boolean => head !== '' && (counts.get(head) ?? 0) >= often
  return new Set(ends.flat().filter((block) => pageNumber.test(block.text) || comesAgain(withoutFigures(block))))
}

/** Its letters alone: the figures count the pages. */
const withoutFigures = ({ text }: ReadingBlock): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\P{L}+/gu, '')
