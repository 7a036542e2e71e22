import { areBold } from '../../language/bold.ts'
import { mainSize, type Draft, type DraftBlock, type DraftWord, type Line } from '../draft.ts'
import { headings as limits } from '../parameters.ts'

/**
 * The looks of the running text of a document. `isUniform` is true if it has one font and one size, as typed text has: then only
 * their places tell headings.
 */
export type Body = {
  readonly size: number
  readonly isBold: boolean
  readonly font: string
  readonly isUniform: boolean
}

export const bodyLook = (draft: Draft): Body => {
  const lines = draft.pages.flatMap(({ blocks }) =>
    blocks.filter(({ type }) => type === 'paragraph' || type === 'list_item').flatMap((block) => block.lines),
  )
  const words = lines.flatMap((line) => line.words)
  const isBoldText = words.filter(({ style }) => style.bold).length > words.length * limits.minBoldShare
  const [size, font] = [mainSize(lines), mainFont(words)]
  return { size, isBold: isBoldText, font, isUniform: areUniform(words, { size, font }) }
}

const areUniform = (words: readonly DraftWord[], { size, font }: Pick<Body, 'size' | 'font'>): boolean => {
  const own = words.filter((word) => word.font === font && Math.abs(word.size - size) < limits.sizeTolerance)
  return font !== '' && own.length >= words.length * limits.minUniformShare
}

const mainFont = (words: readonly DraftWord[]): string => {
  const counts = new Map<string, number>()
  for (const { font = '', text } of words) counts.set(font, (counts.get(font) ?? 0) + text.length)
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])[0]
}

/** The rank of a look: its size to the half point, a little more for bold and for capitals, a little less for italics. */
export const headingLook = ({ lines }: DraftBlock): number => {
  const isCapitals = isSmallCapitals(lines)
  const size = isCapitals ? Math.round(Math.max(...lines.map((line) => line.size)) * 2) / 2 : mainSize(lines)
  return (
    size +
    (isBold(lines) ? limits.boldRank : 0) +
    (isCapitals ? limits.capitalsRank : 0) -
    (isItalic(lines) ? limits.italicRank : 0)
  )
}

export const isBold = (lines: readonly Line[]): boolean => areBold(lines.flatMap((line) => line.words))

export const isItalic = (lines: readonly Line[]): boolean =>
  lines.every(({ words }) => words.every(({ style, text }) => style.italic || !/\p{L}{2}/u.test(text)))

/**
 * Tells whether a text is set in capitals of two sizes: the larger ones begin its words. Some programs say of the smaller ones
 * that they are small letters.
 */
export const isSmallCapitals = (lines: readonly Line[]): boolean => {
  const words = lines
    .flatMap((line) => line.words)
    .filter(({ text, raised, lowered }) => !raised && lowered !== true && /\p{L}/u.test(text))
  const sizes = words.map(({ size }) => size)
  const [small, large] = [Math.min(...sizes), Math.max(...sizes)]
  return (
    words.length > 1 &&
    !words.some(({ text, size }) => size > large * limits.maxSmallCapitals && /\p{Ll}/u.test(text)) &&
    small < large * limits.maxSmallCapitals &&
    small > large * limits.minSmallCapitals
  )
}

export const isInOtherFont = (lines: readonly Line[], usual: string): boolean =>
  usual !== '' && lines.every(({ words }) => words.every(({ font, style }) => font !== usual && !style.monospaced))
