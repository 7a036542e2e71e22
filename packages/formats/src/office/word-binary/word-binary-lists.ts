import { numberFormat } from '../number-formats.ts'
import {
  type Level,
  type WordprocessingList,
  type WordprocessingNumbering,
  createNumbering,
} from '../wordprocessing/numbering.ts'
import type { Streams } from './streams.ts'

const definitionBytes = 28
const useBytes = 16
const levelBytes = 28
const levelsOfList = 9
/** Lists of one level (MS-DOC 2.9.147). */
const simple = 1

/**
 * Counts through the lists of a document (MS-DOC 2.9.192, 2.9.190), which are known by the number of their use, from 1;
 * null where they are damaged, which must not fail the document.
 */
export const readLists = (streams: Streams): WordprocessingNumbering | null => {
  try {
    return readUndamagedLists(streams)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const readUndamagedLists = (streams: Streams): WordprocessingNumbering => {
  const definitions = definitionsIn(streams)
  const uses = streams.structure('listUses')
  const count = uses.length < 4 ? 0 : Math.min(uses.readUInt32LE(0), Math.floor((uses.length - 4) / useBytes))
  const lists = new Map<string, WordprocessingList>()
  let at = 4 + count * useBytes
  for (let index = 0; index < count; index += 1) {
    const use = uses.subarray(4 + index * useBytes)
    const kind = use.readInt32LE(0)
    const levels = new Map(definitions.get(kind))
    const restarts = new Set<number>()
    at += 4
    for (let override = 0; override < use.readUInt8(12) && at + 8 <= uses.length; override += 1) {
      const [start, set] = [uses.readInt32LE(at), uses.readUInt32LE(at + 4)]
      at += 8
      const number = Math.min(set & 15, levelsOfList - 1)
      if ((set & 0x20) !== 0) {
        const read = levelAt(uses, at)
        levels.set(number, read.level)
        at = read.end
      } else if ((set & 0x10) !== 0) {
        const level = levels.get(number)
        if (level !== undefined) levels.set(number, { ...level, start })
        restarts.add(number)
      }
    }
    lists.set(String(index + 1), { kind: String(kind), levels, restarts })
  }
  return createNumbering(lists)
}

/** The levels of each list by its identifier; they follow the definitions, and are not counted as part of them. */
const definitionsIn = ({ table, structure, startOf }: Streams): Map<number, Map<number, Level>> => {
  const bytes = structure('lists')
  const count = bytes.length < 2 ? 0 : Math.min(bytes.readUInt16LE(0), Math.floor((bytes.length - 2) / definitionBytes))
  const definitions = new Map<number, Map<number, Level>>()
  let at = startOf('lists') + bytes.length
  for (let index = 0; index < count; index += 1) {
    const definition = bytes.subarray(2 + index * definitionBytes)
    const levels = new Map<number, Level>()
    const levelCount = (definition.readUInt8(26) & simple) === 0 ? levelsOfList : 1
    for (let number = 0; number < levelCount; number += 1) {
      const read = levelAt(table, at)
      levels.set(number, read.level)
      at = read.end
    }
    definitions.set(definition.readInt32LE(0), levels)
  }
  return definitions
}

/** A level (MS-DOC 2.9.150), whose text has the numbers of levels in place of characters. */
const levelAt = (bytes: Buffer, at: number): { readonly level: Level; readonly end: number } => {
  const set = bytes.readUInt8(at + 5)
  const textAt = at + levelBytes + bytes.readUInt8(at + 24) + bytes.readUInt8(at + 25)
  const end = textAt + 2 + bytes.readUInt16LE(textAt) * 2
  const text = bytes.toString('utf16le', textAt + 2, end)
  const level = {
    start: bytes.readInt32LE(at),
    format: numberFormat(bytes.readUInt8(at + 4)),
    // oxlint-disable-next-line no-control-regex -- levels are numbered from 0
    text: text.replaceAll(/[\0-\x08]/g, (number) => `%${number.charCodeAt(0) + 1}`),
    restartAfter: (set & 8) !== 0 ? 0 : null,
    legal: (set & 4) !== 0,
    indent: undefined,
    style: undefined,
  }
  return { level, end }
}
