import type { TextRun } from '@polyparse/document'

/** A stretch of a cell's text that is struck out, in UTF-16 code units from `from` up to `to`. */
export type StruckStretch = { readonly from: number; readonly to: number }

/** The struck stretches of a cell, by its sheet, row and column, from 0. */
export type StruckStretches = (sheet: number, row: number, column: number) => readonly StruckStretch[]

/** The fonts of a text from a place on: whether they strike out. */
export type FontChange = { readonly at: number; readonly isStruck: boolean }

/**
 * The struck stretches of a text that begins in the font of its cell.
 * @example struckStretches(true, [{ at: 4, isStruck: false }]) // [{ from: 0, to: 4 }]
 */
export const struckStretches = (isCellStruck: boolean, changes: readonly FontChange[]): StruckStretch[] => {
  const stretches: StruckStretch[] = []
  const ends = [{ at: 0, isStruck: isCellStruck }, ...changes]
  for (const [index, { at, isStruck }] of ends.entries()) {
    const to = ends[index + 1]?.at ?? Infinity
    if (isStruck && to > at) stretches.push({ from: at, to })
  }
  return stretches
}

/** Changes of fonts within one text that are read; Excel's texts have at most 32 767 characters. */
export const maxFontChanges = 1000

/** The struck stretches of a workbook's cells as its parts are read; most cells have none, and take no place. */
export const createStruckCells = () => {
  const looks = new Map<string, { readonly isCellStruck: boolean; readonly changes: readonly FontChange[] }>()
  return {
    add: (
      [sheet, row, column]: readonly [sheet: number, row: number, column: number],
      isCellStruck: boolean,
      changes: readonly FontChange[] = [],
    ): void => {
      if (isCellStruck || changes.length > 0) looks.set(`${sheet} ${row} ${column}`, { isCellStruck, changes })
    },
    at: ((sheet, row, column) => {
      const look = looks.get(`${sheet} ${row} ${column}`)
      return look === undefined ? [] : struckStretches(look.isCellStruck, look.changes)
    }) satisfies StruckStretches,
  }
}

/**
 * The runs of a cell whose text is shown as `text`; undefined where nothing is struck. What is shown of a text that is
 * written otherwise, such as a number, is struck from its first stretch on as a whole.
 */
export const runsOfStruck = (
  { written, text }: { readonly written: unknown; readonly text: string },
  stretches: readonly StruckStretch[],
): TextRun[] | undefined => {
  if (stretches.length === 0) return undefined
  const start = typeof written === 'string' ? written.length - written.trimStart().length : 0
  // A text as it is written, without the white space around it.
  if (typeof written !== 'string' || written.trim() !== text) return [{ text, strikethrough: true }]
  const runs: TextRun[] = []
  let end = 0
  for (const { from, to } of stretches) {
    const [first, last] = [Math.max(0, from - start), Math.min(text.length, to - start)]
    if (first >= last) continue
    if (first > end) runs.push({ text: text.slice(end, first) })
    runs.push({ text: text.slice(first, last), strikethrough: true })
    end = last
  }
  if (end < text.length) runs.push({ text: text.slice(end) })
  return runs.some(({ strikethrough }) => strikethrough === true) ? runs : undefined
}
