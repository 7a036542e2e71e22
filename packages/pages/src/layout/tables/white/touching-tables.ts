import { itemAt } from '@polyparse/document/items'
import { areBold } from '../../../language/bold.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { touchingTables as limits } from './parameters.ts'
import { chunksOfLine, textOfWords, type Chunk, type TextRow } from '../rows/text-rows.ts'
import { findColumns, type Gap } from './columns.ts'

/*
 * Divides tables that are right below each other, with no more white between them than between their rows. Headings
 * over numbers that are below numbers begin another table, if they look different from the rows or the columns below
 * them are others.
 */

/** Rows as the tables that they are; each begins with the headings of its columns. */
export const splitTouching = (rows: readonly TextRow[]): (readonly TextRow[])[] => {
  const starts = rows.flatMap((_, index) => (headsOthers(rows, index) ? [index] : []))
  const bounds = [0, ...starts, rows.length]
  const tables: TextRow[][] = []
  for (const [index, start] of bounds.slice(0, -1).entries()) {
    const part = rows.slice(start, bounds[index + 1])
    const above = tables.at(-1)
    if (above === undefined || begins(above, part)) tables.push(part)
    else for (const row of part) above.push(row)
  }
  return tables
}

/** Tells whether a row has headings, between two rows of numbers. */
const headsOthers = (rows: readonly TextRow[], index: number): boolean => {
  const [above, row, below] = [rows[index - 1], itemAt(rows, index), rows[index + 1]]
  if (above === undefined || below === undefined) return false
  const headings = chunksOf(row)
  return (
    headings.length > limits.minGaps &&
    !headings.some(isNumeric) &&
    hasNumbers(above, limits.minGaps) &&
    hasNumbers(below, limits.minGaps)
  )
}

const chunksOf = (row: TextRow): Chunk[] => chunksOfLine(row, limits.gap)

const isNumeric = ({ words }: Chunk): boolean => isNumericText(textOfWords(words))

const hasNumbers = (row: TextRow, min: number): boolean => chunksOf(row).slice(1).filter(isNumeric).length >= min

/** Tells whether rows that begin with headings are a table of their own below the rows above. */
const begins = (above: readonly TextRow[], rows: readonly TextRow[]): boolean => {
  if (above.length < limits.minRows || rows.length < limits.minRows) return false
  const heading = itemAt(rows, 0)
  const text = textOfWords(heading.words)
  if (above.some(({ words }) => textOfWords(words) === text)) return false
  const isSetOff = areBold(heading.words) && !areBold([...above, ...rows.slice(1)].flatMap(({ words }) => words))
  return isSetOff || areOther(findColumns(above).gaps, findColumns(rows).gaps)
}

/**
 * Tells whether the gaps between columns differ: in number, or because one of the first overlaps none of the second.
 */
const areOther = (some: readonly Gap[], others: readonly Gap[]): boolean =>
  some.length !== others.length || some.some((gap) => !others.some(({ from, to }) => from < gap.to && to > gap.from))
