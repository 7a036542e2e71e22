import type { Archive } from '../../archive/archive.ts'
import { type Relationship, relationshipsOf } from '../package/relationships.ts'
import { someXlsbRecord, xlsbSheetRecord } from './records.ts'
import { createStruckCells, type FontChange, maxFontChanges, type StruckStretches } from './struck-stretches.ts'

/** Numbers of records of an XLSB (MS-XLSB 2.3): of fonts, formats, texts and rows. */
const xlsbRecords = {
  font: 43,
  format: 47,
  formatsBegin: 617,
  formatsEnd: 618,
  text: 19,
  row: 0,
}
/** The flag of a font (MS-XLSB, BrtFont) that strikes its text out, and where the font of a format is (BrtXF). */
const strikesOut = { flagsAt: 2, flag: 0x0008, fontAt: 4 }

/** The kinds of cells: a short one has no column, as it is right of the one before; in all, a format ends the head. */
type XlsbCellKind = { readonly head: number; readonly isShort: boolean; readonly value: 'shared' | 'runs' | 'other' }
const xlsbCellKindOf = (number: number): XlsbCellKind | null => {
  if (number >= 1 && number <= 11) return { head: 8, isShort: false, value: number === 7 ? 'shared' : 'other' }
  if (number >= 12 && number <= 18) return { head: 4, isShort: true, value: number === 18 ? 'shared' : 'other' }
  return number === 62 ? { head: 8, isShort: false, value: 'runs' } : null
}

/** The flag of a text with changes of fonts. */
const hasRuns = 0x01

/** The struck stretches of an XLSB's cells: by the formats of whole cells, and by the fonts within their texts. */
export const struckStretchesOfParts = (archive: Archive): StruckStretches => {
  const workbook = relationshipsOf(archive, '').find(({ kind }) => kind === 'officeDocument')?.target
  if (workbook === undefined) return () => []
  const relationships = relationshipsOf(archive, workbook)
  const { isFontStruck, isFormatStruck } = struckOfStyles(archive.read(nameOfPart(relationships, 'styles')))
  if (isFontStruck === null) return () => []
  const changesByText = fontChangesOfParts(archive.read(nameOfPart(relationships, 'sharedStrings')), isFontStruck)
  const struck = createStruckCells()
  const namesRead = new Set<string>()
  for (const [sheet, id] of sheetIds(archive.read(workbook)).entries()) {
    const name = relationships.find((one) => one.id === id)?.target ?? ''
    // Each sheet has a part of its own, unless somebody wants one to be read a thousand times.
    const part = namesRead.has(name) ? null : archive.read(name)
    namesRead.add(name)
    if (part === null) continue
    let row = 0
    let column = 0
    eachXlsbRecord(part, (number, content) => {
      if (number === xlsbRecords.row && content.length >= 4) row = content.readUInt32LE(0)
      const kind = xlsbCellKindOf(number)
      if (kind === null || content.length < kind.head) return
      column = kind.isShort ? column + 1 : content.readUInt32LE(0)
      const value = content.subarray(kind.head)
      const changes = (): readonly FontChange[] => {
        if (kind.value === 'runs') return fontChangesOfText(value, isFontStruck)
        return kind.value === 'shared' && value.length >= 4 ? (changesByText.get(value.readUInt32LE(0)) ?? []) : []
      }
      struck.add([sheet, row, column], isFormatStruck(content.readUIntLE(kind.head - 4, 3)), changes())
    })
  }
  return struck.at
}

const eachXlsbRecord = (part: Buffer, take: (number: number, content: Buffer) => void): void => {
  someXlsbRecord(part, (number, at, length) => {
    take(number, part.subarray(at, at + length))
    return false
  })
}

const nameOfPart = (relationships: readonly Relationship[], kind: string): string =>
  relationships.find((one) => one.kind === kind && !one.external)?.target ?? ''

type StruckStyles = {
  /** Null where no font strikes out. */
  readonly isFontStruck: ((font: number) => boolean) | null
  readonly isFormatStruck: (format: number) => boolean
}

const struckOfStyles = (styles: Buffer | null): StruckStyles => {
  const fonts: boolean[] = []
  const formats: boolean[] = []
  let isInFormats = false
  eachXlsbRecord(styles ?? Buffer.alloc(0), (number, content) => {
    if (number === xlsbRecords.font && content.length >= strikesOut.flagsAt + 2)
      fonts.push((content.readUInt16LE(strikesOut.flagsAt) & strikesOut.flag) !== 0)
    else if (number === xlsbRecords.formatsBegin) isInFormats = true
    else if (number === xlsbRecords.formatsEnd) isInFormats = false
    else if (isInFormats && number === xlsbRecords.format && content.length >= strikesOut.fontAt + 2)
      formats.push(fonts[content.readUInt16LE(strikesOut.fontAt)] === true)
  })
  return {
    isFontStruck: fonts.includes(true) ? (font) => fonts[font] === true : null,
    isFormatStruck: (format) => formats[format] === true,
  }
}

const fontChangesOfParts = (
  texts: Buffer | null,
  isFontStruck: (font: number) => boolean,
): ReadonlyMap<number, readonly FontChange[]> => {
  const changesByText = new Map<number, readonly FontChange[]>()
  let text = 0
  eachXlsbRecord(texts ?? Buffer.alloc(0), (number, content) => {
    if (number !== xlsbRecords.text) return
    const changes = fontChangesOfText(content, isFontStruck)
    if (changes.length > 0) changesByText.set(text, changes)
    text += 1
  })
  return changesByText
}

/** Changes of fonts within a text (MS-XLSB, RichStr): flags, characters of two bytes with their number, and the same of runs. */
const fontChangesOfText = (text: Buffer, isFontStruck: (font: number) => boolean): FontChange[] => {
  if (text.length < 5 || (text.readUInt8(0) & hasRuns) === 0) return []
  const runs = text.subarray(5 + text.readUInt32LE(1) * 2)
  const count = runs.length < 4 ? 0 : Math.min(runs.readUInt32LE(0), maxFontChanges)
  const changes: FontChange[] = []
  for (let at = 4; at + 4 <= runs.length && changes.length < count; at += 4)
    changes.push({ at: runs.readUInt16LE(at), isStruck: isFontStruck(runs.readUInt16LE(at + 2)) })
  return changes
}

/** The ids by which a workbook refers to its sheets, in their order. */
const sheetIds = (workbook: Buffer | null): string[] => {
  const ids: string[] = []
  eachXlsbRecord(workbook ?? Buffer.alloc(0), (number, content) => {
    const at = xlsbSheetRecord.head
    if (number !== xlsbSheetRecord.number || content.length < at + 4) return
    ids.push(content.toString('utf16le', at + 4, at + 4 + content.readUInt32LE(at) * 2))
  })
  return ids
}
