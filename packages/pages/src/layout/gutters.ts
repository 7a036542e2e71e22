import type { Box } from '@polyparse/document'
import type { ContentWord } from './page-content.ts'
import { footHeading, gutters as limits } from './parameters.ts'
import { indexByHeight } from './tables/word-index.ts'
import { maxOf, minOf } from '@polyparse/engine'

/** A tall stretch of white with text on both sides; sides in points. */
export type Gutter = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/**
 * The gutters of a page, tallest first: white that goes down several lines without meeting a word or an obstacle (a
 * table or a picture). A sweep from the top keeps every white interval as long as it stays wide enough.
 */
export const findGutters = (words: readonly ContentWord[], obstacles: readonly Box[]): Gutter[] => {
  const rows = withObstacles(rowsOfBoxes(words.map(({ box }) => box)), obstacles)
  const size = middle(words.map((word) => word.size))
  const width = Math.max(limits.minWidthInPoints, size * limits.minWidth)
  const [left, right] = [minOf(rows.map(({ from }) => from)), maxOf(rows.map(({ to }) => to))]
  let active: Gutter[] = []
  const found: Gutter[] = []
  for (const row of rows) {
    const next: Gutter[] = []
    const white = whiteOf(row, left, right).filter((gap) => gap.to - gap.from >= width)
    for (const gutter of active) {
      const kept = white.flatMap((gap): Gutter[] => {
        const cut = { ...gutter, left: Math.max(gutter.left, gap.from), right: Math.min(gutter.right, gap.to) }
        return cut.right - cut.left >= width ? [{ ...cut, bottom: row.bottom }] : []
      })
      for (const cut of kept) next.push(cut)
      if (!kept.some((cut) => cut.right - cut.left > (gutter.right - gutter.left) * limits.minKeptWidth))
        found.push(gutter)
    }
    for (const { from, to } of white) next.push({ left: from, right: to, top: row.top, bottom: row.bottom })
    active = withoutCovered(next)
  }
  for (const gutter of active) found.push(gutter)
  return choose(found, words, { size, obstacles })
}

type GutterRow = {
  readonly top: number
  readonly bottom: number
  readonly from: number
  readonly to: number
  readonly boxes: Box[]
}

/** Boxes that overlap in height, as rows from the top. */
const rowsOfBoxes = (boxes: readonly Box[]): GutterRow[] => {
  const rows: { top: number; bottom: number; from: number; to: number; boxes: Box[] }[] = []
  for (const box of boxes.toSorted((a, b) => a[1] - b[1])) {
    const row = rows.at(-1)
    if (
      row !== undefined &&
      box[1] < row.top + (box[3] - box[1]) * limits.rowOverlap &&
      box[3] - box[1] < limits.maxRowHeight
    ) {
      row.boxes.push(box)
      row.bottom = Math.max(row.bottom, box[3])
      row.from = Math.min(row.from, box[0])
      row.to = Math.max(row.to, box[2])
    } else rows.push({ top: box[1], bottom: box[3], from: box[0], to: box[2], boxes: [box] })
  }
  return rows
}

const boxOfRow = ({ from, top, to, bottom }: GutterRow): Box => [from, top, to, bottom]

/** Adds to each row the obstacles beside it, or between it and the row above. */
const withObstacles = (rows: readonly GutterRow[], obstacles: readonly Box[]): GutterRow[] =>
  rows.map((row, index) => {
    const above = rows[index - 1]?.bottom ?? row.top
    const near = obstacles.filter(([, top, , bottom]) => top < row.bottom && bottom > Math.min(above, row.top))
    return near.length === 0 ? row : { ...row, boxes: [...row.boxes, ...near] }
  })

const whiteOf = ({ boxes }: GutterRow, left: number, right: number): { from: number; to: number }[] => {
  const white: { from: number; to: number }[] = []
  let at = left
  for (const [x0, , x1] of boxes.toSorted((a, b) => a[0] - b[0])) {
    if (x0 > at) white.push({ from: at, to: x0 })
    at = Math.max(at, x1)
  }
  if (right > at) white.push({ from: at, to: right })
  return white
}

/** Drops the intervals that lie within another one that began as early. */
const withoutCovered = (gutters: readonly Gutter[]): Gutter[] =>
  gutters.filter(
    (gutter, index) =>
      !gutters.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          other.left <= gutter.left &&
          other.right >= gutter.right &&
          other.top <= gutter.top &&
          (otherIndex < index || other.left < gutter.left || other.right > gutter.right || other.top < gutter.top),
      ),
  )

/**
 * Chooses the gutters with lines of text on both sides, none beside a taller one. On a page with columns, white in line
 * with their gutter divides even a line or two, above or below a heading of the whole width.
 */
const choose = (
  gutters: readonly Gutter[],
  words: readonly ContentWord[],
  { size, obstacles }: { readonly size: number; readonly obstacles: readonly Box[] },
): Gutter[] => {
  const byHeight = gutters
    .toSorted((a, b) => b.bottom - b.top - (a.bottom - a.top) || b.right - b.left - (a.right - a.left))
    .slice(0, limits.maxFound)
  const reaching = indexByHeight(words)
  // Boxes of lines overlap: a word of the line above, which white does not reach, is not beside it.
  const within = (top: number, bottom: number): readonly ContentWord[] =>
    reaching(top, bottom).filter(({ box }) => (box[1] + box[3]) / 2 > top)
  const below = [...rowsOfBoxes(words.map(({ box }) => box)).map(boxOfRow), ...obstacles]
  const chosen: Gutter[] = []
  const take = (gutter: Gutter, lines: number): void => {
    if (chosen.some((other) => hasGutterOverlap(other, gutter))) return
    const fitted = betweenText(gutter, wordsBetween(gutter, chosen, within), lines)
    if (fitted === null) return
    const beside = within(fitted.top, fitted.bottom)
    chosen.push(belowLastLine(aboveHeading(fitted, beside, { size, below }), beside, { size, rows: below }))
  }
  for (const gutter of byHeight) if (gutter.bottom - gutter.top > size * limits.minLines) take(gutter, limits.minLines)
  const columns = [...chosen]
  for (const gutter of byHeight) if (columns.some((column) => isInLine(column, gutter))) take(gutter, 1)
  return chosen
}

/** The words beside a gutter, up to the gutters already chosen. */
const wordsBetween = (
  gutter: Gutter,
  chosen: readonly Gutter[],
  within: (from: number, to: number) => readonly ContentWord[],
): readonly ContentWord[] => {
  const beside = chosen.filter(({ top, bottom }) => Math.min(bottom, gutter.bottom) > Math.max(top, gutter.top))
  const from = maxOf(beside.filter(({ left }) => left < gutter.left).map(({ right }) => right))
  const to = minOf(beside.filter(({ left }) => left >= gutter.right).map(({ left }) => left))
  return within(gutter.top, gutter.bottom).filter(
    ({ box }) => box[2] > from - limits.tolerance && box[0] < to + limits.tolerance,
  )
}

const isInLine = (column: Gutter, { left, right }: Gutter): boolean => {
  const middle = (column.left + column.right) / 2
  return left < middle && right > middle
}

const hasGutterOverlap = (a: Gutter, b: Gutter): boolean =>
  Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top)

/**
 * The part of a gutter with lines of text on both sides. Returns null when there are too few, or they are not columns.
 */
const betweenText = (gutter: Gutter, words: readonly ContentWord[], lines: number): Gutter | null => {
  const left = sideOf(words.filter(({ box }) => box[2] <= gutter.left + limits.tolerance))
  const right = sideOf(words.filter(({ box }) => box[0] >= gutter.right - limits.tolerance))
  if (left === null || right === null) return null
  if (left.lines < lines || right.lines < lines || !isColumn(left, lines) || !isColumn(right, lines)) return null
  if (lines >= limits.minLines && !beginsAt(gutter.right, right)) return null
  const overlap = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top)
  if (overlap <= 0) return null
  return { ...gutter, top: Math.min(left.top, right.top), bottom: Math.max(left.bottom, right.bottom) }
}

/**
 * Ends a gutter above a line or two set apart at the foot of one column with text or a table of the whole width below:
 * they are its heading.
 */
const aboveHeading = (
  gutter: Gutter,
  words: readonly ContentWord[],
  { size, below }: { readonly size: number; readonly below: readonly Box[] },
): Gutter => {
  const beside = words.filter(({ box }) => box[3] <= gutter.bottom)
  const left = beside.filter(({ box }) => box[2] <= gutter.left + limits.tolerance)
  const right = beside.filter(({ box }) => box[0] >= gutter.right - limits.tolerance)
  const [longer, shorter] = bottomOf(left) > bottomOf(right) ? [left, right] : [right, left]
  const end = bottomOf(shorter)
  const last = sideOf(longer.filter(({ box }) => box[1] > end))
  if (last === null || last.lines > footHeading.maxLines) return gutter
  const foot = Math.max(end, bottomOf(longer.filter(({ box }) => box[1] <= end)))
  const isBelow = ([x0, top, x1]: Box): boolean =>
    top > gutter.bottom - limits.tolerance &&
    top < gutter.bottom + size * footHeading.maxWhiteBelow &&
    x0 < gutter.left &&
    x1 > gutter.right
  return last.top - foot > size * footHeading.minWhiteAbove && below.some(isBelow)
    ? { ...gutter, bottom: foot }
    : gutter
}

/** Begins a gutter below the last line of a text of the whole width, which is at the top of one column alone. */
const belowLastLine = (
  gutter: Gutter,
  words: readonly ContentWord[],
  { size, rows }: { readonly size: number; readonly rows: readonly Box[] },
): Gutter => {
  const left = words.filter(({ box }) => box[2] <= gutter.left + limits.tolerance)
  const right = words.filter(({ box }) => box[0] >= gutter.right - limits.tolerance)
  const [higher, lower] = topOf(left) < topOf(right) ? [left, right] : [right, left]
  const lowerTop = topOf(lower)
  const line = sideOf(higher.filter(({ baseline }) => baseline < lowerTop))
  const start = minOf(line?.starts ?? [])
  if (line === null || line.lines !== 1) return gutter
  const isText = ([x0, top, x1, bottom]: Box): boolean =>
    (top + bottom) / 2 < line.top && Math.abs(x0 - start) < limits.tolerance && x1 > gutter.right
  const above = maxOf(rows.filter(isText).map(([, , , bottom]) => bottom))
  const next = topOf(higher.filter(({ box }) => box[1] > line.top + size / 2))
  return line.top - above < Math.min(size, next - line.bottom - size / 2) ? { ...gutter, top: line.bottom } : gutter
}

const topOf = (words: readonly ContentWord[]): number => minOf(words.map(({ box }) => box[1]))

const bottomOf = (words: readonly ContentWord[]): number => maxOf(words.map(({ box }) => box[3]))

/** Tells whether most lines begin close to the white on their left, as lines of another column would not. */
const beginsAt = (left: number, { starts, size }: GutterSide): boolean =>
  starts.filter((start) => start < left + size * limits.maxIndent).length >= starts.length * limits.minStartShare

type GutterSide = {
  readonly top: number
  readonly bottom: number
  readonly lines: number
  /** The left edge of each line. */
  readonly starts: readonly number[]
  readonly characters: number
  readonly width: number
  readonly size: number
}

const sideOf = (words: readonly ContentWord[]): GutterSide | null => {
  if (words.length === 0) return null
  const starts = new Map<number, number>()
  for (const { baseline, size, box } of words) {
    const line = Math.round(baseline / Math.max(1, size / 2))
    starts.set(line, Math.min(starts.get(line) ?? Infinity, box[0]))
  }
  return {
    top: minOf(words.map(({ box }) => box[1])),
    bottom: maxOf(words.map(({ box }) => box[3])),
    lines: starts.size,
    starts: [...starts.values()],
    characters: words.reduce((sum, { text }) => sum + text.length, 0),
    width: maxOf(words.map(({ box }) => box[2])) - minOf(words.map(({ box }) => box[0])),
    size: middle(words.map((word) => word.size)),
  }
}

/** Tells whether a side is a column of text: list markers and page numbers are narrow, with few characters on a line. */
const isColumn = (side: GutterSide, lines: number): boolean =>
  lines < limits.minLines ||
  (side.width > side.size * limits.minColumnWidth && side.characters >= side.lines * limits.minCharactersPerLine)

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
