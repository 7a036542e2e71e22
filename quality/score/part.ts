import { fold } from './fold.ts'
import type { ReadingTable } from './tables.ts'

/** Says whether a part of a reading is right: hardly a character wrong, and no number. */
export type Judged = { readonly right: boolean; readonly wrongNumbers: number }

const maxErrorShare = 0.02

/** Judges a text by the part of the truth that is most like it; both are folded. */
export const judgeText = (text: string, truth: string): Judged => {
  if (asItStands(text, truth)) return { right: true, wrongNumbers: 0 }
  const { distance, start, end } = nearest(text, truth)
  const numbers = numbersIn(text)
  const missing = numbersIn(truth.slice(...wholeWords(truth, start, end)))
  const wrong = numbers.filter((number) => {
    const index = missing.indexOf(number)
    if (index >= 0) missing.splice(index, 1)
    return index < 0
  })
  const right = distance <= text.length * maxErrorShare && wrong.length === 0 && missing.length === 0
  return { right, wrongNumbers: wrong.length }
}

/** Tells whether the truth has the text anywhere, with whole words at both ends. */
const asItStands = (text: string, truth: string): boolean => {
  for (let start = truth.indexOf(text); start >= 0; start = truth.indexOf(text, start + 1)) {
    const [from, to] = wholeWords(truth, start, start + text.length)
    if (from === start && to === start + text.length) return true
  }
  return false
}

/** A cell of a true table, with the other texts of its row and of its column; null where any are as good. */
export type TrueCell = {
  readonly text: string
  readonly row: ReadonlySet<string> | null
  readonly column: ReadonlySet<string> | null
}

/**
 * Judges a cell of a table by those of the true tables: one has its text, in a row and a column that have the text of
 * another cell of its row and its column, if there is any.
 */
export const judgeCell = (
  text: string,
  row: readonly string[],
  column: readonly string[],
  truth: readonly TrueCell[],
): Judged => {
  const isIn = (others: readonly string[], texts: ReadonlySet<string> | null): boolean => {
    const named = others.filter((other) => other !== '')
    return texts === null || named.length === 0 || named.some((other) => texts.has(other))
  }
  const right = truth.some((cell) => cell.text === text && isIn(row, cell.row) && isIn(column, cell.column))
  return { right, wrongNumbers: right ? 0 : numbersIn(text).length }
}

type Line = 'row' | 'column'
type Placed = {
  readonly text: string
  readonly row: number
  readonly column: number
  readonly rowSpan?: number
  readonly columnSpan?: number
}

/** The texts of the other cells of its rows, or of its columns. */
export const textsBeside = (cells: readonly Placed[], cell: Placed, line: Line): string[] => {
  const [from, to] = extent(cell, line)
  return cells.flatMap((other) => {
    const [start, end] = extent(other, line)
    return other !== cell && start < to && from < end ? [other.text] : []
  })
}

const extent = ({ row, column, rowSpan = 1, columnSpan = 1 }: Placed, line: Line): [from: number, to: number] =>
  line === 'row' ? [row, row + rowSpan] : [column, column + columnSpan]

/** The cells of a true table, a spanning one in all of its rows and columns. */
export const trueCells = ({ cells }: ReadingTable): TrueCell[] => {
  const textsOf = (line: Line, cell: Placed): ReadonlySet<string> => new Set(textsBeside(cells, cell, line))
  return cells
    .filter(({ text }) => text !== '')
    .map((cell) => ({ text: cell.text, row: textsOf('row', cell), column: textsOf('column', cell) }))
}

export const numbersIn = (text: string): string[] =>
  fold(text).match(/(?<![\p{L}\p{N}])[-+]?\p{N}[\p{N}.,]*(?<=\p{N})/gu) ?? []

const wholeWords = (text: string, start: number, end: number): [number, number] => {
  let [from, to] = [start, end]
  while (from > 0 && /[^\s]/.test(text[from - 1] ?? ' ') && from < to) from -= 1
  while (to < text.length && /[^\s]/.test(text[to] ?? ' ') && to > from) to += 1
  return [from, to]
}

type Found = { readonly distance: number; readonly start: number; readonly end: number }

/** The part of a text with the smallest edit distance (Sellers). */
export const nearest = (part: string, text: string): Found => {
  const exact = text.indexOf(part)
  if (exact >= 0) return { distance: 0, start: exact, end: exact + part.length }
  let best: Found = { distance: part.length, start: 0, end: 0 }
  let costs = Array.from({ length: part.length + 1 }, (_, index) => ({ distance: index, start: 0 }))
  for (let end = 1; end <= text.length; end += 1) {
    const next = [{ distance: 0, start: end }]
    for (let index = 1; index <= part.length; index += 1) {
      const [replaced, added, left] = [costs[index - 1], costs[index], next[index - 1]]
      if (replaced === undefined || added === undefined || left === undefined) break
      const step = part[index - 1] === text[end - 1] ? 0 : 1
      const options = [
        { ...replaced, distance: replaced.distance + step },
        { ...added, distance: added.distance + 1 },
        { ...left, distance: left.distance + 1 },
      ]
      next.push(options.reduce((least, option) => (option.distance < least.distance ? option : least)))
    }
    costs = next
    const last = costs.at(-1)
    if (last !== undefined && last.distance < best.distance) best = { ...last, end }
  }
  return best
}
