import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { utils, write } from '@e965/xlsx'
import type { Document } from '@polyparse/document'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { blockOutline, codesOfWarnings, reader, rowsOf } from '@polyparse/test-support/reading'
import { openCompoundFile } from '../src/compound/compound-file.ts'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { eachRecord, recordNumbers } from '../src/office/binary-workbook/records.ts'
import { workbookEngine } from '../src/office/binary-workbook/workbook-engine.ts'

const read = reader(workbookEngine, officeMediaTypes.xls[0])
const fieldsOf = ({ fields }: Document): unknown => fields?.map(({ kind, value }) => [kind, value])

const words = (...numbers: readonly number[]): Buffer => Buffer.from(Uint16Array.from(numbers).buffer)
const numbered = (number: number, ...content: readonly Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(content)
  return Buffer.concat([words(number, bytes.length), bytes])
}
const endOfSheet = 0x000a

/** A drawing with the anchor of a shape over one cell. */
const anchored = (column: number, row: number): Buffer =>
  numbered(0x00ec, words(0x0f, 0xf004, 26, 0, 0, 0xf010, 18, 0, 0, column, 10, row, 10, column, 900, row, 240))
const common = (kind: number, flags = 0x11): Buffer => numbered(0x15, words(kind, 1, flags, 0, 0, 0, 0, 0, 0))
const object = (...parts: readonly Uint8Array[]): Buffer => numbered(0x005d, ...parts)
const ticked = (state: number): Buffer => numbered(0x12, words(state, 0, 0, 2))
const label = (text: string): Buffer => {
  const [first, rest] = [text.slice(0, 3), text.slice(3)]
  return Buffer.concat([
    numbered(0x01b6, words(0x0222, 0, 0, 0, 0, text.length, 16, 0, 0)),
    numbered(0x003c, Buffer.from([0]), Buffer.from(first, 'latin1')),
    numbered(0x003c, Buffer.from([1]), Buffer.from(rest, 'utf16le')),
    numbered(0x003c, words(0, 5, 0, 0)),
  ])
}
/** A list whose entries are in the first rows of column C, without a length of its own. */
const list = (formula: Uint8Array, chosen: number, flags: number, marks: readonly number[]): Buffer => {
  const padded = Buffer.concat([words(formula.length, 0, 0), formula, Buffer.alloc((6 + formula.length) % 2)])
  return Buffer.concat([
    words(0x13, 0x1fcc, padded.length),
    padded,
    words(marks.length, chosen, flags, 0),
    Buffer.from(marks),
  ])
}
const entries = Buffer.concat([Buffer.from([0x25]), words(0, 2, 0xc002, 0xc002)])

const cells = [
  ['Kind', '', 'small'],
  ['Colours', '', 'large'],
  ['Agreed', '', 'giant'],
]

/** A workbook of one sheet with further records in it. */
const workbookWith = (records: readonly Buffer[], streams: Readonly<Record<string, Uint8Array>> = {}): Buffer => {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(cells), 'Form')
  const bytes: unknown = write(workbook, { type: 'buffer', bookType: 'biff8' })
  assert.ok(bytes instanceof Buffer)
  const stream = openCompoundFile(bytes).stream('Workbook')
  assert.ok(stream !== null && stream.readUInt16LE(stream.length - 4) === endOfSheet)
  const whole = Buffer.concat([stream.subarray(0, -4), ...records, stream.subarray(-4)])
  return compoundFileOf({ Workbook: whole, ...streams })
}

/** A check box of Forms 2.0 that is ticked, behind the id of its class, as Excel 2003 stores it. */
const storedBox = Buffer.from(
  '401dd28b42ecce119e0d00aa006002f3000238004001c0800100000004000000010000800900008006000080e20e0000ca020000311d1c00436865636b426f78310000005368656574316f78000218003500000005000080e100000000020000417269616c000000',
  'hex',
)
const pictureOf = (from: number, bytes: number, flags = 0x31): Buffer => {
  const formula = words(4, 0, 0, from & 0xffff, 0, bytes, 0)
  return object(common(0x08), numbered(0x08, words(flags)), numbered(0x09, formula))
}

describe('controls over a sheet of an XLS', () => {
  it('stay on their sheet in a workbook that names its sheets in another order than it stores them', async () => {
    const workbook = utils.book_new()
    for (const name of ['Form', 'Last']) utils.book_append_sheet(workbook, utils.aoa_to_sheet(cells), name)
    const bytes: unknown = write(workbook, { type: 'buffer', bookType: 'biff8' })
    assert.ok(bytes instanceof Buffer)
    const stream = openCompoundFile(bytes).stream('Workbook')
    assert.ok(stream !== null)
    const names: { at: number; end: number }[] = []
    eachRecord(stream, (number, at, length) => {
      if (number === recordNumbers.sheet) names.push({ at: at - 4, end: at + length })
    })
    const [first, second] = names
    assert.ok(first !== undefined && second !== undefined && first.end === second.at)
    const control = Buffer.concat([anchored(1, 0), object(common(0x0b), ticked(1))])
    const start = stream.readUInt32LE(second.at + 4)
    stream.writeUInt32LE(start + control.length, second.at + 4)
    const turned = Buffer.concat([
      stream.subarray(0, first.at),
      stream.subarray(second.at, second.end),
      stream.subarray(first.at, first.end),
      stream.subarray(second.end, start - 4),
      control,
      stream.subarray(start - 4),
    ])
    const { pages } = await read(compoundFileOf({ Workbook: turned }))
    assert.deepEqual(
      pages.map(({ blocks }) => [blocks[0]?.text, blocks.some(({ text }) => /[☒☑]/u.test(text))]),
      [
        ['Form', true],
        ['Last', false],
      ],
    )
  })

  it('stand in the cells that they are over, with what is ticked and chosen', async () => {
    const document = await read(
      workbookWith([
        anchored(1, 0),
        object(common(0x14), list(entries, 2, 0, [])),
        anchored(1, 1),
        object(common(0x12), list(entries, 1, 0x10, [1, 0, 1])),
        anchored(1, 2),
        object(common(0x0b), ticked(1)),
        // The button of a filter is a part of Excel, and in this list nothing is chosen.
        object(common(0x14, 0x0111), list(entries, 1, 0, [])),
        object(common(0x14), list(entries, 0, 0, [])),
      ]),
    )
    assert.deepEqual(rowsOf(document), [
      ['Kind', 'large', 'small'],
      ['Colours', 'small, giant', 'large'],
      ['Agreed', '☑', 'giant'],
    ])
    assert.deepEqual(fieldsOf(document), [
      ['choice', 'large'],
      ['choice', 'small, giant'],
      ['checkbox', '☑'],
    ])
    assert.deepEqual(codesOfWarnings(document), [])
  })

  it('have the labels that are written on them', async () => {
    const document = await read(
      workbookWith([
        anchored(0, 5),
        object(common(0x0c), ticked(1)),
        label('By post – now'),
        anchored(0, 6),
        object(common(0x0c), ticked(0)),
        label('By air'),
      ]),
    )
    assert.deepEqual(blockOutline(document).slice(2), [
      ['paragraph', '☑ By post – now'],
      ['paragraph', '☐ By air'],
    ])
  })

  it('are read where they are controls of programs, and told where their answer is not read', async () => {
    const controls = Buffer.concat([Buffer.from('x'), storedBox])
    const document = await read(
      workbookWith(
        [
          anchored(0, 5),
          pictureOf(1, storedBox.length),
          pictureOf(1, storedBox.length, 0x01),
          pictureOf(controls.length, 40),
          pictureOf(1, 40),
          object(common(0x14), list(Buffer.concat([Buffer.from([0x23]), words(1, 0)]), 2, 0, [])),
        ],
        { Ctls: controls },
      ),
    )
    assert.deepEqual(blockOutline(document).slice(2), [['paragraph', '☑ CheckBox1']])
    assert.deepEqual(
      document.warnings.map(({ message }) => message),
      ['Sheet 1 has 3 controls of forms whose answers were left out.'],
    )
  })

  it('do no harm where their records are cut off anywhere', async () => {
    const whole = [anchored(1, 0), object(common(0x14), list(entries, 2, 0x10, [1, 1, 1])), pictureOf(0, 104)]
    for (const record of whole)
      for (let length = 0; length < record.length - 4; length += Math.ceil(record.length / 10)) {
        const cut = numbered(record.readUInt16LE(0), record.subarray(4, 4 + length))
        const document = await read(workbookWith([cut], { Ctls: storedBox }))
        assert.equal(rowsOf(document)[0]?.[0], 'Kind')
      }
  })
})
