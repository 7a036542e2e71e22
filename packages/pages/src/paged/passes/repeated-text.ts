import { pageWords } from '../../language/page-numbers.ts'
import { textOfBlock, type DraftBlock, type DraftPage } from '../draft.ts'
import { repeatedText as limits } from '../parameters.ts'

/*
 * Finds text that stands at the same place on several pages. What is dropped as a running head is lost, so only pages
 * that differ otherwise bear witness to one, and a number in it must be that of the page.
 */

/** Text at an edge of a page. `isSetOff` is true if it is set like a heading. */
export type TextAtEdge = {
  readonly block: DraftBlock
  readonly place: string
  readonly isSetOff: boolean
}

/** A page with the text at its edges. */
export type PageWithEdges = { readonly page: DraftPage; readonly edges: readonly TextAtEdge[] }

/** Returns the blocks that stand at the same place on other pages as well, on as many as are needed. */
export const findRepeated = (
  pages: readonly PageWithEdges[],
  needed: (pageCount: number) => number,
): ReadonlySet<DraftBlock> => {
  const witnesses = differentPages(pages)
  const counts = new Map<string, number>()
  for (const { page, edges } of witnesses)
    for (const key of new Set(edges.flatMap((text) => keysOfEdge(text, page.number))))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const minimum = needed(witnesses.length)
  const isRepeated = (key: string): boolean => (counts.get(key) ?? 0) >= minimum
  return new Set(
    pages.flatMap(({ page, edges }) =>
      edges.filter((text) => keysOfEdge(text, page.number).some(isRepeated)).map(({ block }) => block),
    ),
  )
}

/**
 * The pages whose text is not for the most part that of earlier ones. Where a page comes again, so does its first line, which
 * says nothing about whether it is a head.
 */
const differentPages = (pages: readonly PageWithEdges[]): PageWithEdges[] => {
  const seen = new Set<string>()
  return pages.filter(({ page, edges }) => {
    const atEdges = new Set(edges.map(({ block }) => block))
    const texts = page.blocks.filter((block) => !atEdges.has(block)).map(fullTextOfBlock)
    const length = (some: readonly string[]): number => some.reduce((sum, text) => sum + text.length, 0)
    const known = length(texts.filter((text) => seen.has(text)))
    for (const text of texts) seen.add(text)
    return known === 0 || known < length(texts) * limits.minSharedText
  })
}

const fullTextOfBlock = (block: DraftBlock): string =>
  block.table === undefined ? textOfBlock(block) : block.table.cells.map(({ text }) => text).join('\t')

/**
 * The texts by which a block is found on other pages: its own, and with the numbers that may count the pages replaced by how
 * far they are from the number of the page.
 */
const keysOfEdge = ({ block, place, isSetOff }: TextAtEdge, pageNumber: number): string[] => {
  const text = textOfBlock(block).toLowerCase()
  const numbers = [...text.matchAll(/\d+/g)]
  const counting = numbers.filter((number) => mayCountPages(number, text, isSetOff)).slice(0, limits.maxNumbers)
  const variants = counting.length > 1 ? [[], ...counting.map((one) => [one]), counting] : [[], counting]
  return variants.map((variant) => {
    const offsets = new Map(variant.map(({ index, 0: digits }) => [index, Number(digits) - pageNumber]))
    const counted = text.replaceAll(/\d+/g, (digits, index: number) => {
      const offset = offsets.get(index)
      return offset === undefined ? digits : `#${offset}`
    })
    return `${place} ${counted}`
  })
}

/**
 * Tells whether a number may be that of the page. In text that is set like a heading, as in `Question 2`, it counts something
 * else, unless it has the word for a page or a mark before it.
 */
const mayCountPages = ({ index, 0: digits }: RegExpExecArray, text: string, isSetOff: boolean): boolean =>
  digits.length <= limits.maxDigits && (!isSetOff || ownsNumber.test(text.slice(0, index)))

const ownsNumber = new RegExp(String.raw`(?:^|[^\p{L}\p{N}\s]|(?:^|\P{L})(?:${pageWords}))\s*$`, 'iu')
