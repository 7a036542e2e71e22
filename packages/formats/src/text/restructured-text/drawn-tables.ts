import { firstOf, itemAt } from '@polyparse/document/items'
import type { FlowTable } from '../../flow/flow.ts'
import { type MarkupCell, placeFlowCells } from '../../flow/place-cells.ts'

/** Reads the contents of a cell from its lines. */
type ReadCell = (lines: readonly string[], header: boolean) => Omit<MarkupCell, 'header'>

/** A drawing larger than this is no table that a person made. */
const max = { lines: 5_000, width: 2_000, columns: 200 }

/**
 * Tells whether a line can begin a grid: `+---+---+`.
 * @example isGridLine('+---+---+') // true
 */
export const isGridLine = (line: string): boolean => /^\+(?:[-=]+\+)+$/.test(line)

/** A table drawn with `+`, `-` and `|`; null where the drawing is not closed. */
export const drawnGridTable = (drawing: readonly string[], readCell: ReadCell): FlowTable | null => {
  const width = drawing[0]?.length ?? 0
  if (drawing.length > max.lines || width > max.width) return null
  const lines = drawing.map((line) => line.padEnd(width))
  const isDivider = (line: string): boolean => /\+[-=]{1,2000}\+/.test(line)
  const tops = [...lines.keys()].filter((at) => isDivider(itemAt(lines, at)))
  const edges = new Set(tops.flatMap((at) => [...itemAt(lines, at).matchAll(/\+/g)].map(({ index }) => index)))
  const lefts = [...edges].toSorted((a, b) => a - b)
  if (lefts.length > max.columns) return null
  const headEnd = tops.findIndex((at, row) => row > 0 && /^\+[=+]+\+$/.test(itemAt(lines, at)))
  const taken = new Set<number>()
  const rows: MarkupCell[][] = []

  const hasEdge = (column: number, from: number, to: number): boolean =>
    lines.slice(from, to).every((line) => line[column] === '|' || line[column] === '+')
  const hasBottom = (line: string, from: number, to: number): boolean => /^[-=+]+$/.test(line.slice(from, to))

  for (let row = 0; row + 1 < tops.length; row += 1) {
    const cells: MarkupCell[] = []
    for (let column = 0; column + 1 < lefts.length; column += 1) {
      if (taken.has(row * max.columns + column)) continue
      const [top, next, left] = [itemAt(tops, row), itemAt(tops, row + 1), itemAt(lefts, column)]
      let columnSpan = 1
      while (column + columnSpan < lefts.length - 1 && !hasEdge(itemAt(lefts, column + columnSpan), top + 1, next))
        columnSpan += 1
      const right = itemAt(lefts, column + columnSpan)
      let rowSpan = 1
      while (row + rowSpan < tops.length - 1 && !hasBottom(itemAt(lines, itemAt(tops, row + rowSpan)), left + 1, right))
        rowSpan += 1
      const bottom = itemAt(tops, row + rowSpan)
      for (let down = row; down < row + rowSpan; down += 1)
        for (let across = column; across < column + columnSpan; across += 1) taken.add(down * max.columns + across)
      const header = row < headEnd
      const own = lines.slice(top + 1, bottom).map((line) => line.slice(left + 1, right).trimEnd())
      cells.push({ ...readCell(own, header), header, rowSpan, columnSpan, column })
    }
    rows.push(cells)
  }
  return placeFlowCells(rows)
}

/**
 * Tells whether a line is the border of a simple table: `====  ====`.
 * @example isSimpleBorder('==== ====') // true
 */
export const isSimpleBorder = (line: string): boolean => /^=+(?: +=+)+$/.test(line)

/** A table of columns under borders of `=`, with `---` below cells that span columns; the first and last line are borders. */
export const simpleTable = (lines: readonly string[], readCell: ReadCell): FlowTable | null => {
  const border = firstOf(lines)
  const starts = [...border.matchAll(/=+/g)].map(({ index }) => index)
  if (starts.length > max.columns || lines.length > max.lines * 4) return null
  const inner = lines.slice(1, -1)
  const headEnd = inner.findIndex(isSimpleBorder)
  const rows: MarkupCell[][] = []
  /** The lines of the row in the making. */
  let open: string[] = []
  const endRow = (isHeader: boolean, dashes: string | null): void => {
    if (open.length === 0) return
    const spans =
      dashes === null
        ? starts
        : [...dashes.matchAll(/-+/g)].map(({ index }) => index).filter((at) => starts.includes(at))
    const row = spans.map((start, index): MarkupCell => {
      const end = spans[index + 1]
      const column = starts.indexOf(start)
      const columnSpan = (end === undefined ? starts.length : starts.indexOf(end)) - column
      return {
        ...readCell(
          open.map((line) => line.slice(start, end).trimEnd()),
          isHeader,
        ),
        header: isHeader,
        columnSpan,
        column,
      }
    })
    rows.push(row)
    open = []
  }
  for (const [at, line] of inner.entries()) {
    const isHeader = at <= headEnd
    if (line === '' || isSimpleBorder(line)) endRow(isHeader, null)
    else if (/^-+(?: +-+)*$/.test(line)) endRow(isHeader, line)
    else {
      // A row begins where its first column has text.
      if (line.slice(0, starts[1] ?? line.length).trim() !== '' && open.length > 0) endRow(isHeader, null)
      open.push(line)
    }
  }
  endRow(false, null)
  return placeFlowCells(rows)
}
