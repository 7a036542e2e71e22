import { isNamedPage } from '../../language/page-numbers.ts'
import { textOfBlock, type DraftBlock, type DraftPage } from '../draft.ts'
import { repeatedText as limits } from '../parameters.ts'
import { printedText } from './paragraphs.ts'

/*
 * Finds text that is at the same place on several pages. What is dropped as a running head is lost, so only pages
 * that differ otherwise bear witness to one, and a number in it must be that of the page.
 */

/**
 * Text at an edge of a page. `isSetOff` is true if it is set like a heading, `isNumberApart` if a number is set apart
 * at one of its ends, and `isInMargin` if white divides it from the text; `isHeading` if it is as large as only headings are,
 * `mayTitle` if it is above the text and set off or below other text, and `isFar` if it is farther from the edge than running text
 * mostly is.
 */
export type TextAtEdge = {
  readonly block: DraftBlock
  readonly place: string
  readonly isSetOff: boolean
  readonly isNumberApart: boolean
  readonly isInMargin: boolean
  readonly isHeading: boolean
  readonly mayTitle: boolean
  readonly isFar: boolean
}

/** A page with the text at its edges. */
export type PageWithEdges = { readonly page: DraftPage; readonly edges: readonly TextAtEdge[] }

/**
 * The blocks that are at the same place on other pages as well, and those of which only the words are, with numbers that
 * are not those of the pages, or only the place, with other words on every page.
 */
export type RepeatedText = {
  readonly found: ReadonlySet<DraftBlock>
  readonly varied: ReadonlySet<DraftBlock>
}

/** Finds the blocks that are at the same place on other pages as well, on as many as are needed. */
export const findRepeated = (pages: readonly PageWithEdges[], needed: (pageCount: number) => number): RepeatedText => {
  const ranked = rankPages(pages)
  const witnesses = ranked.filter(({ isCopy }) => !isCopy)
  const minimum = needed(witnesses.length)
  const blocksWith = (keysOf: (text: TextAtEdge, page: RankedPage) => readonly string[]): ReadonlySet<DraftBlock> => {
    const counts = new Map<string, number>()
    for (const page of witnesses)
      for (const key of new Set(page.edges.flatMap((text) => keysOf(text, page))))
        counts.set(key, (counts.get(key) ?? 0) + 1)
    const minimumOfFar = Math.max(minimum, Math.ceil(witnesses.length * limits.minShareOfFar))
    return new Set(
      ranked.flatMap((page) =>
        page.edges
          .filter((text) =>
            keysOf(text, page).some((key) => (counts.get(key) ?? 0) >= (text.isFar ? minimumOfFar : minimum)),
          )
          .map(({ block }) => block),
      ),
    )
  }
  const found = blocksWith(keysOfEdge)
  const alike = blocksWith(({ block, place }) => [`${place} ${printedText(block).replaceAll(/\d+/g, '#')}`])
  const records = namesOfRecords(witnesses)
  return { found, varied: new Set([...alike, ...records].filter((block) => !found.has(block))) }
}

/**
 * Finds the texts at one place, from the same left side, of which every page has another: the names of the people or things that the
 * pages are about. The head of a chapter is on several of its pages.
 */
const namesOfRecords = (pages: readonly PageWithEdges[]): DraftBlock[] => {
  const ofPlace = Map.groupBy(
    pages.flatMap(({ edges }) => edges.filter(({ block }) => /^\P{N}*$/u.test(printedText(block)))),
    ({ block, place }) => `${place} ${Math.round(block.box[0])}`,
  )
  return [...ofPlace.values()].flatMap((edges) => {
    const blocks = edges.map(({ block }) => block)
    const isOfRecords = blocks.length >= Math.max(limits.minRecords, pages.length * limits.minShareOfRecords)
    return isOfRecords && new Set(blocks.map(printedText)).size === blocks.length ? blocks : []
  })
}

/** A page with its place among those that are no copies of earlier ones, which a copy has from its original. */
type RankedPage = PageWithEdges & { readonly rank: number; readonly isCopy: boolean }

/**
 * Tells the pages whose text is for the most part that of an earlier one. Where a page comes again, so does its first line, which
 * says nothing about whether it is a head.
 */
const rankPages = (pages: readonly PageWithEdges[]): RankedPage[] => {
  const rankOfText = new Map<string, number>()
  let rank = 0
  return pages.map(({ page, edges }) => {
    const atEdges = new Set(edges.map(({ block }) => block))
    const texts = page.blocks.filter((block) => !atEdges.has(block)).map(fullTextOfBlock)
    const length = (some: readonly string[]): number => some.reduce((sum, text) => sum + text.length, 0)
    const known = texts.filter((text) => rankOfText.has(text))
    const isCopy = length(known) > 0 && length(known) >= length(texts) * limits.minSharedText
    if (!isCopy) rank += 1
    for (const text of texts) if (!rankOfText.has(text)) rankOfText.set(text, rank)
    const longest = known.toSorted((a, b) => b.length - a.length)[0]
    const original = longest === undefined ? undefined : rankOfText.get(longest)
    return { page, edges, rank: isCopy ? (original ?? rank) : rank, isCopy }
  })
}

const fullTextOfBlock = (block: DraftBlock): string =>
  block.table === undefined ? textOfBlock(block) : block.table.cells.map(({ text }) => text).join('\t')

/**
 * The texts by which a block is found on other pages: its own, and with the numbers that may be those of the pages replaced by what
 * they have in common with those of other pages. A number far from the edge that does not count the pages has none.
 */
const keysOfEdge = (edge: TextAtEdge, page: RankedPage): string[] => {
  const text = printedText(edge.block).toLowerCase()
  const numbers = [...text.matchAll(/\d+/g)].flatMap((found) => {
    const marks = marksOfNumber(found, { edge, text, page })
    return marks.length === 0 ? [] : [{ index: found.index, marks }]
  })
  const counting = numbers.slice(0, limits.maxNumbers)
  const variants = counting.length > 1 ? [...counting.map((one) => [one]), counting] : [counting]
  const keys = variants.flatMap((variant) => {
    const ways = Math.max(...variant.map(({ marks }) => marks.length), 1)
    return Array.from({ length: ways }, (_, way) =>
      text.replaceAll(/\d+/g, (digits, index: number) => {
        const marks = variant.find((one) => one.index === index)?.marks
        return marks === undefined ? digits : (marks[way] ?? marks[0] ?? digits)
      }),
    )
  })
  const known = edge.isFar ? keys.filter((key) => key !== text) : [text, ...keys]
  return [...new Set(known)].map((key) => `${edge.place} ${key}`)
}

type NumberContext = { readonly edge: TextAtEdge; readonly text: string; readonly page: RankedPage }

/**
 * Returns the marks by which a number that may be that of the page is compared: a sign alone beside the word for a page; its
 * distance from the count of pages if it is alone or apart in the margin; and if it follows the words, as in `Invoice 1001`, a sign only
 * if it is the number of this page and in the margin. In text that is set like a heading, as in `Question
 * 2`, it counts something else. Of numbers alone, those as large as headings count something else too; those that may title
 * the text or are far from the edge count the pages only if they are close to the numbers of these.
 */
const marksOfNumber = ({ index, 0: digits }: RegExpExecArray, { edge, text, page }: NumberContext): string[] => {
  if (digits.length > limits.maxDigits) return []
  const [before, after] = [text.slice(0, index), text.slice(index + digits.length)]
  if (isNamedPage(before, after)) return ['#']
  if (!edge.isInMargin) return []
  const own = [page.page.number, page.rank]
  const isAtEnd = !/[\p{L}\p{N}]/u.test(before) || !/[\p{L}\p{N}]/u.test(after)
  const isAlone = before === '' && after === ''
  const isApart =
    isAtEnd && (isAlone || edge.isNumberApart || separatorBefore.test(before) || separatorAfter.test(after))
  if (isAlone && edge.isHeading) return []
  const isOnlyNear = isAlone && (edge.isFar || edge.mayTitle)
  if (isApart)
    return (isOnlyNear ? [1] : limits.steps).flatMap((step) =>
      own.flatMap((ordinal, way) => {
        const offset = Number(digits) - step * ordinal
        return isOnlyNear && Math.abs(offset) > limits.maxOffset ? [] : [`#${way}/${step}:${offset}`]
      }),
    )
  return !edge.isSetOff && own.includes(Number(digits)) ? ['#'] : []
}

const separatorBefore = /(?:[|·•]|\s[-–—])\s*$/u
const separatorAfter = /^\s*(?:[|·•]|[-–—]\s)/u
