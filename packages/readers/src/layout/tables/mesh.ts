/**
 * The lines a table is divided by, drawn or not: `xs` and `ys` are where columns and rows end, the outer ends included.
 * `walls[row][column]` says whether the place is divided from the one to its right, `floors` from the one below it.
 */
export type Mesh = {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly walls: readonly (readonly boolean[])[]
  readonly floors: readonly (readonly boolean[])[]
}

/** A rectangle of places without a line between them. */
export type Area = {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

export const rowCountOf = ({ ys }: Mesh): number => ys.length - 1
export const columnCountOf = ({ xs }: Mesh): number => xs.length - 1

/** The areas of a mesh, row by row. Where they are no rectangles each row is taken by itself. */
export const areasOf = (mesh: Mesh): Area[] => {
  const taken = mesh.walls.map((row) => row.map(() => false))
  const areas: Area[] = []
  for (let row = 0; row < rowCountOf(mesh); row += 1) {
    for (let column = 0; column < columnCountOf(mesh); column += 1) {
      if (taken[row]?.[column] === true) continue
      const area = growFrom(mesh, row, column, taken)
      for (let y = row; y < row + area.rowSpan; y += 1) taken[y]?.fill(true, column, column + area.columnSpan)
      areas.push(area)
    }
  }
  return areas
}

const growFrom = (mesh: Mesh, row: number, column: number, taken: readonly (readonly boolean[])[]): Area => {
  let columnSpan = 1
  while (
    column + columnSpan < columnCountOf(mesh) &&
    mesh.walls[row]?.[column + columnSpan - 1] === false &&
    taken[row]?.[column + columnSpan] === false
  )
    columnSpan += 1
  let rowSpan = 1
  while (row + rowSpan < rowCountOf(mesh) && goesOn(mesh, row + rowSpan, column, columnSpan, taken)) rowSpan += 1
  return { row, column, rowSpan, columnSpan }
}

/** Whether an area goes on in a row: no floor above all of its places, no wall within, one at its end. */
const goesOn = (
  { walls, floors }: Mesh,
  row: number,
  column: number,
  columnSpan: number,
  taken: readonly (readonly boolean[])[],
): boolean => {
  for (let at = column; at < column + columnSpan; at += 1) {
    if (floors[row - 1]?.[at] !== false || taken[row]?.[at] === true) return false
    if (at < column + columnSpan - 1 && walls[row]?.[at] !== false) return false
  }
  const last = column + columnSpan - 1
  return walls[row]?.[last] !== false && (column === 0 || walls[row]?.[column - 1] !== false)
}
