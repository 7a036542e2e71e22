import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pngOf } from '@polyparse/test-support/office'
import { rtfEngine } from '../src/office/rich-text/rtf-engine.ts'
import {
  blocksOf,
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'

const read = reader(rtfEngine, 'application/rtf')
const readBody = (body: string) => read(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`)

describe('an RTF', () => {
  it('has headings by style and outline level, lists by their written markers, and notes', async () => {
    const styles = '{\\stylesheet{\\s0 Normal;}{\\s1\\b heading 1;}{\\s2 Title;}}'
    const document = await readBody(
      `${styles}\\pard\\s2 Paper\\par\\pard\\s1\\b One\\par\\pard\\outlinelevel1 Two\\par\\pard{\\listtext\\'95\\tab}\\ilvl0 a\\par{\\listtext 1.\\tab}\\ilvl1 b\\par\\pard Text{\\footnote The note.} end\\par`,
    )
    assert.deepEqual(blockOutline(document), [
      ['title', 'Paper'],
      ['heading', 1, 'One'],
      ['heading', 2, 'Two'],
      ['list_item', 1, '•', 'a'],
      ['list_item', 2, '1.', 'b'],
      ['paragraph', 'Text1 end'],
      ['footnote', '1 The note.'],
    ])
  })

  it('keeps styles and links, and leaves out hidden text', async () => {
    const document = await readBody(
      '{\\fonttbl{\\f0 Times;}{\\f1 Courier New;}}\\f0 A {\\b b}{\\i c} x{\\super 2} {\\f1 f()} {\\field{\\*\\fldinst HYPERLINK "https://a.example/"}{\\fldrslt site}}{\\v hidden}{\\*\\unknown no}\\par',
    )
    assert.deepEqual(blocksOf(document)[0]?.runs, [
      { text: 'A ' },
      { text: 'b', bold: true },
      { text: 'c', italic: true },
      { text: ' x' },
      { text: '2', superscript: true },
      { text: ' ' },
      { text: 'f()', code: true },
      { text: ' ' },
      { text: 'site', href: 'https://a.example/' },
    ])
    assert.deepEqual(codesOfWarnings(document), [['hidden_text', 1]])
  })

  it('has the umlauts of a document in a code page of DOS, by each of the words for it', async () => {
    for (const head of [
      '\\pc',
      '\\pca',
      '\\ansi\\ansicpg437',
      '\\ansi\\ansicpg850',
      '\\ansi{\\fonttbl{\\f0\\fcharset254 A;}}\\f0',
    ])
      assert.deepEqual(blockOutline(await read(`{\\rtf1${head} Gr\\'94\\'e1e\\par}`)), [['paragraph', 'Größe']], head)
  })

  it('has its escaped letters where it names a code page of two bytes a character, as some programs do', async () => {
    const document = await read("{\\rtf1\\ansi\\ansicpg1200 Gr\\'f6\\'dfe\\par}")
    assert.deepEqual(blockOutline(document), [['paragraph', 'Größe']])
  })

  it('is read in the encoding of its fonts, and in Unicode', async () => {
    const fonts = '{\\fonttbl{\\f0 Times;}{\\f1\\fcharset204 Times;}{\\f2\\fcharset128 Mincho;}}'
    const document = await readBody(
      `${fonts}\\f0 Gr\\'fc\\'dfe\\par\\f1\\'cf\\'f0\\par\\f2\\'93\\'fa\\par\\f0\\u8364 ?\\uc2\\u-10179 xx\\u-8704 xx\\emdash\\par`,
    )
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'Grüße'],
      ['paragraph', 'Пр'],
      ['paragraph', '日'],
      ['paragraph', '€😀—'],
    ])
  })

  it('has tables with their spans', async () => {
    const row = (cells: string, text: string): string => `\\trowd${cells}\\pard\\intbl ${text}\\row`
    const document = await readBody(
      `${row('\\trhdr\\cellx3000', 'Head\\cell')}${row('\\clvmgf\\cellx1000\\cellx3000', 'a\\cell b\\par c\\cell')}${row('\\clvmrg\\cellx1000\\cellx3000', '\\cell d\\cell')}\\pard After\\par`,
    )
    assert.deepEqual(rowsOf(document), [['Head'], ['a', 'b\nc'], ['d']])
    assert.deepEqual(spanningCells(document), [
      ['Head', 1, 2],
      ['a', 2, 1],
    ])
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', 'After'])
  })

  it('shows the rest of a group in which a word in the middle is marked as optional', async () => {
    const document = await readBody('{\\i0\\*\\cs7\\f0 The fox} {\\b jumps \\*\\unknown over}{\\*\\unknown no}\\par')
    assert.deepEqual(blockOutline(document), [['paragraph', 'The fox jumps over']])
  })

  it('keeps the cells of rows that do not end, and paragraphs of cells that do not', async () => {
    const document = await readBody('\\trowd\\cellx1\\cellx2\\pard\\intbl a\\cell b\\cell\\pard After\\par')
    assert.deepEqual(rowsOf(document), [['a', 'b']])
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', 'After'])
    assert.deepEqual(rowsOf(await readBody('\\pard\\intbl a\\cell b\\par')), [['a', 'b']])
    assert.deepEqual(blockOutline(await readBody('\\pard\\intbl a\\par\\pard b\\par')), [
      ['paragraph', 'a'],
      ['paragraph', 'b'],
    ])
  })

  it('has its pictures once, headers and footers around it, and its metadata', async () => {
    const picture = `\\pngblip ${Buffer.from(pngOf(20, 20)).toString('hex')}`
    const document = await readBody(
      `{\\info{\\title Paper}{\\author Ada}{\\creatim\\yr2025\\mo3\\dy1\\hr10\\min5}}{\\header Top\\par}{\\footer Bottom\\par}{\\*\\shppict{\\pict${picture}}}{\\nonshppict{\\pict${picture}}}\\par`,
    )
    assert.deepEqual(blockOutline(document), [
      ['page_header', 'Top'],
      ['picture', ''],
      ['page_footer', 'Bottom'],
    ])
    assert.deepEqual(
      document.pictures.map(({ mimeType, width }) => [mimeType, width]),
      [['image/png', 20]],
    )
    assert.deepEqual(document.metadata, {
      mimeType: 'application/rtf',
      title: 'Paper',
      author: 'Ada',
      createdAt: '2025-03-01T10:05:00.000Z',
      documentPageCount: 1,
    })
  })

  it('is read to its end, however it ends and however deep its groups', async () => {
    assert.deepEqual(blockOutline(await read('{\\rtf1 One\\par Two')), [
      ['paragraph', 'One'],
      ['paragraph', 'Two'],
    ])
    await read(`{\\rtf1 ${'{'.repeat(100_000)}x${'}'.repeat(100_000)}}}}\\par}`)
    await read('{\\rtf1 \\bin99999999 x}')
    await read(`{\\rtf1 {\\*\\moMath${'{\\mf{\\mnum'.repeat(50_000)}{\\mr x}${'}'.repeat(200_000)}\\par}`)
  })

  it('without bytes is empty, and of another format damaged', async () => {
    await assert.rejects(read(''), failsWith('document_empty'))
    await assert.rejects(read('text'), failsWith('document_damaged'))
  })
})
