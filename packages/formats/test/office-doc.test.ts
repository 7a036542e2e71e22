import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { pngOf } from '@polyparse/test-support/office'
import {
  docOf,
  innerWordCell,
  innerWordRow,
  wordCell,
  type WordParagraph,
  wordRow,
  type WordRun,
  wordSettings,
} from '@polyparse/test-support/word-document'
import { docEngine } from '../src/office/word-binary/doc-engine.ts'
import { EngineFailure } from '@polyparse/engine'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { rc4Encryption } from './support/encrypt.ts'
import {
  blocksOf,
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'

const read = reader(docEngine, officeMediaTypes.doc[0])
const p = (...runs: readonly WordRun[]): WordParagraph => ({ runs })
const special = (text: string): WordRun => ({ text, settings: wordSettings([0x0855, 1]) })
const bold = wordSettings([0x0835, 1])

const styles = [
  { builtIn: 0, name: 'Standard' },
  { builtIn: 1, name: 'Überschrift 1', base: 0, characters: bold },
  { builtIn: 2, name: 'Überschrift 2', base: 1 },
  { builtIn: 62, name: 'Titel', base: 0 },
  { builtIn: 4094, name: 'Own', base: 1, paragraph: wordSettings([0x2640, 3]) },
  { builtIn: 34, name: 'Beschriftung', base: 0 },
]

describe('a document of Word 97', () => {
  it('has headings and titles by the styles, whatever they are called', async () => {
    const body = [3, 1, 2, 4, 5, 0].map((style): WordParagraph => ({ runs: [`Größe ${style}`], style }))
    const direct = { runs: ['direct'], settings: wordSettings([0x2640, 1]) }
    assert.deepEqual(blockOutline(await read(docOf({ body: [...body, direct], styles }))), [
      ['title', 'Größe 3'],
      ['heading', 1, 'Größe 1'],
      ['heading', 2, 'Größe 2'],
      ['heading', 4, 'Größe 4'],
      ['caption', 'Größe 5'],
      ['paragraph', 'Größe 0'],
      ['heading', 2, 'direct'],
    ])
  })

  it('has text in pieces of one byte for each character', async () => {
    const body = [p('Stra\u00dfe, caf\u00e9, and so on'), { runs: ['next'], style: 1 }]
    assert.deepEqual(blockOutline(await read(docOf({ body, styles, narrow: 7 }))), [
      ['paragraph', 'Straße, café, and so on'],
      ['heading', 1, 'next'],
    ])
  })

  it('has the look of its text, and leaves out what is hidden or deleted', async () => {
    const body = [
      p(
        'a ',
        { text: 'b', settings: bold },
        { text: 'c', settings: wordSettings([0x0836, 1]) },
        { text: '2', settings: wordSettings([0x2a48, 1]) },
        { text: 'x()', settings: wordSettings([0x4a4f, 1]) },
        { text: 'secret', settings: wordSettings([0x083c, 1]) },
        { text: 'gone', settings: wordSettings([0x0800, 0x81]) },
      ),
    ]
    const document = await read(docOf({ body, fonts: ['Arial', 'Courier New'] }))
    assert.deepEqual(blocksOf(document)[0]?.runs, [
      { text: 'a ' },
      { text: 'b', bold: true },
      { text: 'c', italic: true },
      { text: '2', superscript: true },
      { text: 'x()', code: true },
    ])
    assert.deepEqual(codesOfWarnings(document), [['hidden_text', 1]])
  })

  it('tells what is struck out, by one line or two, underlined or highlighted from the text around it', async () => {
    const struck = wordSettings([0x0837, 1])
    const styles = [
      { builtIn: 0, name: 'Standard' },
      { builtIn: 4094, name: 'Old', base: 0, characters: struck },
    ]
    const changed = p(
      'Pay ',
      { text: '120', settings: struck },
      { text: ' 130', settings: wordSettings([0x2a53, 1]) },
      ' ',
      { text: '150', settings: wordSettings([0x2a3e, 1]) },
      { text: 'soon', settings: wordSettings([0x2a0c, 7]) },
    )
    const old = { runs: ['gone ', { text: 'kept', settings: wordSettings([0x0837, 0]) }], style: 1 }
    const [first, second] = blocksOf(await read(docOf({ body: [changed, old], styles })))
    assert.deepEqual(first?.runs, [
      { text: 'Pay ' },
      { text: '120 130', strikethrough: true },
      { text: ' ' },
      { text: '150', underline: true },
      { text: 'soon', highlight: '#ffff00' },
    ])
    assert.deepEqual(second?.runs, [{ text: 'gone ', strikethrough: true }, { text: 'kept' }])
  })

  it('has lists with their numbers', async () => {
    const item = (text: string, list: number, level = 0): WordParagraph => ({
      runs: [text],
      settings: wordSettings([0x260a, level], [0x460b, list]),
    })
    const lists = [
      [
        { format: 0, text: '\u0000.' },
        { format: 4, text: '\u0000.\u0001)', start: 3 },
      ],
      [{ format: 23, text: '\uf0b7' }],
    ]
    const body = [item('one', 1), item('inner', 1, 1), item('two', 1), item('dot', 2), { ...item('Head', 1), style: 1 }]
    assert.deepEqual(blockOutline(await read(docOf({ body, lists, styles }))), [
      ['list_item', 1, '1.', 'one'],
      ['list_item', 2, '1.c)', 'inner'],
      ['list_item', 1, '2.', 'two'],
      ['list_item', 1, '•', 'dot'],
      ['heading', 1, '3. Head'],
    ])
  })

  it('names the objects of other programs', async () => {
    const kind = Buffer.concat([Buffer.alloc(28), Buffer.of(6, 0, 0, 0), Buffer.from('Sheet\0')])
    const pool = { _1: { '\u0001CompObj': kind }, _2: { '\u0001CompObj': kind.subarray(0, 30) } }
    const document = await read(docOf({ body: [p('a')], streams: { ObjectPool: pool } }))
    assert.deepEqual(document.attachments, [{ name: 'Sheet' }, { name: '_2' }])
  })

  it('has tables in cells of tables', async () => {
    const inner = [
      innerWordCell('x'),
      innerWordCell('y'),
      innerWordRow(),
      innerWordCell('z'),
      innerWordCell(),
      innerWordRow(),
    ]
    const outer = [wordCell('before'), ...inner, wordCell('after'), wordRow([[100], [200]])]
    const document = await read(docOf({ body: [...outer, p('end')] }))
    assert.deepEqual(rowsOf(document), [['before', 'x\ty\nz\t\nafter']])
    assert.deepEqual(
      document.tables[0]?.cells[1]?.blocks?.map(({ type, text }) => [type, text]),
      [
        ['table', 'x\ty\nz\t'],
        ['paragraph', 'after'],
      ],
    )
  })

  it('has tables with merged cells, and several paragraphs in a cell', async () => {
    const inCell = { runs: ['first'], settings: wordSettings([0x2416, 1]) }
    const body = [
      [p('before')],
      [wordCell('A'), wordCell('B'), wordCell('C'), wordRow([[100], [200], [300]], true)],
      [wordCell('wide'), inCell, wordCell('second'), wordRow([[200], [300, 0x60]])],
      [wordCell('1'), wordCell('2'), wordCell(''), wordRow([[100], [200], [300, 0x20]])],
      [p()],
      [wordCell('another'), wordCell('table'), wordRow([[100], [200]])],
      [p('after')],
    ].flat()
    const document = await read(docOf({ body }))
    assert.deepEqual(
      blockOutline(document).map(([type]) => type),
      ['paragraph', 'table', 'table', 'paragraph'],
    )
    assert.deepEqual(rowsOf(document), [
      ['A', 'B', 'C'],
      ['wide', 'first\nsecond'],
      ['1', '2'],
    ])
    assert.deepEqual(spanningCells(document), [
      ['wide', 1, 2],
      ['first\nsecond', 2, 1],
    ])
    assert.deepEqual(
      document.tables[0]?.cells.filter(({ header }) => header).map(({ text }) => text),
      ['A', 'B', 'C'],
    )
  })

  it('has notes, headers and footers, text boxes, and counts comments', async () => {
    const note = (text: string) => [p(special('\u0002'), ` ${text}`)]
    const document = await read(
      docOf({
        body: [p('one', special('\u0002'), ' two', special('\u0002'), '.')],
        footnotes: [note('First.'), note('Second.')],
        headers: [[], [], [], [], [], [], [], [p('Head')], [], [p('Foot')], [p('Head')], []],
        textBoxes: [p('In a box')],
        comments: 2,
      }),
    )
    assert.deepEqual(blockOutline(document), [
      ['page_header', 'Head'],
      ['paragraph', 'one1 two2.'],
      ['paragraph', 'In a box'],
      ['footnote', '1 First.'],
      ['footnote', '2 Second.'],
      ['page_footer', 'Foot'],
    ])
    assert.deepEqual(codesOfWarnings(document), [['comments_unread', undefined]])
  })

  it('has links, and the results of other fields without their instructions', async () => {
    const mark = (code: number): WordRun => special(String.fromCharCode(code))
    const field = (instruction: string, ...result: readonly WordRun[]): WordRun[] => [
      mark(0x13),
      instruction,
      mark(0x14),
      ...result,
      mark(0x15),
    ]
    const body = [
      p('See ', ...field(' HYPERLINK "https://example.com/a" ', 'here'), ', page ', ...field(' PAGEREF x ', '7'), '.'),
    ]
    const document = await read(docOf({ body }))
    assert.deepEqual(blocksOf(document)[0]?.runs, [
      { text: 'See ' },
      { text: 'here', href: 'https://example.com/a' },
      { text: ', page 7.' },
    ])
  })

  it('has pictures, and counts drawings that are not read', async () => {
    const png = Buffer.from(pngOf(20, 20))
    const record = (head: number, type: number, content: Buffer): Buffer => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt16LE(head, 0)
      bytes.writeUInt16LE(type, 2)
      bytes.writeUInt32LE(content.length, 4)
      return Buffer.concat([bytes, content])
    }
    const blip = record(0x6e0 << 4, 0xf01e, Buffer.concat([Buffer.alloc(17), png]))
    const words = Buffer.from('a lake\0', 'utf16le')
    const described = Buffer.concat([Buffer.from([0x04, 0x41, 1, 0, 0, 0, 0x81, 0xc3, words.length, 0, 0, 0]), words])
    const drawing = Buffer.concat([
      record(15, 0xf004, record(3 | (2 << 4), 0xf00b, described)),
      record(2 | (6 << 4), 0xf007, Buffer.concat([Buffer.alloc(36), blip])),
    ])
    const head = Buffer.alloc(68)
    head.writeUInt32LE(68 + drawing.length)
    head.writeUInt16LE(68, 4)
    const picture = { text: '\u0001', settings: wordSettings([0x0855, 1], [0x6a03, 0]) }
    const document = await read(
      docOf({ body: [p('x', picture), p(special('\u0008'))], data: Buffer.concat([head, drawing]) }),
    )
    assert.deepEqual(
      document.pictures.map(({ mimeType, alt }) => [mimeType, alt]),
      [['image/png', 'a lake']],
    )
    assert.deepEqual(codesOfWarnings(document), [['content_unread', undefined]])
  })

  it('that is encrypted is opened by its password', async () => {
    const finish = (main: Buffer, table: Buffer): readonly [Buffer, Buffer] => {
      const { header, encrypt } = rc4Encryption('geheim', 512)
      // The header of the encryption stands before what the head of the document points to.
      const shifted = Buffer.from(main)
      shifted.writeUInt16LE(0x0300, 10)
      shifted.writeUInt32LE(header.length, 14)
      for (let index = 0; index < 93; index += 1) {
        const at = 154 + index * 8
        if (shifted.readUInt32LE(at + 4) > 0) shifted.writeUInt32LE(shifted.readUInt32LE(at) + header.length, at)
      }
      const whole = Buffer.concat([header, table])
      return [encrypt(shifted, (at) => at < 68), encrypt(whole, (at) => at < header.length)]
    }
    const bytes = docOf({ body: [p('Hello '.repeat(500))], finish })
    assert.equal(blockOutline(await read(bytes, { password: 'geheim' }))[0]?.[1], 'Hello '.repeat(500).trim())
    await assert.rejects(read(bytes), failsWith('document_encrypted'))
  })

  it('whose lists are damaged keeps its text, with a warning', async () => {
    const finish = (main: Buffer, table: Buffer): [Buffer, Buffer] => {
      const broken = Buffer.from(table)
      // The lengths of the settings of the first level, which stands behind the definitions of the lists.
      const level = main.readUInt32LE(154 + 73 * 8) + main.readUInt32LE(158 + 73 * 8)
      broken.fill(0xff, level + 24, level + 26)
      return [main, broken]
    }
    const document = await read(docOf({ body: [p('Hello')], lists: [[{ format: 0, text: '\0.' }]], finish }))
    assert.deepEqual(blockOutline(document), [['paragraph', 'Hello']])
    assert.deepEqual(codesOfWarnings(document), [['content_unread', undefined]])
  })

  it('of an older version is refused with what would read it', async () => {
    await assert.rejects(read(compoundFileOf({ WordDocument: Buffer.alloc(2000, 0xdc) })), {
      code: 'document_damaged',
      message: /Word 95 or older.*Saved as DOCX/,
    })
  })

  it('is read or refused, whatever is wrong with it', async () => {
    const cells = [wordCell('a'), wordRow([[100]])]
    const whole = docOf({ body: [p('one', special('\u0002')), ...cells], footnotes: [[p('x')]], styles })
    for (let at = 0; at < whole.length; at += 7) {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0x55
      await read(broken).catch((error: unknown) => assert.ok(error instanceof EngineFailure, String(error)))
    }
  })
})
