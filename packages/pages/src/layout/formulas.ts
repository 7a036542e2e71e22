import { union, type Box } from '@polyparse/document'
import { hasOperator, hasRelation, isFormulaNumber, isMathFont, isProseWord } from '../language/mathematics.ts'
import type { DraftBlock } from '../paged/draft.ts'
import { makeLines, type TextLine } from './layout-lines.ts'
import type { ContentWord, PageContent } from './page-content.ts'
import { formulas as limits } from './parameters.ts'

/** A formula that is set on lines of its own, with the words it is made of. */
export type FoundFormula = { readonly block: DraftBlock; readonly words: readonly ContentWord[] }

/** Tells whether a page may have formulas at all; most have none and are spared the search. */
export const mayHaveFormulas = ({ words }: PageContent): boolean =>
  words.some(({ font, style, text }) => isMathFont(font) || (!style.monospaced && hasRelation(text)))

/**
 * The formulas among the lines of a column: neighbouring lines with hardly a word of prose, at least one of them with a
 * relation, away from the margin or with a number at their end. Fractions, sums and cases take several lines.
 */
export const findFormulas = (lines: readonly TextLine[]): FoundFormula[] => {
  const column = union(lines.filter((line) => proseShare(line) > limits.maxProseShare).map(({ box }) => box))
  if (column === null) return []
  const found: FoundFormula[] = []
  let open: TextLine[] = []
  const close = (): void => {
    const formula = toFormula(open, column)
    if (formula !== null) found.push(formula)
    open = []
  }
  for (const line of lines) {
    const above = open.at(-1)
    if (above !== undefined && !isNearFormulaLine(above, line)) close()
    if (isLoose(line)) open.push(line)
    else close()
  }
  close()
  return found
}

/** The share of prose words among the letters of a line, the number of a formula aside. */
const proseShare = ({ source }: TextLine): number => {
  const lengthOf = (words: readonly ContentWord[]): number => words.reduce((sum, { text }) => sum + text.length, 0)
  return lengthOf(source.filter(({ text, font }) => !isMathFont(font) && isProseWord(text))) / lengthOf(source)
}

const isLoose = (line: TextLine): boolean =>
  proseShare(line) <= limits.maxProseShare && !line.source.some(({ style }) => style.monospaced) && !hasColumns(line)

/**
 * Tells whether a line has wide white, in which tables have their columns; that before the number of a formula does not
 * count.
 */
const hasColumns = ({ source, size }: TextLine): boolean =>
  source.some(({ box, text }, index) => {
    const before = source[index - 1]
    return before !== undefined && box[0] - before.box[2] > size * limits.wideGap && !isFormulaNumber(text)
  })

const isNearFormulaLine = (above: TextLine, line: TextLine): boolean => {
  const size = Math.max(above.size, line.size)
  const across = Math.max(above.box[0], line.box[0]) - Math.min(above.box[2], line.box[2])
  return line.box[1] - above.box[3] < size * limits.maxGapBetween && across < size * limits.wideGap
}

const toFormula = (lines: readonly TextLine[], column: Box): FoundFormula | null => {
  const words = lines.flatMap(({ source }) => source)
  const box = union(words.map((word) => word.box))
  const size = Math.max(...lines.map((line) => line.size))
  if (box === null || words.length < limits.minWords || !lines.some((line) => isEquation(line))) return null
  const isNumbered = lines.some(({ words: own }) => isFormulaNumber(own.at(-1)?.text ?? ''))
  const isSetApart = box[0] - column[0] > size * limits.minIndent && column[2] - box[2] > size * limits.minIndent
  if (!isSetApart && !(isNumbered && box[0] - column[0] > size * limits.minIndentOfNumbered)) return null
  return { block: { type: 'formula', box, lines: makeLines(words) }, words }
}

/** Tells whether a line has a relation and looks like mathematics: letters of its fonts, or an operator between few words. */
const isEquation = ({ source }: TextLine): boolean => {
  const text = source.map((word) => word.text).join(' ')
  return (
    hasRelation(text) &&
    (source.some(({ font }) => isMathFont(font)) ||
      (hasOperator(text) && !source.some((word) => isProseWord(word.text))))
  )
}
