import { firstOf, lastOf } from '@polyparse/document/items'
import { areBold } from '../../../language/bold.ts'
import { isCaptionLabel } from '../../../language/captions.ts'
import { textBetween as limits } from '../parameters.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { chunksOfLine, median, textOfWords, type TextRow } from '../rows/text-rows.ts'
import { keptWhite, type Gap } from '../white/columns.ts'

/*
 * Tells what is between two lines of one width from the rows of a table: running text, a heading, rows that keep to
 * none of the columns, and the header of another table.
 */

/**
 * Tells whether rows hold running text, or what announces the next table. `size` is the usual size of the text around.
 * The title of a table may be between the first two lines of all.
 */
export const isTextBetween = (
  rows: readonly TextRow[],
  { width, size, isFirst }: { readonly width: number; readonly size: number; readonly isFirst: boolean },
): boolean => {
  const alone = rows.map((row) => chunksOfLine(row, limits.gap).length === 1)
  const full = rows.map((row, index) => alone[index] === true && widthOfTextRow(row) > width * limits.minWidthShare)
  const count = full.filter(Boolean).length
  if (rows.length >= limits.minLines && count >= Math.max(limits.minLines, rows.length * limits.minLineShare))
    return true
  if (rows.some(({ words }) => isCaptionLabel(textOfWords(words.slice(0, limits.labelWords))))) return true
  if (
    (rows.length >= limits.minLines || !isFirst) &&
    rows.some((row, index) => alone[index] === true && row.size > size * limits.minHeadingSize)
  )
    return true
  return hasParagraph(alone, full)
}

const widthOfTextRow = ({ words }: TextRow): number => lastOf(words).box[2] - firstOf(words).box[0]

/** Lines that follow each other without a gap, with enough full ones among them. */
const hasParagraph = (alone: readonly boolean[], full: readonly boolean[]): boolean => {
  let [length, filled] = [0, 0]
  return alone.some((isAlone, index) => {
    ;[length, filled] = isAlone ? [length + 1, filled + (full[index] === true ? 1 : 0)] : [0, 0]
    return filled >= limits.minLines || (filled > 0 && length >= limits.minParagraphLines)
  })
}

/** Tells whether too many rows, those of a header at the end aside, have text where the columns below have white. */
export const areForeign = (all: readonly TextRow[], gapsBelow: () => readonly Gap[]): boolean => {
  const rows = all.slice(0, headerStart(all))
  if (rows.length < limits.minForeignRows) return false
  const gaps = gapsBelow()
  const crossing = rows.filter((row) => gaps.some((gap) => keptWhite(gap, row) === null)).length
  return crossing >= Math.max(limits.minForeignRows, rows.length * limits.minForeignShare)
}

/** The index of the first of the rows at the end that are as close as lines of text. */
const headerStart = (rows: readonly TextRow[]): number =>
  rows.findLastIndex((row, index) => {
    const above = rows[index - 1]
    return above === undefined || row.baseline - above.baseline > row.size * limits.maxHeaderPitch
  })

/** Tells whether a row heads columns: in bold, in several pieces, and without a number. */
export const isHeading = (row: TextRow): boolean => {
  const chunks = chunksOfLine(row, limits.gap)
  return chunks.length > 1 && areBold(row.words) && !chunks.some(({ words }) => isNumericText(textOfWords(words)))
}

/**
 * Tells whether the distance between two lines is clearly more than the usual one.
 * @example isFarther(30, [12, 12, 13]) // true
 */
export const isFarther = (distance: number, usual: readonly number[]): boolean =>
  usual.length > 0 && distance > median(usual) * limits.minFarther
