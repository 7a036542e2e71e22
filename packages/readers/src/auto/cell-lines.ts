import type { Cell, Table, Word } from '@polyparse/document'
import { maxOf, minOf } from '@polyparse/engine'
import { firstOf, itemAt, lastOf, pairwise } from '@polyparse/document/items'
import { cellDoubts as limits } from './parameters.ts'
import { lineHeight, linesOfWords } from './white.ts'

/*
 * The lines within the cells of a table are evidence of its rows and columns: a line may belong to the cell above it, to the
 * word above it, or to a column that no heading has named.
 */

/** The parts of a table that its lines contradict. */
export type CellLineDoubts = {
  /** Rows whose text may go on from the row above. */
  readonly continuedRows: ReadonlySet<number>
  /** Cells, by their index, with a word that may be broken over two lines without a hyphen. */
  readonly brokenWords: ReadonlySet<number>
  /** Cells, by their index, that have text in two columns below each other. */
  readonly dividedCells: ReadonlySet<number>
  /** Rows of several lines that are as far apart as rows, and would have had room beside each other. */
  readonly fusedRows: ReadonlySet<number>
}

type CellLine = readonly Word[]

type LinedCell = { readonly cell: Cell; readonly index: number; readonly lines: readonly CellLine[] }

/** The doubts of a table, whose words are known by cell. */
export const doubtsOfLines = ({ cells }: Table, words: ReadonlyMap<Cell, readonly Word[]>): CellLineDoubts => {
  const lined = cells.map((cell, index): LinedCell => ({ cell, index, lines: linesOfWords(words.get(cell) ?? []) }))
  const single = lined.filter(({ cell, lines }) => cell.columnSpan === 1 && lines.length > 0)
  const columns = [...Map.groupBy(single, ({ cell }) => cell.column).values()]
  return {
    continuedRows: new Set([...rowsCloseBelow(columns), ...smallRows(columns)]),
    brokenWords: new Set(columns.flatMap(brokenWordsOfColumn)),
    fusedRows: new Set(fusedRowsOf(columns)),
    dividedCells: new Set(lined.filter(({ lines }) => areInTwoColumns(lines)).map(({ index }) => index)),
  }
}

const bottomOf = (line: CellLine): number => firstOf(line).bbox[3]
const leftOf = (line: CellLine): number => firstOf(line).bbox[0]
const rightOf = (line: CellLine): number => lastOf(line).bbox[2]
const pitchOf = (above: CellLine, below: CellLine): number => bottomOf(below) - bottomOf(above)

/**
 * Rows that are as close below those above them as the lines of one cell are, while others are not, if the text of one
 * goes on. A row of numbers is one, however close it is.
 */
const rowsCloseBelow = (columns: readonly (readonly LinedCell[])[]): number[] => {
  const within = columns
    .flat()
    .flatMap(({ lines }) => pairwise(lines).map(([above, below]) => pitchOf(above, below)))
    .filter((pitch) => pitch > 0)
  const reach = within.reduce((least, pitch) => Math.min(least, pitch), Infinity) * limits.tight
  const pairs = columns.flatMap((column) =>
    pairwise(column).flatMap(([above, below]) =>
      below.cell.row === above.cell.row + above.cell.rowSpan && !above.cell.header ? [{ above, below, column }] : [],
    ),
  )
  const rows = [...Map.groupBy(pairs, ({ below }) => below.cell.row).values()]
  const close = rows.filter((row) =>
    row.some(({ above, below }) => pitchOf(lastOf(above.lines), firstOf(below.lines)) <= reach),
  )
  return close.length === rows.length
    ? []
    : close
        .filter(
          (row) =>
            !row.some(({ above, below }) => figuresAlone.test(above.cell.text) && figuresAlone.test(below.cell.text)) &&
            row.some(({ above, below, column }) => goesOn(above, below, column)),
        )
        .map((row) => firstOf(row).below.cell.row)
}

/**
 * Rows in which several cells have as many lines, as far apart as the rows of one line are, if one of these would have had room for the
 * first word of the next: nothing says that they are the lines of one text.
 */
const fusedRowsOf = (columns: readonly (readonly LinedCell[])[]): number[] => {
  const single = columns.flatMap((column) =>
    pairwise(column).flatMap(([above, below]) =>
      below.cell.row === above.cell.row + 1 && above.lines.length === 1 && below.lines.length === 1
        ? [pitchOf(firstOf(above.lines), firstOf(below.lines))]
        : [],
    ),
  )
  const rowPitch = minOf(single.filter((pitch) => pitch > 0))
  const several = columns.flatMap((column) => {
    const width = maxOf(column.flatMap(({ lines }) => lines.map(widthOf)))
    return column
      .filter(({ cell, lines }) => lines.length > 1 && cell.row > 0 && !cell.header && cell.rowSpan === 1)
      .map(({ cell, lines }) => ({ cell, lines, hasRoom: pairwise(lines).some((pair) => hasRoom(pair, width)) }))
  })
  return [...Map.groupBy(several, ({ cell }) => cell.row)].flatMap(([row, cells]) =>
    cells.length > 1 &&
    cells.some((one) => one.hasRoom) &&
    cells.every(
      ({ lines }) =>
        lines.length === firstOf(cells).lines.length &&
        pairwise(lines).every(([above, below]) => pitchOf(above, below) * limits.tight > rowPitch),
    )
      ? [row]
      : [],
  )
}

const widthOf = (line: CellLine): number => rightOf(line) - leftOf(line)

/** Tells whether the first word of a line, and a space, would have fitted on the line above it in a column of this width. */
const hasRoom = ([above, below]: readonly [CellLine, CellLine], width: number): boolean =>
  width - widthOf(above) > widthOf([firstOf(below)]) + lineHeight(above) * limits.maxSpace

/** Rows with one text alone, which goes on from the one right above it. */
const smallRows = (columns: readonly (readonly LinedCell[])[]): number[] => {
  const inRow = new Map<number, number>()
  for (const { cell } of columns.flat()) inRow.set(cell.row, (inRow.get(cell.row) ?? 0) + 1)
  return columns.flatMap((column) =>
    pairwise(column).flatMap(([above, below]) =>
      above.cell.row > 0 &&
      inRow.get(below.cell.row) === 1 &&
      below.cell.row === above.cell.row + 1 &&
      goesOn(above, below, column)
        ? [below.cell.row]
        : [],
    ),
  )
}

/** Tells whether a text begins small below one that does not end, in a column in which most others do not begin so. */
const goesOn = (above: LinedCell, below: LinedCell, column: readonly LinedCell[]): boolean => {
  if (!beginsSmall(below.cell.text) || above.cell.header || /[.!?:;]$/u.test(above.cell.text)) return false
  const others = column.filter((one) => one !== below && !one.cell.header)
  return others.filter(({ cell }) => beginsSmall(cell.text)).length * 2 < others.length
}

const figuresAlone = /^[\s\p{Nd}.,\p{Sc}()%+\-−–]+$/u

const beginsSmall = (text: string): boolean => /^\p{Ll}/u.test(text)

/**
 * Cells in which a line is one word that leaves no room for a letter, and the next begins with a small one, where hardly a line of
 * the column that goes on leaves any: of whole words only the longest would.
 */
const brokenWordsOfColumn = (column: readonly LinedCell[]): number[] => {
  const right = column.flatMap(({ lines }) => lines.map(rightOf)).reduce((most, at) => Math.max(most, at), -Infinity)
  const pairs = column.flatMap(({ index, lines }) =>
    pairwise(lines).map(([above, below]) => {
      const next = firstOf(below)
      const letter = (next.bbox[2] - next.bbox[0]) / next.text.length
      return { index, above, next, isFull: right - rightOf(above) < letter * limits.maxRoomForLetter }
    }),
  )
  const broken = pairs.filter(
    ({ above, next, isFull }) =>
      isFull && above.length === 1 && /\p{L}$/u.test(firstOf(above).text) && beginsSmall(next.text),
  )
  const isThroughout = pairs.filter(({ isFull }) => isFull).length >= pairs.length * limits.minFullShare
  const texts = new Set(broken.map(({ above }) => firstOf(above).text))
  return isThroughout && texts.size > 1 ? broken.map(({ index }) => index) : []
}

/** Tells whether a line has wide white, and the one below it begins where the text after it does. */
const areInTwoColumns = (lines: readonly CellLine[]): boolean => {
  const height = lineHeight(lines.flat())
  return pairwise(lines).some(([above, below]) =>
    pairwise(above).some(
      ([word, next]) =>
        next.bbox[0] - word.bbox[2] > limits.minWhite * height &&
        Math.abs(next.bbox[0] - leftOf(below)) < limits.alignment,
    ),
  )
}

/** Tells whether two columns have the same heading while others are told apart by a part that only the first of each group has. */
export const repeatedHeadings = ({ cells, columnCount }: Table): readonly (readonly [number, number])[] => {
  const names = Array.from({ length: columnCount }, (_, column) =>
    cells
      .filter(
        (cell) => cell.header && cell.text !== '' && cell.column <= column && cell.column + cell.columnSpan > column,
      )
      .map(({ text }) => text)
      .join(' '),
  )
  const named = names.flatMap((name, column) => (name === '' ? [] : [{ name, column }]))
  return named.flatMap(({ name, column }) => {
    const again = named.find((other) => other.column > column && other.name === name)
    if (again === undefined || column === 0) return []
    const [before, beforeAgain] = [itemAt(names, column - 1), itemAt(names, again.column - 1)]
    return before !== beforeAgain && lastWordOf(before) !== '' && lastWordOf(before) === lastWordOf(beforeAgain)
      ? [[column, again.column] as const]
      : []
  })
}

const lastWordOf = (text: string): string => /\S+$/u.exec(text)?.[0] ?? ''
