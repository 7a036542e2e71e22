import { areBold } from '../../language/bold.ts'
import { isCaptionLabel } from '../../language/captions.ts'
import { endsInAmount, goesOnBelow, isLoneDate } from '../../language/lone-values.ts'
import { hasPageWord, isPageNumber } from '../../language/page-numbers.ts'
import {
  isTurned,
  mainSize,
  textOfBlock,
  textOfLine,
  type Draft,
  type DraftBlock,
  type DraftPage,
  type Line,
} from '../draft.ts'
import { runningText as limits } from '../parameters.ts'
import { minOf } from '@polyparse/engine'
import { printedText, withMarker } from './paragraphs.ts'
import { findRepeated, type RepeatedText } from './repeated-text.ts'
import { hasNumberApart, isCounted, isRunningHead, numbersApart } from './running-heads.ts'

/*
 * Finds what belongs to the page and not to its text: headers, footers and page numbers.
 */

type Edge = 'page_header' | 'page_footer'

/**
 * Marks headers and footers: text at the edge of a page that, its page number aside, is at the same place on other pages;
 * page numbers there; and short lines at the very edge, no larger than the text and far from it. Their words are kept.
 */
export const findRunningText = (draft: Draft): Draft => {
  if (isCutOut(draft)) return draft
  const body = mainSize(draft.pages.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines)))
  const pages = draft.pages.map((page) => ({ page, candidates: edges(page) }))
  const repeated = findRepeated(
    pages.map(({ page, candidates }) => ({
      page,
      edges: candidates.map(({ block, edge, isFar }) => ({
        block,
        place: placeOfRunningText(block, edge),
        isSetOff: isSetOff(block, body),
        isNumberApart: hasNumberApart(block.lines),
        isInMargin: isInMargin(block, page, isFar ? limits.countedShare : limits.repeatedShare),
        isHeading: isAsLargeAsHeading(block, body),
        mayTitle: edge === 'page_header' && (isSetOff(block, body) || isBelowText(block, page)),
        isFar,
      })),
    })),
    (pageCount) => Math.max(limits.minPages, Math.min(limits.maxPages, Math.ceil(pageCount / limits.pagesForOne))),
  )
  const isAlone = draft.metadata.documentPageCount === 1
  return {
    ...draft,
    pages: pages.map(({ page, candidates }) => markPage(page, candidates, { repeated, body, isAlone })),
  }
}

/**
 * Tells whether a document is a single picture whose proportions are not those of paper: a receipt, or a piece of a
 * screen. Its edges are no margins of a page, and the text alone at an edge may be the total.
 */
const isCutOut = ({ metadata: { mimeType, documentPageCount }, pages }: Draft): boolean =>
  documentPageCount === 1 &&
  mimeType.startsWith('image/') &&
  pages.every(({ width, height }) => {
    const proportion = Math.max(width, height) / Math.min(width, height)
    return limits.paperProportions.every((paper) => Math.abs(proportion / paper - 1) > limits.paperTolerance)
  })

/** A block at an edge; `isFar` is true for a number alone that is farther from the edge than other text is looked for. */
type EdgeBlock = { readonly block: DraftBlock; readonly edge: Edge; readonly isFar: boolean }

type RunningTextEvidence = {
  readonly repeated: RepeatedText
  readonly body: number
  /** True if no other page can show what is on all of them: then nothing but its look tells a head from the text. */
  readonly isAlone: boolean
}

const markPage = (
  page: DraftPage,
  candidates: readonly EdgeBlock[],
  { repeated, body, isAlone }: RunningTextEvidence,
): DraftPage => {
  const numbers = numbersOfPage(
    candidates.filter(({ block, edge }) => !isLoneValue(block, edge, { page, body, repeated })),
    page,
  )
  const found = new Map(
    candidates
      .filter(
        ({ block }) =>
          repeated.found.has(block) ||
          numbers.has(block) ||
          (!isCountedBlock(block, page) &&
            ((isHead(block, page) && !isLarge(block, body) && (!isAlone || hasNumberApart(block.lines))) ||
              (isLonely(block, page, body) && !repeated.varied.has(block)))),
      )
      .map(({ block, edge }) => [block, edge]),
  )
  for (const block of page.blocks) {
    if (isNumberedMargin(block, page)) found.set(block, edgeOf(block, page, limits.lonelyShare) ?? 'page_footer')
    else if (isNumberedHead(block, page, body)) found.set(block, 'page_header')
    else if (isNumberBelow(block, page) && !isLarge(block, body)) found.set(block, 'page_footer')
    else if (isInSideMargin(block, page) && hasReadingText(page) && !(isAlone && isLabel(block)))
      found.set(block, 'page_footer')
  }
  return {
    ...page,
    blocks: page.blocks.map((block) => {
      const edge = found.get(block)
      return edge === undefined ? block : { type: edge, box: block.box, lines: withMarker(block) }
    }),
  }
}

/**
 * The blocks that are no more than the number of the page, with the word for it or in the margin. Where several have the look, they are values or labels,
 * but for the two numbers of a spread, beside each other.
 */
const numbersOfPage = (candidates: readonly EdgeBlock[], page: DraftPage): ReadonlySet<DraftBlock> =>
  new Set(
    (['page_header', 'page_footer'] as const).flatMap((edge) => {
      const numbers = candidates
        .filter((one) => one.edge === edge && isPageNumber(printedText(one.block)))
        .map(({ block }) => block)
        .filter((block) => edgeOf(block, page, limits.repeatedShare) !== null)
        .filter((block) => hasPageWord(printedText(block)) || isInMargin(block, page))
      const tops = numbers.map(({ box }) => box[1])
      const areBeside = Math.max(...tops) - Math.min(...tops) < limits.heightTolerance
      return numbers.length === 1 || (numbers.length === 2 && areBeside) ? numbers : []
    }),
  )

/**
 * Tells whether a number alone is a value rather than the number of the page: it is as large as a heading, does not count the pages
 * that have others at its place, or is at the top of the page and set off or below other text.
 */
const isLoneValue = (
  block: DraftBlock,
  edge: Edge,
  { page, body, repeated }: Pick<RunningTextEvidence, 'body' | 'repeated'> & { readonly page: DraftPage },
): boolean =>
  isLoneNumber(block) &&
  (isAsLargeAsHeading(block, body) ||
    repeated.varied.has(block) ||
    (edge === 'page_header' && (isSetOff(block, body) || isBelowText(block, page))))

const edges = (page: DraftPage): EdgeBlock[] =>
  page.blocks.flatMap((block) => {
    const near = edgeOf(block, page, limits.repeatedShare)
    const edge = near ?? (isFarNumber(block, page) ? 'page_footer' : null)
    const isCandidate =
      edge !== null &&
      block.known !== true &&
      block.lines.length > 0 &&
      block.lines.length <= limits.maxLines &&
      block.type !== 'table' &&
      !(block.lines.length === 1 && goesOnBelow(textOfBlock(block)))
    return isCandidate ? [{ block, edge, isFar: near === null }] : []
  })

/**
 * Tells whether a block is a number alone with nothing below it, which may count the pages farther from their edges than other text that
 * they have in common. Above the text, numbers as far as this are those of what the page is about.
 */
const isFarNumber = (block: DraftBlock, page: DraftPage): boolean =>
  isLoneNumber(block) &&
  edgeOf(block, page, limits.countedShare) === 'page_footer' &&
  page.blocks.every((other) => other === block || other.lines.every(isTurned) || other.box[3] <= block.box[3])

/** Tells whether other text is above a block, up to the edge of the page: a label, or the name of what the page is about. */
const isBelowText = (block: DraftBlock, page: DraftPage): boolean =>
  page.blocks.some(
    (other) =>
      other !== block && !other.lines.every(isTurned) && other.box[3] <= block.box[1] + mainSize(block.lines) / 2,
  )

const isLoneNumber = (block: DraftBlock): boolean => /^\d{1,4}$/.test(printedText(block))

const edgeOf = ({ box }: Pick<DraftBlock, 'box'>, { height }: DraftPage, share: number): Edge | null => {
  if (box[3] < height * share) return 'page_header'
  return box[1] > height * (1 - share) ? 'page_footer' : null
}

/**
 * Tells whether a block is in the margin: within the outer part of the page, or with white between it and the text, which is
 * what is outside a share of the page's height.
 */
const isInMargin = (block: DraftBlock, page: DraftPage, share: number = limits.repeatedShare): boolean =>
  edgeOf(block, page, limits.lonelyShare) !== null ||
  whiteToText(block, page, share) > mainSize(block.lines) * limits.minWhite

/**
 * Tells whether a line or two are far from all other text, which is all that a single page can show. Words enough for a sentence
 * in the size of the text are its last paragraph, below an empty line, an amount is its total, and a date above the text is
 * the first line of a letter.
 */
const isLonely = (block: DraftBlock, page: DraftPage, body: number): boolean => {
  const share = page.width > page.height ? limits.lonelyShareOnWidePage : limits.lonelyShare
  const edge = edgeOf(block, page, share)
  const text = textOfBlock(block)
  if (
    edge === null ||
    block.lines.length > limits.maxLonelyLines ||
    text.length > limits.maxLonelyCharacters ||
    isLarge(block, body) ||
    isBoldRunningBlock(block) ||
    isNoteAtPageEdge(block, page) ||
    (hasWordsToRead(block) && Math.abs(mainSize(block.lines) - body) < limits.ownSize) ||
    !hasReadingText(page)
  )
    return false
  if (edge === 'page_header' && (/^\p{Ll}/u.test(text) || isLoneDate(text) || isBelowTitle(block, page, body)))
    return false
  if (endsInAmount(text)) return false
  const hasText = page.blocks.some(({ lines, box }) => lines.length > 0 && edgeOf({ box }, page, share) !== edge)
  return hasText && whiteToText(block, page, share) > mainSize(block.lines) * limits.minWhite
}

/** Tells whether text as large as a title is above a block, which is then part of what the title is about. */
const isBelowTitle = (block: DraftBlock, page: DraftPage, body: number): boolean =>
  page.blocks.some((other) => other.lines.length > 0 && isLarge(other, body) && other.box[3] <= block.box[1])

/**
 * The white between a block at an edge of a page and the text, which is what is outside that edge; Infinity without
 * any.
 */
const whiteToText = (block: DraftBlock, page: DraftPage, share: number): number => {
  const edge = edgeOf(block, page, share)
  const gapTo = (far: DraftBlock, near: DraftBlock): number =>
    edge === 'page_header' ? near.box[1] - far.box[3] : far.box[1] - near.box[3]
  const filled = page.blocks.filter(({ lines }) => lines.length > 0)
  const others = filled.filter((other) => edgeOf(other, page, share) !== edge)
  const between = filled
    .filter((other) => other !== block && !others.includes(other) && gapTo(block, other) > -mainSize(block.lines))
    .toSorted((a, b) => gapTo(block, b) - gapTo(block, a))
  return others.length === 0 ? Infinity : whiteTo(block, [others, between], gapTo)
}

/**
 * The white between a block and the text. What is between them, as close to the text as its lines are, goes on with it:
 * the last lines of a long page are no footers.
 */
const whiteTo = (
  block: DraftBlock,
  [text, between]: readonly [readonly DraftBlock[], readonly DraftBlock[]],
  gapTo: (far: DraftBlock, near: DraftBlock) => number,
): number => {
  let nearest = text.reduce(
    (best, other) => (gapTo(block, other) < gapTo(block, best) ? other : best),
    text[0] ?? block,
  )
  for (const next of between)
    if (
      gapTo(next, nearest) <= mainSize(next.lines) * limits.maxLineWhite &&
      gapTo(block, next) < gapTo(block, nearest)
    )
      nearest = next
  return gapTo(block, nearest)
}

/**
 * Tells whether a page has text to read: tables, lists or as many words as a sentence has. A chart that fills its page has labels
 * alone, and no margin around them.
 */
const hasReadingText = ({ blocks }: DraftPage): boolean =>
  blocks.some((block) => block.type === 'table' || block.type === 'list_item' || hasWordsToRead(block))

const hasWordsToRead = ({ lines }: DraftBlock): boolean =>
  lines.flatMap(({ words }) => words).filter(({ text }) => /\p{L}/u.test(text)).length >= limits.minReadingWords

/** Tells whether a block is as large as only headings and the values that a page is about are. */
const isAsLargeAsHeading = ({ lines }: DraftBlock, body: number): boolean =>
  mainSize(lines) > Math.max(body * limits.minHeadingRatio, limits.smallPrint)

/** Tells whether a block is set larger than running text is. */
const isLarge = ({ lines }: DraftBlock, body: number): boolean =>
  mainSize(lines) > Math.max(body * limits.maxSizeRatio, limits.smallPrint)

/**
 * Tells whether a line or two in the outer margin have the number of this very page apart at an end, however they are set: what
 * programs that print text files write above and below it.
 */
const isNumberedMargin = (block: DraftBlock, page: DraftPage): boolean =>
  block.known !== true &&
  block.type !== 'table' &&
  block.lines.length <= limits.maxLonelyLines &&
  edgeOf(block, page, limits.lonelyShare) !== null &&
  block.lines.some(
    (line) =>
      /\p{L}/u.test(textOfLine(line)) && numbersApart(line).includes(page.number) && !isRowOfNumbers(line, page),
  )

/** Tells whether the next line has a number apart as well: both are rows of a list or a table. */
const isRowOfNumbers = (line: Line, { blocks }: DraftPage): boolean => {
  const lines = blocks.flatMap((block) => block.lines)
  const next = lines[lines.indexOf(line) + 1]
  return next !== undefined && numbersApart(next).length > 0
}

/**
 * Tells whether the first line of a page is its head: the number of the page is set apart at one of its ends, and white
 * is below it.
 */
const isNumberedHead = (block: DraftBlock, page: DraftPage, body: number): boolean => {
  const [line, ...more] = block.lines
  const first = page.blocks.find(({ lines }) => lines.length > 0)
  const words = line?.words ?? []
  if (line === undefined || more.length > 0 || block !== first || words.length < 2) return false
  if (block.known === true || block.type === 'table' || block.box[3] > page.height * limits.headShare) return false
  if (isBoldRunningBlock(block) || isCaptionLabel(textOfBlock(block)) || line.size > body * limits.maxSizeRatio)
    return false
  const below = minOf(page.blocks.filter((other) => other !== block).map(({ box }) => box[1])) - block.box[3]
  return below > line.size * limits.minWhiteBelowHead && hasNumberApart([line]) && !isCounted(line, page)
}

/**
 * Tells whether a block is a number in the middle below all else, where programs that set text leave a wide margin below
 * it.
 */
const isNumberBelow = (block: DraftBlock, page: DraftPage): boolean => {
  const { box, known, lines } = block
  if (known === true || edgeOf(block, page, limits.numberShare) !== 'page_footer') return false
  if (lines.length !== 1 || !/^\d{1,4}$/.test(textOfBlock(block))) return false
  const others = page.blocks.filter((other) => other !== block)
  const gap = minOf(others.map((other) => box[1] - other.box[3]))
  const isCentred = Math.abs((box[0] + box[2] - page.width) / 2) < mainSize(lines)
  return isCentred && others.length > 0 && gap > mainSize(lines) * limits.minWhite
}

/** Tells whether a block runs up or down the outer margin: the stamp of an archive, a note on who downloaded the page. */
const isInSideMargin = ({ box, lines, known, type }: DraftBlock, { width }: DraftPage): boolean =>
  known !== true &&
  type !== 'table' &&
  lines.length > 0 &&
  lines.length <= limits.maxLonelyLines &&
  lines.every(isTurned) &&
  (box[2] < width * limits.sideShare || box[0] > width * (1 - limits.sideShare))

/** Tells whether a block has no more than a word or two, as the label of a drawing or an axis: a stamp says more. */
const isLabel = ({ lines }: DraftBlock): boolean => lines.flatMap(({ words }) => words).length <= limits.maxWordsOfLabel

const isHead = ({ lines }: DraftBlock, { number }: DraftPage): boolean =>
  lines.length === 1 && lines.every((line) => isRunningHead(line, number))

const isCountedBlock = ({ lines: [line] }: DraftBlock, page: DraftPage): boolean =>
  line !== undefined && isCounted(line, page)

/**
 * Tells whether a block is a note: it begins with a raised number, or with a number although that of the page is
 * elsewhere.
 */
const isNoteAtPageEdge = (block: DraftBlock, { blocks }: DraftPage): boolean => {
  const words = block.lines[0]?.words ?? []
  if (words.length < 2) return false
  const isNumberOfPage = (other: DraftBlock) => other !== block && isPageNumber(printedText(other))
  return words[0]?.raised === true || (/^\d{1,3}\s*\p{L}/u.test(textOfBlock(block)) && blocks.some(isNumberOfPage))
}

const isBoldRunningBlock = ({ lines }: DraftBlock): boolean => areBold(lines.flatMap(({ words }) => words))

/** Tells whether a block is set like a heading, and its number, if it has one, is part of the text. */
const isSetOff = (block: DraftBlock, body: number): boolean =>
  (isLarge(block, body) || isBoldRunningBlock(block)) && !hasNumberApart(block.lines)

const placeOfRunningText = ({ box }: DraftBlock, edge: Edge): string =>
  `${edge} ${Math.round(box[1] / limits.heightTolerance)}`
