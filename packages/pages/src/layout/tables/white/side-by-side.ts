import { isNumericText } from '../../../language/numbers.ts'
import type { Zone } from '../grid.ts'
import { tablesSideBySide as limits } from './parameters.ts'
import { chunksOfLine, textOfWords, textRows, type TextRow } from '../rows/text-rows.ts'
import { findColumns, type Gap } from './columns.ts'

/**
 * The white between two tables side by side. Their lines fall as they do in each: on either side are labels with their
 * numbers that have nothing beside them on the other, as no row of one table has. Null where there is none.
 */
export const whiteBetweenTables = ({ words }: Zone): Gap | null => {
  const rows = textRows(words)
  const { gaps } = findColumns(rows)
  return gaps.length < limits.minGaps ? null : (gaps.find((gap) => isBetweenTables(rows, gap)) ?? null)
}

const isBetweenTables = (rows: readonly TextRow[], { from, to }: Gap): boolean => {
  const sides = rows.map((row) => ({
    left: { ...row, words: row.words.filter(({ box }) => box[2] <= to) },
    right: { ...row, words: row.words.filter(({ box }) => box[0] >= from) },
  }))
  const alone = (side: 'left' | 'right', other: 'left' | 'right'): number =>
    sides.filter((row) => row[other].words.length === 0 && isLabelledNumber(row[side])).length
  const [left, right] = [alone('left', 'right'), alone('right', 'left')]
  const both = sides.filter((row) => row.left.words.length > 0 && row.right.words.length > 0).length
  return left >= limits.minAlone && right >= limits.minAlone && both <= left + right
}

/** Tells whether a row has a label before a number. */
const isLabelledNumber = (row: TextRow): boolean => {
  const [label, ...values] = chunksOfLine(row, limits.gap).map((chunk) => textOfWords(chunk.words))
  return label !== undefined && /\p{L}/u.test(label) && !isNumericText(label) && values.some(isNumericText)
}
