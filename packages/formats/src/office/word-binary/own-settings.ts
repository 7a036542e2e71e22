import { settings, settingsIn } from './settings.ts'

/** Long settings of a paragraph are in another stream, which a setting names (MS-DOC 2.9.185). */
export const withElsewhere = (list: Buffer, data: Buffer): Buffer => {
  for (const { number, operand } of settingsIn(list)) {
    if (number !== settings.elsewhere && number !== settings.elsewhereBefore) continue
    const at = operand.readUInt32LE(0)
    if (at + 2 <= data.length) return data.subarray(at + 2, at + 2 + data.readUInt16LE(at))
  }
  return list
}

/** The place of a paragraph in tables. */
export type PlaceInTables = {
  /** The number of tables that it is in, one in a cell of the other. */
  readonly depth: number
  readonly ends: 'cell' | 'row' | null
}

/** @param isCellMark whether the paragraph ends with the mark that ends cells and rows of the outermost table */
export const placeInTables = (list: Buffer, isCellMark: boolean): PlaceInTables => {
  let [inTable, rowEnd, depth, innerCellEnd, innerRowEnd] = [false, false, 0, false, false]
  for (const { number, operand } of settingsIn(list)) {
    if (number === settings.inTable) inTable = operand.readUInt8(0) !== 0
    else if (number === settings.rowEnd) rowEnd = operand.readUInt8(0) !== 0
    else if (number === settings.tableDepth) depth = Math.max(0, operand.readInt32LE(0))
    else if (number === settings.innerCellEnd) innerCellEnd = operand.readUInt8(0) !== 0
    else if (number === settings.innerRowEnd) innerRowEnd = operand.readUInt8(0) !== 0
  }
  if (isCellMark) return { depth: inTable ? 1 : 0, ends: rowEnd ? 'row' : 'cell' }
  if (depth <= 1) return { depth: inTable ? 1 : 0, ends: null }
  return { depth, ends: innerRowEnd ? 'row' : innerCellEnd ? 'cell' : null }
}

/** The settings of a stretch of text besides its look. */
export type OwnSettings = {
  /** True if characters may be marks. */
  special: boolean
  style: number
  /** The offset of its picture. */
  picture: number | null
  symbol: { readonly font: number; readonly character: string } | null
}

export const ownSettings = (list: Buffer): OwnSettings => {
  const own: OwnSettings = { special: false, style: -1, picture: null, symbol: null }
  for (const { number, operand } of settingsIn(list)) {
    if (number === settings.special) own.special = operand.readUInt8(0) !== 0
    else if (number === settings.characterStyle) own.style = operand.readUInt16LE(0)
    else if (number === settings.picture) own.picture = operand.readUInt32LE(0)
    else if (number === settings.symbol)
      own.symbol = { font: operand.readUInt16LE(0), character: symbolOf(operand.readUInt16LE(2)) }
  }
  return own
}

const symbolOf = (code: number): string => (code < 32 ? '' : String.fromCharCode(code))
