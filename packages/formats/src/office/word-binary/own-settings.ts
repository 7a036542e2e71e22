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

export const tableSettings = (list: Buffer): { readonly inTable: boolean; readonly rowEnd: boolean } => {
  let [inTable, rowEnd] = [false, false]
  for (const { number, operand } of settingsIn(list)) {
    if (number === settings.inTable) inTable = operand.readUInt8(0) !== 0
    else if (number === settings.rowEnd) rowEnd = operand.readUInt8(0) !== 0
  }
  return { inTable, rowEnd }
}

/** What is set for a stretch besides its look. */
export type OwnSettings = {
  /** Whether characters may be marks. */
  special: boolean
  style: number
  /** Where its picture is. */
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
