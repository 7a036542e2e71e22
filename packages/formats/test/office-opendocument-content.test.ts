import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { openDocumentOf } from '@polyparse/test-support/office'
import { maxCells } from '../src/flow/flow.ts'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { blocksOf, blockOutline, reader, codesOfWarnings, rowsOf } from '@polyparse/test-support/reading'

const read = reader(openDocumentEngine, 'application/vnd.oasis.opendocument.text')
const readBody = (body: string, more: Omit<Parameters<typeof openDocumentOf>[1], 'body'> = {}) =>
  read(openDocumentOf('text', { body, ...more }))
const p = (content: string, style = ''): string =>
  `<text:p${style === '' ? '' : ` text:style-name="${style}"`}>${content}</text:p>`
const item = (content: string): string => `<text:list-item>${content}</text:list-item>`
const list = (content: string, attributes = ''): string => `<text:list ${attributes}>${content}</text:list>`

describe('the lists of an OpenDocument text', () => {
  it('have their place in letters and Roman numerals, but not where the marker is more than that', async () => {
    const number = (level: number, format: string, more = ''): string =>
      `<text:list-level-style-number text:level="${level}" style:num-format="${format}" style:num-suffix="." ${more}/>`
    const automatic = `<text:list-style style:name="N">${number(1, 'I', 'text:start-value="4"')}${number(2, 'a')}${number(3, '1', 'text:display-levels="2"')}</text:list-style>`
    const body = list(item(p('a') + list(item(p('b') + list(item(p('c')))))) + item(p('d')), 'text:style-name="N"')
    assert.deepEqual(
      blocksOf(await readBody(body, { automatic })).map(({ marker, numbering }) => [marker, numbering]),
      [
        ['IV.', { style: 'upper_roman', value: 4 }],
        ['a.', { style: 'lower_letter', value: 1 }],
        ['a.1.', undefined],
        ['V.', { style: 'upper_roman', value: 5 }],
      ],
    )
  })

  it('have items of several paragraphs, also behind the items below them, and headers', async () => {
    const table = `<table:table><table:table-row><table:table-cell>${p('x')}</table:table-cell><table:table-cell>${p('y')}</table:table-cell></table:table-row></table:table>`
    const body = list(
      `<text:list-header>${p('head')}</text:list-header>${item(p('a') + p('more') + table)}${item(p('b') + list(item(p('c'))) + p('after'))}`,
    )
    const document = await readBody(body)
    assert.deepEqual(blockOutline(document), [
      ['list_item', 1, '', 'head'],
      ['list_item', 1, '•', 'a\nmore\nx\ty'],
      ['list_item', 1, '•', 'b\n• c\nafter'],
    ])
    assert.equal(markdown(document), '- head\n- a\n\n  more\n\n  | x | y |\n  | --- | --- |\n- b\n\n  - c\n\n  after')
  })
})

describe('the text of an OpenDocument text', () => {
  it('has quotes, code, captions and headings by the names of their styles', async () => {
    const body =
      p('a', 'Quotations') + p('b', 'Quotations') + p('x = 1', 'Preformatted_20_Text') + p('H', 'Heading_20_2')
    assert.deepEqual(blockOutline(await readBody(body)), [
      ['quote', 'a\nb'],
      ['code', 'x = 1'],
      ['heading', 2, 'H'],
    ])
  })

  it('shows what is struck through, underlined or highlighted', async () => {
    const style = (name: string, property: string): string =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties ${property}/></style:style>`
    const automatic =
      style('S', 'style:text-line-through-style="solid"') +
      style('U', 'style:text-underline-style="solid"') +
      style('H', 'fo:background-color="#FFFF00"') +
      style('T', 'fo:background-color="transparent"')
    const span = (name: string, text: string): string => `<text:span text:style-name="${name}">${text}</text:span>`
    const [block] = blocksOf(
      await readBody(p(span('S', 'a') + span('U', 'b') + span('H', 'c') + span('T', 'd')), { automatic }),
    )
    assert.deepEqual(block?.runs, [
      { text: 'a', strikethrough: true },
      { text: 'b', underline: true },
      { text: 'c', highlight: '#ffff00' },
      { text: 'd' },
    ])
  })

  it('leads to places in the document by links and references', async () => {
    const link = (target: string): string => `<text:a xlink:href="${target}">x</text:a>`
    const body =
      p(
        `${link('#1.The end|outline')}${link('#mark')}<text:bookmark-ref text:ref-name="mark">y</text:bookmark-ref>${link('#Table1|table')}`,
      ) +
      '<text:h text:outline-level="1">The <text:s/>end</text:h>' +
      p('<text:bookmark-start text:name="mark"/>Here')
    assert.deepEqual(blocksOf(await readBody(body))[0]?.runs, [
      { text: 'x', href: '#p1-b2' },
      { text: 'xy', href: '#p1-b3' },
      { text: 'x', href: '#Table1' },
    ])
  })

  it('has notes of several paragraphs and lists', async () => {
    const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('One.')}${list(item(p('two')))}</text:note-body></text:note>`
    assert.equal(markdown(await readBody(p(`Text${note}`))), 'Text[^1]\n\n[^1]: One.\n\n    - two')
  })

  it('has formulas within paragraphs, and alone as blocks', async () => {
    const frame = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
    const parts = {
      'Object 1/content.xml':
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math>',
    }
    const document = await readBody(p(`If ${frame} then`) + p(frame), { parts })
    assert.equal(markdown(document), 'If $x^{2}$ then\n\n```math\nx^{2}\n```')
  })

  it('has comments with their authors, and the text that they are about', async () => {
    const comment = (name: string, text: string): string =>
      `<office:annotation office:name="${name}"><dc:creator>Ada</dc:creator><dc:date>2025-03-01T10:05:00Z</dc:date>${p(text)}</office:annotation>`
    const document = await readBody(
      p('first') +
        p(`a ${comment('1', 'Why?')}marked<office:annotation-end office:name="1"/> b`) +
        p(comment('2', 'And here?')) +
        p('c'),
    )
    const common = { author: 'Ada', createdAt: '2025-03-01T10:05:00.000Z', page: 1 }
    assert.deepEqual(document.comments, [
      { text: 'Why?', anchor: 'marked', block: 'p1-b2', ...common },
      { text: 'And here?', block: 'p1-b3', ...common },
    ])
    assert.deepEqual(codesOfWarnings(document), [])
  })
})

it('the cells of an OpenDocument text keep links, lists and tables', async () => {
  const cell = (content: string): string => `<table:table-cell>${content}</table:table-cell>`
  const table = (cells: string): string => `<table:table><table:table-row>${cells}</table:table-row></table:table>`
  const document = await readBody(
    table(
      cell(p('<text:a xlink:href="https://a.example/">site</text:a>')) +
        cell(list(item(p('a')))) +
        cell(p('b') + table(cell(p('c')) + cell(p('d')))),
    ),
  )
  const [first, second, third] = document.tables[0]?.cells ?? []
  assert.deepEqual(first?.runs, [{ text: 'site', href: 'https://a.example/' }])
  assert.deepEqual(
    second?.blocks?.map(({ type }) => type),
    ['list_item'],
  )
  assert.deepEqual(
    third?.blocks?.map(({ type, table: id }) => [type, id]),
    [
      ['paragraph', undefined],
      ['table', 'p1-t2'],
    ],
  )
})

it('a long table of an OpenDocument text keeps all of its rows, and says where columns are left out', async () => {
  const cells = (count: number): string => `<table:table-cell>${p('x')}</table:table-cell>`.repeat(count)
  const table = (rows: string): string => `<table:table>${rows}</table:table>`
  const long = await readBody(table(`<table:table-row>${cells(2)}</table:table-row>`.repeat(21_000)))
  assert.deepEqual([long.tables[0]?.rowCount, long.tables[0]?.cells.length], [21_000, 42_000])
  assert.deepEqual(codesOfWarnings(long), [])
  const wide = await readBody(table(`<table:table-row>${cells(1001)}</table:table-row>`.repeat(2)))
  assert.deepEqual(codesOfWarnings(wide), [['table_truncated', 1]])
})

it('a row of a table of an OpenDocument text that is repeated is there as often, unless it is empty', async () => {
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
  const row = (content: string, more = ''): string => `<table:table-row ${more}>${content}</table:table-row>`
  const times = (count: number): string => `table:number-rows-repeated="${count}"`
  const body = `<table:table>${row(cell('a') + cell('b'))}${row(cell('1') + cell('2'), times(2))}${row(cell('') + cell(''), times(9))}${row(cell('3') + cell('4'))}</table:table>`
  assert.deepEqual(rowsOf(await read(openDocumentOf('text', { body }))), [
    ['a', 'b'],
    ['1', '2'],
    ['1', '2'],
    ['', ''],
    ['3', '4'],
  ])
  const hostile = `<table:table>${row(cell('a') + cell('b'), times(2_000_000_000)).repeat(3)}</table:table>`
  const document = await read(openDocumentOf('text', { body: hostile }))
  assert.equal(document.tables[0]?.cells.length, maxCells)
  assert.deepEqual(codesOfWarnings(document), [['table_truncated', 1]])
})

it('a file of another program in an OpenDocument text is named', async () => {
  const frame = '<draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame>'
  const document = await readBody(p(`a ${frame}`), { parts: { 'Object 1': 'bytes' } })
  assert.deepEqual(document.attachments, [{ name: 'Object 1', sizeBytes: 5 }])
})
