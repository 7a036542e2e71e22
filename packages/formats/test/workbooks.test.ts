import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BookType, SSF, utils, type WorkBook, write } from '@e965/xlsx'
import { packageOf } from '@polyparse/test-support/office'
import { EngineFailure } from '@polyparse/engine'
import { unzipSync, zipSync } from 'fflate'
import { itemAt } from '@polyparse/document/items'
import { openCompoundFile } from '../src/compound/compound-file.ts'
import { eachRecord, someXlsbRecord } from '../src/office/binary-workbook/records.ts'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { workbookEngine } from '../src/office/binary-workbook/workbook-engine.ts'
import {
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'

const lastBuiltInFormat = 49

const bytesOf = (workbook: WorkBook, bookType: BookType): Buffer => {
  // The library writes into each workbook the formats of all that it has written before.
  const formats: Record<number, string> = SSF.get_table()
  for (const id of Object.keys(formats).map(Number)) if (id > lastBuiltInFormat) delete formats[id]
  const bytes: unknown = write(workbook, { type: 'buffer', bookType, cellDates: false })
  assert.ok(bytes instanceof Buffer)
  return bytes
}

/** Two sheets that are shown around a hidden one. */
const sample = (): WorkBook => {
  const workbook = utils.book_new()
  const sheet = utils.aoa_to_sheet([
    ['Item', 'Price', 'Share', 'Since'],
    ['Äpfel', 1234.5, 0.25, 45_719],
    ['Birnen', -3, 0.5, 45_720],
    ['Sum', true],
  ])
  sheet['B2'] = { t: 'n', v: 1234.5, z: '#,##0.00' }
  sheet['C2'] = { t: 'n', v: 0.25, z: '0%' }
  sheet['D2'] = { t: 'n', v: 45_719, z: 'm/d/yy' }
  sheet['D3'] = { t: 'n', v: 45_720, z: 'd mmm yyyy' }
  sheet['C4'] = { t: 'e', v: 0x07 }
  sheet['!merges'] = [{ s: { r: 3, c: 2 }, e: { r: 3, c: 3 } }]
  utils.book_append_sheet(workbook, sheet, 'Figures')
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['secret']]), 'Hidden')
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['one'], [], ['two']]), 'Words')
  workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 0 }] }
  return workbook
}

const formats: readonly (readonly [name: string, mediaType: string, bookType: BookType])[] = [
  ['XLS', officeMediaTypes.xls[0], 'biff8'],
  ['XLSB', officeMediaTypes.xlsb[0], 'xlsb'],
]

for (const [name, mediaType, bookType] of formats)
  describe(`a workbook in ${name}`, () => {
    const read = reader(workbookEngine, mediaType)
    it('has a page for each sheet, with cells as they are shown', async () => {
      const document = await read(bytesOf(sample(), bookType))
      assert.equal(document.metadata.documentPageCount, 3)
      assert.deepEqual(blockOutline(document).slice(0, 1), [['heading', 1, 'Figures']])
      assert.deepEqual(rowsOf(document), [
        ['Item', 'Price', 'Share', 'Since'],
        ['Äpfel', '1,234.50', '25%', '2025-03-03'],
        ['Birnen', '-3', '0.5', '4 Mar 2025'],
        ['Sum', 'TRUE', '#DIV/0!'],
      ])
      assert.deepEqual(spanningCells(document), [['#DIV/0!', 1, 2]])
      assert.deepEqual(blockOutline(document, 3), [
        ['heading', 1, 'Words'],
        ['paragraph', 'one'],
        ['paragraph', 'two'],
      ])
    })

    it('leaves out hidden sheets, and reads the pages that are selected', async () => {
      const document = await read(bytesOf(sample(), bookType), { pages: [2, 3, 9] })
      assert.deepEqual(codesOfWarnings(document), [
        ['page_out_of_range', 9],
        ['hidden_page', 2],
      ])
      assert.deepEqual(blockOutline(document, 2), [])
    })

    it('is damaged where it is cut off', async () => {
      const bytes = bytesOf(sample(), bookType)
      await assert.rejects(read(bytes.subarray(0, 600)), failsWith('document_damaged'))
      await assert.rejects(read(Buffer.alloc(0)), failsWith('document_empty'))
    })
  })

describe('a binary workbook', () => {
  const read = reader(workbookEngine, officeMediaTypes.xls[0])

  it('of Excel 95 has its texts in the encoding that it states', async () => {
    const workbook = utils.book_new()
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Cafe']]), 'One')
    const bytes = bytesOf(workbook, 'biff5')
    const at = bytes.indexOf('Cafe')
    const codePage = bytes.indexOf(Buffer.from([0x42, 0, 2, 0]))
    assert.ok(at > 0 && codePage > 0)
    bytes.set([0xcf, 0xf0, 0xe8, 0xe2], at)
    bytes.writeUInt16LE(1251, codePage + 4)
    assert.deepEqual(blockOutline(await read(bytes)).at(-1), ['paragraph', 'Прив'])
  })

  it('that unpacks to far more than it is, is refused', async () => {
    const bomb = packageOf({ 'xl/workbook.bin': Buffer.alloc(30 * 1024 ** 2) })
    await assert.rejects(read(Buffer.from(bomb)), failsWith('document_damaged'))
  })
})

it('a sheet of Excel 2 is read, whole or cut off', async () => {
  const read = reader(workbookEngine, officeMediaTypes.xls[0])
  const rows = [
    ['Item', 'Price'],
    ['Plums', 3.5],
  ]
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), 'One')
  const bytes = bytesOf(workbook, 'biff2')
  assert.deepEqual(
    rowsOf(await read(bytes)),
    rows.map((row) => row.map(String)),
  )
  for (let length = 1; length < bytes.length; length += 3)
    await read(bytes.subarray(0, length)).catch((error: unknown) =>
      assert.ok(error instanceof EngineFailure, String(error)),
    )
})

it('an XLSB in a draft of the format, whose names of sheets are not in their records, is damaged', async () => {
  const parts = unzipSync(bytesOf(sample(), 'xlsb'))
  const workbook = Buffer.from(parts['xl/workbook.bin'] ?? [])
  // The record of a sheet: its number, its length, eight bytes, and the length of its id.
  const at = workbook.indexOf(Buffer.from([0x9c, 0x01]))
  assert.notEqual(at, -1)
  workbook.writeUInt32LE(0x00720000, at + 11)
  const draft = zipSync({ ...parts, 'xl/workbook.bin': workbook })
  await assert.rejects(reader(workbookEngine, officeMediaTypes.xlsb[0])(draft), failsWith('document_damaged'))
})

it('an XLSB is read whatever the settings of its printer look like', async () => {
  const parts = unzipSync(bytesOf(sample(), 'xlsb'))
  const settings = Buffer.from([60, 18, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])
  const file = zipSync({ ...parts, 'xl/printerSettings/printerSettings1.bin': settings })
  const document = await reader(workbookEngine, officeMediaTypes.xlsb[0])(file)
  assert.notDeepEqual(document.tables, [])
})

it('an XLS shows days in formats of Asian languages, which files name by a number alone', async () => {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, { '!ref': 'A1', A1: { t: 'n', v: 45_717, z: 'd-mmm-yy' } }, 'S')
  const bytes = bytesOf(workbook, 'biff8')
  /** The record of a style, with its font and the number of its format. */
  const style = bytes.indexOf(Buffer.from([0xe0, 0x00, 0x14, 0x00, 0x00, 0x00, 15, 0x00]))
  assert.notEqual(style, -1)
  const read = reader(workbookEngine, officeMediaTypes.xls[0])
  bytes[style + 6] = 57
  assert.equal(blockOutline(await read(bytes))[1]?.[1], '2025-03-01')
  // A number that the workbook does not define, as others do: their formats are not its own.
  const other = utils.book_new()
  const cells = Array.from({ length: 30 }, (_, index) => ({
    t: 'n' as const,
    v: 1,
    z: `0${'.0'.padEnd(index + 2, '0')}`,
  }))
  utils.book_append_sheet(
    other,
    { '!ref': 'A1:A30', ...Object.fromEntries(cells.map((cell, index) => [`A${index + 1}`, cell])) },
    'S',
  )
  await read(bytesOf(other, 'biff8'))
  bytes[style + 6] = 85
  const document = await read(bytes)
  assert.equal(blockOutline(document)[1]?.[1], '45717')
  assert.deepEqual(codesOfWarnings(document), [['number_format_unread', undefined]])
})

it('an XLS tells struck cells from valid ones', async () => {
  const stream = openCompoundFile(bytesOf(sample(), 'biff8')).stream('Workbook')
  assert.ok(stream !== null)
  const places = new Map<number, number[]>()
  eachRecord(stream, (number, at) => places.set(number, [...(places.get(number) ?? []), at]))
  // The only font strikes out, and all formats but that of percentages name another one.
  stream.writeUInt16LE(0x0008, itemAt(places.get(0x0031) ?? [], 0) + 2)
  for (const at of places.get(0x00e0) ?? []) if (stream.readUInt16LE(at + 2) !== 9) stream.writeUInt16LE(1, at)
  const document = await reader(workbookEngine, officeMediaTypes.xls[0])(stream)
  assert.deepEqual(
    document.tables[0]?.cells.flatMap(({ runs = [] }) => runs),
    [{ text: '25%', strikethrough: true }],
  )
})

/** A record of an XLS: its number, the length of its content, and its content. */
const record = (number: number, ...content: readonly (number | Uint8Array)[]): Buffer => {
  const bytes = Buffer.concat(content.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
  const head = Buffer.alloc(4)
  head.writeUInt16LE(number, 0)
  head.writeUInt16LE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

const wordsOf = (...numbers: readonly number[]): Buffer => Buffer.from(Uint16Array.from(numbers).buffer)

it('an XLS tells struck parts of a cell from valid ones, also in texts that further records continue', async () => {
  const font = (flags: number): Buffer =>
    record(0x0031, wordsOf(200, flags, 0x7fff, 400, 0, 0, 0), 1, 0, Buffer.from('A'))
  const format = (of: number): Buffer => record(0x00e0, wordsOf(of, 0, 0), Buffer.alloc(14))
  const globals = (start: number): Buffer =>
    Buffer.concat([
      record(0x0809, wordsOf(0x0600, 0x0005, 0, 0), Buffer.alloc(8)),
      font(0),
      font(0x0008),
      format(0),
      format(1),
      record(0x0085, wordsOf(start, 0, 0), 1, 0, Buffer.from('S')),
      // `old 10 new 12`, with a struck font from 0 and a plain one from 6, of which the next records continue text and runs.
      record(0x00fc, wordsOf(2, 0, 2, 0), wordsOf(13), 0x08, wordsOf(2), Buffer.from('old 1')),
      record(0x003c, 0x01, Buffer.from('0 new 12', 'utf16le'), wordsOf(0, 1)),
      record(0x003c, wordsOf(6, 0), wordsOf(5), 0x00, Buffer.from('plain')),
      record(0x000a),
    ])
  const cell = (row: number, of: number, text: number): Buffer => record(0x00fd, wordsOf(row, 0, of, text, 0))
  const sheet = [
    record(0x0809, wordsOf(0x0600, 0x0010, 0, 0), Buffer.alloc(8)),
    cell(0, 0, 0),
    cell(1, 1, 0),
    cell(2, 0, 1),
    cell(3, 1, 1),
    record(0x000a),
  ]
  const stream = Buffer.concat([globals(globals(0).length), ...sheet])
  const document = await reader(workbookEngine, officeMediaTypes.xls[0])(stream)
  const changed = [{ text: 'old 10', strikethrough: true }, { text: ' new 12' }]
  assert.deepEqual(
    document.tables[0]?.cells.map(({ text, runs }) => runs ?? text),
    [changed, changed, 'plain', [{ text: 'plain', strikethrough: true }]],
  )
})

it('an XLSB tells struck cells and struck parts of cells from valid ones', async () => {
  const workbook = utils.book_new()
  const sheet = utils.aoa_to_sheet([
    ['Old', 0.25],
    ['New', 7],
  ])
  sheet['B1'] = { t: 'n', v: 0.25, z: '0%' }
  utils.book_append_sheet(workbook, sheet, 'S')
  const bytes: unknown = write(workbook, { type: 'buffer', bookType: 'xlsb', bookSST: true })
  assert.ok(bytes instanceof Buffer)
  const parts = unzipSync(bytes)
  const styles = Buffer.from(parts['xl/styles.bin'] ?? [])
  let isInFormats = false
  someXlsbRecord(styles, (number, at) => {
    // The only font strikes out, and all formats of cells but that of percentages name another one.
    if (number === 43) styles.writeUInt16LE(0x0008, at + 2)
    else if (number === 617 || number === 618) isInFormats = number === 617
    else if (isInFormats && number === 47 && styles.readUInt16LE(at + 2) !== 9) styles.writeUInt16LE(1, at + 4)
    return false
  })
  const item = (text: string, runs: readonly number[]): Buffer => {
    const content = Buffer.concat([
      Buffer.from([runs.length === 0 ? 0 : 1]),
      wordsOf(text.length, 0),
      Buffer.from(text, 'utf16le'),
      ...(runs.length === 0 ? [] : [wordsOf(runs.length / 2, 0, ...runs)]),
    ])
    return Buffer.concat([Buffer.from([19, content.length]), content])
  }
  const texts = Buffer.concat([
    Buffer.from([0x9f, 0x01, 8, 2, 0, 0, 0, 2, 0, 0, 0]),
    item('from 9 to 8', [5, 0, 6, 1]),
    item('New', []),
    Buffer.from([0xa0, 0x01, 0]),
  ])
  const document = await reader(
    workbookEngine,
    officeMediaTypes.xlsb[0],
  )(zipSync({ ...parts, 'xl/styles.bin': styles, 'xl/sharedStrings.bin': texts }))
  assert.deepEqual(
    document.tables[0]?.cells.map(({ text, runs }) => runs ?? text),
    [
      [{ text: 'from ' }, { text: '9', strikethrough: true }, { text: ' to 8' }],
      [{ text: '25%', strikethrough: true }],
      'New',
      '7',
    ],
  )
})

it('a sheet of XLSB with thousands of millions of columns is damaged', async () => {
  const workbook = sample()
  for (const sheet of Object.values(workbook.Sheets)) sheet['!cols'] = [{ wch: 20 }]
  const parts = unzipSync(bytesOf(workbook, 'xlsb'))
  const sheet = Buffer.from(parts['xl/worksheets/sheet1.bin'] ?? [])
  // The number of the record, its length, the first column and the last one.
  const at = sheet.indexOf(Buffer.from([60, 18, 0, 0, 0, 0, 0, 0, 0, 0]))
  assert.notEqual(at, -1)
  sheet.writeUInt32LE(0xfffffff0, at + 6)
  const hostile = zipSync({ ...parts, 'xl/worksheets/sheet1.bin': sheet })
  await assert.rejects(reader(workbookEngine, officeMediaTypes.xlsb[0])(hostile), failsWith('document_damaged'))
})
