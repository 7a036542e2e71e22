import { gridColumns, type Grid } from './grid.ts'

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

/** A table in a script that is written from the right has its first column there. */
export const inReadingDirection = (grid: Grid): Grid => {
  const words = grid.cells.flatMap((cell) => cell.words)
  const turned = words.filter(({ text }) => rightToLeft.test(text)).length
  if (turned * 2 <= words.length) return grid
  const columns = gridColumns(grid)
  return {
    ...grid,
    xs: grid.xs.toReversed(),
    cells: grid.cells.map((cell) => ({ ...cell, column: columns - cell.column - cell.columnSpan })),
  }
}
