type Spans = { readonly rowSpan?: number | null; readonly colSpan?: number | null }

type PlacedGoogleCell<Cell> = {
  readonly cell: Cell
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

/** No table that is printed has more. */
const maxSpan = 200

/** The cells of rows at their places: as in HTML, a cell that spans into another row leaves no room there. */
export const googleCells = <Cell extends Spans>(rows: readonly (readonly Cell[])[]): PlacedGoogleCell<Cell>[] => {
  /** The first row that is free, by column. */
  const freeFrom: number[] = []
  return rows.flatMap((cells, row) => {
    let column = 0
    return cells.map((cell) => {
      while ((freeFrom[column] ?? 0) > row) column += 1
      const [rowSpan, columnSpan] = [clampGoogleSpan(cell.rowSpan), clampGoogleSpan(cell.colSpan)]
      const placed = { cell, row, column, rowSpan, columnSpan }
      for (const end = column + columnSpan; column < end; column += 1) freeFrom[column] = row + rowSpan
      return placed
    })
  })
}

const clampGoogleSpan = (given: number | null | undefined): number => Math.min(maxSpan, Math.max(1, given ?? 1))
