import { textOfCellLine } from '../../paged/draft.ts'
import { makeLines, type TextLine } from '../../layout/layout-lines.ts'
import type { ContentWord } from '../../layout/page-content.ts'
import { taggedLineParameters as parameters } from './parameters.ts'

/**
 * The words of one element as lines in reading order, column by column: where the text starts again further up, it
 * continues in another column.
 */
export const columnsOfTagged = (words: readonly ContentWord[]): TextLine[][] => {
  const stretches: ContentWord[][] = []
  for (const word of words) {
    const stretch = stretches.at(-1)
    const before = stretch?.at(-1)
    if (stretch === undefined || before === undefined || isInNextColumn(word, before)) stretches.push([word])
    else stretch.push(word)
  }
  // Words drawn in any order, or a bullet drawn after its text, are not columns.
  const isFlowing = stretches.length <= parameters.maxColumns && stretches.every(({ length }) => length > 1)
  return (isFlowing ? stretches : [words]).map((column) => makeLines(column))
}

export const taggedLines = (words: readonly ContentWord[]): TextLine[] => columnsOfTagged(words).flat()

/** Raised words stay within a line's height, and next to the word before them. */
const isInNextColumn = (word: ContentWord, before: ContentWord): boolean => {
  const size = Math.max(word.size, before.size)
  const up = before.baseline - word.baseline
  return (
    up > size * parameters.minColumnRise ||
    (up > size * parameters.minColumnRiseBeside && word.box[0] > before.box[2] + size * parameters.minColumnGap)
  )
}

/** Lines as one text, with words divided at line ends joined. */
export const textOfLines = (lines: readonly TextLine[]): string =>
  lines
    .map(textOfCellLine)
    .reduce((whole, line) => {
      const isDivided = /\p{L}{2}[-\u00AD\u2010]$/u.test(whole) && /^\p{Ll}/u.test(line)
      return isDivided ? whole.slice(0, -1) + line : `${whole} ${line}`
    }, '')
    .trim()
