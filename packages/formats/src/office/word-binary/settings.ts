import { itemAt } from '@polyparse/document/items'

/** A setting of a stretch of text or a paragraph, by its number, with its operand (MS-DOC 2.6). */
export type PropertySetting = { readonly number: number; readonly operand: Buffer }

/** The bytes of operands by the kind of setting; of kind 6 they say themselves how many they are (MS-DOC 2.2.5.1). */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3]
const variable = 6
/** Settings of which the length is in two bytes, and of which it is not always said. */
const docTableDefinitionSprm = 0xd608
const docTabStopsSprm = 0xc615

/** All settings in a list of them, up to one that is cut off. */
export const settingsIn = function* (list: Buffer): Generator<PropertySetting> {
  let at = 0
  while (at + 2 < list.length) {
    const number = list.readUInt16LE(at)
    at += 2
    let length = itemAt(operandBytes, number >> 13)
    if (number === docTableDefinitionSprm) {
      if (at + 2 > list.length) return
      length = list.readUInt16LE(at) + 1
    } else if (number >> 13 === variable) {
      length = list.readUInt8(at) + 1
      if (number === docTabStopsSprm && length === 256) return
    }
    if (at + length > list.length) return
    yield { number, operand: list.subarray(at, at + length) }
    at += length
  }
}

/** Numbers of the settings that are read (MS-DOC 2.6.1, 2.6.2, 2.6.3). */
export const settings = {
  deleted: 0x0800,
  bold: 0x0835,
  italic: 0x0836,
  struck: 0x0837,
  struckTwice: 0x2a53,
  capitals: 0x083b,
  hidden: 0x083c,
  special: 0x0855,
  underline: 0x2a3e,
  highlight: 0x2a0c,
  position: 0x2a48,
  characterStyle: 0x4a30,
  font: 0x4a4f,
  language: 0x486d,
  picture: 0x6a03,
  symbol: 0x6a09,
  paragraphStyle: 0x4600,
  inTable: 0x2416,
  rowEnd: 0x2417,
  /** The number of tables around a paragraph, and whether it ends a cell or a row of one that is in a cell. */
  tableDepth: 0x6649,
  innerCellEnd: 0x244b,
  innerRowEnd: 0x244c,
  outlineLevel: 0x2640,
  listLevel: 0x260a,
  list: 0x460b,
  elsewhere: 0x6646,
  elsewhereBefore: 0x6645,
  tableDefinition: docTableDefinitionSprm,
  headerRow: 0x3404,
  verticalMerge: 0xd62b,
} as const
