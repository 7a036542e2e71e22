import { isCaptionLabel } from '../../language/captions.ts'
import { enumeratorOf } from '../../language/enumerators.ts'
import { isAffiliation, isChoice, isQuantity } from '../../language/heading-texts.ts'
import { mainSize, textOfBlock, type DraftBlock, type DraftPage } from '../draft.ts'
import { quietHeadings as limits } from '../parameters.ts'
import { isCapitals, isCentred, isHeadingLine } from './heading-lines.ts'
import { type Body, isItalic } from './heading-looks.ts'

/*
 * Finds headings in the size and weight of the text: lines in the middle of their column, lines in italics, and
 * in text of one look lines between empty ones. One alone may be anything; several of one kind are headings.
 */

/** A block of the running text of a document with its page. */
export type QuietBlock = { readonly block: DraftBlock; readonly page: DraftPage }

/** Finds the quiet headings of a text in reading order; `isFound` tells the headings that exist already. */
export const findQuietHeadings = (
  flow: readonly QuietBlock[],
  isFound: (block: DraftBlock) => boolean,
  { isUniform }: Body,
): DraftBlock[] => {
  const lines = flow.filter(({ block }, index) => !isFound(block) && isQuiet(flow, index))
  const centred = lines.filter(({ block, page }) => isCentred(block, page)).map(({ block }) => block)
  const italic = lines
    .filter(({ block }) => !centred.includes(block) && block.lines.length === 1 && isItalic(block.lines))
    .map(({ block }) => block)
  const typed = isUniform ? flow.flatMap(({ block }, index) => (isTypedHeading(flow, index) ? [block] : [])) : []
  return [centred, italic, typed].flatMap((kind) => (kind.length >= limits.minCount ? kind : []))
}

/**
 * Tells whether a line of a text in one font and size is a heading by its place: it has a section's number or is all in
 * capitals, and is between two empty lines above a text or another such line.
 */
const isTypedHeading = (flow: readonly QuietBlock[], index: number): boolean => {
  const here = flow[index]
  const below = flow[index + 1]
  if (here === undefined || below === undefined || !hasTypedLook(here.block)) return false
  const afterLook = hasTypedLook(below.block) ? flow[index + 2] : below
  if (afterLook === undefined || !isTextBelowHeading(afterLook.block)) return false
  const line = mainSize(here.block.lines) * limits.minEmptyLine
  return [whiteBetween(flow[index - 1], here), whiteBetween(here, below)].every(
    (white) => white === null || white >= line,
  )
}

const hasTypedLook = (block: DraftBlock): boolean => {
  const text = textOfBlock(block)
  const number = enumeratorOf(text)
  return (
    block.type === 'paragraph' &&
    block.known !== true &&
    block.lines.length === 1 &&
    isHeadingLine(block) &&
    isTitleLike(text.slice(number?.text.length ?? 0).trimStart()) &&
    (isCapitals(text) || number !== null) &&
    !/[:;,]/.test(text) &&
    !isCaptionLabel(text) &&
    !isQuantity(text) &&
    !isChoice(text)
  )
}

/** Tells whether a block reads like a heading and is closer to the text below it than to the one above. */
const isQuiet = (flow: readonly QuietBlock[], index: number): boolean => {
  const here = flow[index]
  const [above, below] = [flow[index - 1], flow[index + 1]]
  if (here === undefined || below === undefined || here.block.type !== 'paragraph' || here.block.known === true)
    return false
  const { block } = here
  const text = textOfBlock(block)
  if (
    !isHeadingLine(block) ||
    !isTitleLike(text) ||
    isCaptionLabel(text) ||
    isAffiliation(text) ||
    isQuantity(text) ||
    isChoice(text)
  )
    return false
  if (!isTextBelowHeading(below.block)) return false
  const [before, after] = [whiteBetween(above, here), whiteBetween(here, below)]
  return before === null || (after !== null && before > after * limits.minWhiteRatio)
}

/** Tells whether a text begins with a capital or a number and is made of letters. */
const isTitleLike = (text: string): boolean => {
  const letters = text.match(/[\p{L}\s]/gu) ?? []
  return /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) && letters.length >= text.length * limits.minLetterShare
}

/** Tells whether a block may have a heading: it has several lines, or is longer than a heading. */
const isTextBelowHeading = (block: DraftBlock): boolean =>
  block.type !== 'paragraph' || block.lines.length > 1 || !isHeadingLine(block)

/** Measures the white between two blocks, one below the other; null where the lower one begins a column or a page. */
const whiteBetween = (above: QuietBlock | undefined, below: QuietBlock): number | null => {
  if (above === undefined || above.page !== below.page || above.block.box[3] > below.block.box[1] + limits.overlap)
    return null
  return below.block.box[1] - above.block.box[3]
}
