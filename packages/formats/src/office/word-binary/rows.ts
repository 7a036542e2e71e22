import type { CellShape } from '../rich-text/rich-text-table.ts'
import { settings, settingsIn } from './settings.ts'

/** Bits of a cell: how it is merged with those beside it, and above (MS-DOC 2.9.317). */
const horizontal = 0x0003
const vertical = 0x0060
const continuesAbove = 0x0020
const cellBytes = 20

/** The cells of a row, as the settings at its end define them, and whether it repeats on every page. */
export const rowOf = (list: Buffer): { readonly shapes: readonly CellShape[]; readonly header: boolean } => {
  let shapes: CellShape[] = []
  let header = false
  for (const { number, operand } of settingsIn(list)) {
    if (number === settings.tableDefinition) shapes = shapesIn(operand.subarray(2))
    else if (number === settings.headerRow) header = operand.readUInt8(0) !== 0
    else if (number === settings.verticalMerge && operand.length >= 3) {
      const index = operand.readUInt8(1)
      const shape = shapes[index]
      if (shape !== undefined) shapes[index] = { ...shape, continuesAbove: operand.readUInt8(2) === 1 }
    }
  }
  return { shapes, header }
}

/** The definition of a table (MS-DOC 2.9.322): the edges of its cells, then what is known of each. */
const shapesIn = (bytes: Buffer): CellShape[] => {
  const count = bytes[0] ?? 0
  const cellsAt = 1 + (count + 1) * 2
  if (cellsAt > bytes.length) return []
  const shapes: CellShape[] = []
  /** The mark of the first of several cells that are merged; programs do not agree on one. */
  let first = 0
  for (let index = 0; index < count; index += 1) {
    const at = cellsAt + index * cellBytes
    const set = at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0
    const merged = set & horizontal
    const continuesLeft = merged !== 0 && first !== 0 && merged !== first
    if (!continuesLeft) first = merged
    const edge = bytes.readInt16LE(1 + (index + 1) * 2)
    shapes.push({ edge, continuesLeft, continuesAbove: (set & vertical) === continuesAbove })
  }
  return shapes
}
