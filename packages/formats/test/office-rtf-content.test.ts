import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { rtfEngine } from '../src/office/rich-text/rtf-engine.ts'
import { blocksOf, blockOutline, reader, rowsOf, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(rtfEngine, 'application/rtf')
const readBody = (body: string) => read(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`)

describe('the lists of an RTF', () => {
  const level = (code: number, text: string, start = 1): string =>
    `{\\listlevel\\levelnfc${code}\\levelstartat${start}{\\leveltext\\'02${text};}{\\levelnumbers\\'01;}}`
  const tables = (...lists: string[]): string =>
    `{\\*\\listtable${lists.map((levels, index) => `{\\list\\listtemplateid1${levels}{\\listname ;}\\listid${index + 7}}`).join('')}}` +
    `{\\*\\listoverridetable${lists.map((_, index) => `{\\listoverride\\listid${index + 7}\\listoverridecount0\\ls${index + 1}}`).join('')}}`

  it('are counted as their table says, with and without their markers written', async () => {
    const body =
      tables(level(0, "\\'00.", 3) + level(1, "\\'01)"), level(23, '\\u-3913 ?')) +
      '\\pard\\ls1\\ilvl0 a\\par\\pard\\ls1\\ilvl1 b\\par c\\par\\pard\\ls1\\ilvl0{\\listtext 7.\\tab}d\\par e\\par' +
      "\\pard\\ls2{\\listtext\\'a7\\tab}f\\par\\pard g\\par"
    assert.deepEqual(
      blocksOf(await readBody(body)).map(({ text, level: depth, marker, numbering }) => [
        text,
        depth,
        marker,
        numbering,
      ]),
      [
        ['a', 1, '3.', { style: 'decimal', value: 3 }],
        ['b', 2, 'I)', { style: 'upper_roman', value: 1 }],
        ['c', 2, 'II)', { style: 'upper_roman', value: 2 }],
        ['d', 1, '7.', { style: 'decimal', value: 7 }],
        ['e', 1, '8.', { style: 'decimal', value: 8 }],
        ['f', 1, '•', undefined],
        ['g', undefined, undefined, undefined],
      ],
    )
  })

  it('are counted where paragraphs have numbers of their own', async () => {
    const body =
      "\\pard{\\pntext a)\\tab}{\\*\\pn\\pnlvlbody\\pnstart1\\pnlcltr{\\pntxta )}}A\\par B\\par\\pard{\\*\\pn\\pnlvlblt{\\pntxtb\\'b7}}C\\par"
    assert.deepEqual(blockOutline(await readBody(body)), [
      ['list_item', 1, 'a)', 'A'],
      ['list_item', 1, 'b)', 'B'],
      ['list_item', 1, '•', 'C'],
    ])
  })

  it('go on with paragraphs that are indented like them', async () => {
    const body =
      'Before\\par\\pard\\li720{\\listtext\\bullet\\tab}a\\par\\pard\\li720 more\\par{\\listtext\\bullet\\tab}b\\par\\pard after\\par'
    assert.deepEqual(blockOutline(await readBody(body)), [
      ['paragraph', 'Before'],
      ['list_item', 1, '•', 'a\nmore'],
      ['list_item', 1, '•', 'b'],
      ['paragraph', 'after'],
    ])
  })
})

describe('the text of an RTF', () => {
  it('has quotes, code, captions and headings by the names of their styles and of those they are based on', async () => {
    const styles =
      '{\\stylesheet{\\s0 Normal;}{\\s1 Intense Quote;}{\\s2 HTML Preformatted;}{\\s3 caption;}{\\s4\\sbasedon5 Chapter;}{\\s5 heading 2,h2;}{\\s6\\sbasedon6 Loop;}}'
    const body =
      '\\pard\\s1 a\\par b\\par\\pard\\s2 x = 1\\par\\pard\\s3 C\\par\\pard\\s4 H\\par\\pard\\s5 I\\par\\pard\\s6 J\\par'
    assert.deepEqual(blockOutline(await readBody(styles + body)), [
      ['quote', 'a\nb'],
      ['code', 'x = 1'],
      ['caption', 'C'],
      ['heading', 2, 'H'],
      ['heading', 2, 'I'],
      ['paragraph', 'J'],
    ])
  })

  it('shows what is struck through or underlined', async () => {
    const [block] = blocksOf(await readBody('{\\strike a}{\\ul b\\ulnone  c}{\\uldb d}\\par'))
    assert.deepEqual(block?.runs, [
      { text: 'a', strikethrough: true },
      { text: 'b', underline: true },
      { text: ' c' },
      { text: 'd', underline: true },
    ])
  })

  it('shows in which colour text is highlighted, by the table of colours', async () => {
    const colors = '{\\colortbl;\\red255\\green255\\blue0;\\red0\\green255\\blue0;\\red255\\green255\\blue255;}'
    const [block] = blocksOf(
      await readBody(`${colors}a{\\highlight1 b}{\\chcbpat2 c\\plain d}{\\highlight3 e}{\\highlight9 f}\\par`),
    )
    assert.deepEqual(block?.runs, [
      { text: 'a' },
      { text: 'b', highlight: '#ffff00' },
      { text: 'c', highlight: '#00ff00' },
      { text: 'def' },
    ])
  })

  it('leads to bookmarks and to places in other documents', async () => {
    const field = (instruction: string, text: string): string =>
      `{\\field{\\*\\fldinst{${instruction}}}{\\fldrslt ${text}}}`
    const body = `${field('HYPERLINK \\\\l "here"', 'a')}${field('HYPERLINK "https://a.example/" \\\\l "part"', 'b')}${field('PAGEREF here \\\\h', 'c')}\\par{\\*\\bkmkstart here}{\\*\\bkmkend here}Here\\par`
    assert.deepEqual(blocksOf(await readBody(body))[0]?.runs, [
      { text: 'a', href: '#p1-b2' },
      { text: 'b', href: 'https://a.example/#part' },
      { text: 'c', href: '#p1-b2' },
    ])
  })

  it('has formulas within paragraphs, and alone as blocks', async () => {
    const formula =
      '{\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mtype noBar}}{\\mnum{\\mr\\mscr0\\msty2 {\\f1 a}}}{\\mden{\\mr\\u945 ?}}}{\\mr +b}}}{\\*\\mmathPict no}'
    const document = await readBody(`If ${formula} then {\\b more}\\par${formula}\\par Text\\par`)
    const latex = '{a \\atop \\alpha}+b'
    assert.equal(markdown(document), `If $${latex}$ then **more**\n\n\`\`\`math\n${latex}\n\`\`\`\n\nText`)
  })

  it('has notes of several paragraphs', async () => {
    const document = await readBody('Text{\\super\\chftn}{\\footnote\\pard {\\super\\chftn} One.\\par Two.} end\\par')
    assert.equal(markdown(document), 'Text[^1] end\n\n[^1]: One.\n\n    Two.')
  })

  it('has comments with their authors and times, and the text that they are about', async () => {
    const time = 1 + 2 * 2 ** 6 + 3 * 2 ** 11 + 4 * 2 ** 16 + 125 * 2 ** 20
    const comment = `{\\*\\atnid A}{\\*\\atnauthor Ada}\\chatn{\\*\\annotation{\\*\\atndate ${time}}{\\*\\atnref 1}\\pard Really?\\par Why?}`
    const document = await readBody(`a {\\*\\atrfstart 1}marked{\\*\\atrfend 1}${comment} b\\par`)
    assert.deepEqual(blockOutline(document), [['paragraph', 'a marked b']])
    assert.deepEqual(document.comments, [
      {
        text: 'Really?\nWhy?',
        author: 'Ada',
        createdAt: '2025-04-03T02:01:00.000Z',
        anchor: 'marked',
        page: 1,
        block: 'p1-b1',
      },
    ])
    assert.deepEqual(codesOfWarnings(document), [])
  })
})

describe('the tables of an RTF', () => {
  it('can stand in each other, with the text before and after them', async () => {
    const inner =
      '\\pard\\intbl\\itap2 A\\nestcell B\\nestcell{\\*\\nesttableprops\\trowd\\cellx1000\\cellx2000\\nestrow}{\\nonesttables no\\par}'
    const body = `\\trowd\\cellx3000\\cellx6000\\pard\\intbl before\\par${inner}\\pard\\intbl after\\cell x\\cell\\row\\pard End\\par`
    const document = await readBody(body)
    assert.deepEqual(rowsOf(document), [['before\nA\tB\nafter', 'x']])
    assert.deepEqual(rowsOf(document, 1), [['A', 'B']])
    assert.deepEqual(
      document.tables[0]?.cells[0]?.blocks?.map(({ type, text }) => [type, text]),
      [
        ['paragraph', 'before'],
        ['table', 'A\tB'],
        ['paragraph', 'after'],
      ],
    )
  })

  it('end in the text however deep they say they are', async () => {
    const document = await readBody('\\pard\\intbl\\itap1000000 a\\nestcell b\\nestcell\\par\\pard c\\par')
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', 'c'])
    assert.deepEqual(rowsOf(document), [['a', 'b']])
  })
})

it('a file of another program in an RTF is named, and what stands for it is read', async () => {
  const document = await readBody(
    '\\pard a\\par{\\object\\objemb{\\*\\objclass Excel.Sheet.12}{\\*\\objdata 0105}{\\result \\pard shown\\par}}',
  )
  assert.deepEqual(document.attachments, [{ name: 'Excel.Sheet.12' }])
  assert.deepEqual(blockOutline(document), [
    ['paragraph', 'a'],
    ['paragraph', 'shown'],
  ])
})
