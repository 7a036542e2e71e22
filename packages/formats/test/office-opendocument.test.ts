import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDocumentOf, pngOf } from '@polyparse/test-support/office'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { blocksOf, blockOutline, reader, rowsOf, spanningCells, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(openDocumentEngine, 'application/vnd.oasis.opendocument.text')
const text = (name: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`
const item = (content: string): string => `<text:list-item>${content}</text:list-item>`
const p = (content: string): string => `<text:p>${content}</text:p>`

describe('an OpenDocument text', () => {
  it('has headings by level, numbered where the document numbers them, and a title by its style', async () => {
    const styles =
      '<style:style style:name="Mine" style:family="paragraph" style:parent-style-name="Title"/><text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/></text:outline-style>'
    const body =
      '<text:p text:style-name="Mine">Paper</text:p><text:h text:outline-level="1">One</text:h><text:h text:outline-level="2">Deep</text:h><text:h text:outline-level="1">Two</text:h>'
    const document = await read(openDocumentOf('text', { body, styles }))
    assert.deepEqual(blockOutline(document), [
      ['title', 'Paper'],
      ['heading', 1, '1. One'],
      ['heading', 2, 'Deep'],
      ['heading', 1, '2. Two'],
    ])
    assert.deepEqual([document.metadata.title, document.metadata.author], ['Paper', 'Ada'])
  })

  it('has lists with their markers, depths and starts', async () => {
    const automatic =
      '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style><text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>'
    const body = `<text:list text:style-name="N">${item(p('a') + p('more of a') + `<text:list>${item(p('b'))}</text:list>`)}${item(p('c'))}</text:list><text:list text:style-name="B">${item(p('d'))}</text:list><text:list text:style-name="N" text:continue-numbering="true">${item(p('e'))}</text:list>`
    assert.deepEqual(blockOutline(await read(openDocumentOf('text', { body, automatic }))), [
      ['list_item', 1, '1.', 'a\nmore of a'],
      ['list_item', 2, 'a)', 'b'],
      ['list_item', 1, '2.', 'c'],
      ['list_item', 1, '•', 'd'],
      ['list_item', 1, '3.', 'e'],
    ])
  })

  it('keeps styles, links and notes, and leaves out hidden and deleted text', async () => {
    const automatic =
      text('B', 'fo:font-weight="bold"') +
      text('S', 'style:text-position="super 58%"') +
      text('H', 'text:display="none"')
    const body = `<text:tracked-changes>${p('deleted')}</text:tracked-changes>${p('A<text:s text:c="2"/><text:span text:style-name="B">b</text:span><text:span text:style-name="S">2</text:span><text:a xlink:href="https://a.example/">site</text:a><text:a xlink:href="#here">here</text:a><text:span text:style-name="H">hidden</text:span><office:annotation><text:p>remark</text:p></office:annotation><text:note><text:note-citation>9</text:note-citation><text:note-body><text:p>The note.</text:p></text:note-body></text:note>')}`
    const document = await read(openDocumentOf('text', { body, automatic }))
    assert.deepEqual(blocksOf(document)[0]?.runs, [
      { text: 'A ' },
      { text: 'b', bold: true },
      { text: '2', superscript: true },
      { text: 'site', href: 'https://a.example/' },
      { text: 'here', href: '#here' },
      { text: '1', superscript: true, href: '#p1-b2' },
    ])
    assert.deepEqual(blockOutline(document).at(-1), ['footnote', '1 The note.'])
    assert.deepEqual(codesOfWarnings(document), [['hidden_text', 1]])
  })

  it('has readings above characters beside them', async () => {
    const ruby = '<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>'
    const [block] = blocksOf(await read(openDocumentOf('text', { body: p(`a${ruby}b`) })))
    assert.deepEqual(block?.runs, [{ text: 'a' }, { text: '漢字', ruby: 'かんじ' }, { text: 'b' }])
  })

  it('has tables with spans and header rows, and pictures with their descriptions', async () => {
    const cell = (content: string, attributes = ''): string =>
      `<table:table-cell ${attributes}>${p(content)}</table:table-cell>`
    const body = `<table:table><table:table-header-rows><table:table-row>${cell('Head', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>${cell('a')}${cell('b')}</table:table-row></table:table>${p('<draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:desc>a lake</svg:desc></draw:frame>')}`
    const document = await read(openDocumentOf('text', { body, parts: { 'Pictures/1.png': pngOf(20, 20) } }))
    assert.deepEqual(rowsOf(document), [['Head'], ['a', 'b']])
    assert.deepEqual(spanningCells(document), [['Head', 1, 2]])
    assert.deepEqual(document.tables[0]?.cells[0]?.header, true)
    assert.deepEqual(document.pictures[0]?.alt, 'a lake')
  })
})

describe('an OpenDocument spreadsheet', () => {
  const cell = (content: string, attributes = ''): string =>
    `<table:table-cell ${attributes}>${content === '' ? '' : p(content)}</table:table-cell>`
  const row = (cells: string, attributes = ''): string => `<table:table-row ${attributes}>${cells}</table:table-row>`

  it('has a page for each sheet, with cells as they are shown, however often the empty ones are repeated', async () => {
    const automatic =
      '<style:style style:name="hide" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const sheet = `<table:table table:name="Sales">${row(cell('Day') + cell('Amount') + cell('', 'table:number-columns-repeated="16382"'))}${row(cell('1.3.25') + cell('1,50 €'))}${row(cell('x'), 'table:visibility="collapse"')}${row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048570"')}</table:table>`
    const body = `${sheet}<table:table table:name="No" table:style-name="hide">${row(cell('x'))}</table:table>`
    const document = await read(openDocumentOf('spreadsheet', { body, automatic }))
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'Sales'],
      ['table', 'Day\tAmount\n1.3.25\t1,50 €'],
    ])
    assert.deepEqual(blockOutline(document, 2), [])
    assert.deepEqual(codesOfWarnings(document), [
      ['hidden_text', 1],
      ['hidden_page', 2],
    ])
  })

  it('keeps links and styles in cells, and has its comments with the names of their cells', async () => {
    const automatic =
      '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    const linked = cell(
      '<text:a xlink:href="https://a.example/x">site</text:a> <text:span text:style-name="B">b</text:span>',
    )
    const commented = `<table:table-cell>${p('y')}<office:annotation><text:p>Why?</text:p></office:annotation></table:table-cell>`
    const body = `<table:table table:name="S">${row(cell('Head') + cell('More'))}${row(linked + commented)}</table:table>`
    const document = await read(openDocumentOf('spreadsheet', { body, automatic }))
    assert.deepEqual(document.tables[0]?.cells[2]?.runs, [
      { text: 'site', href: 'https://a.example/x' },
      { text: ' ' },
      { text: 'b', bold: true },
    ])
    assert.deepEqual(document.comments, [{ page: 1, text: 'Why?', anchor: 'B2' }])
    assert.deepEqual(codesOfWarnings(document), [])
  })

  it('tells struck cells, by their own style or that of their row or column, from valid ones', async () => {
    const style = (name: string, family: string, line: string): string =>
      `<style:style style:name="${name}" style:family="${family}"><style:text-properties style:text-line-through-style="${line}"/></style:style>`
    const automatic = style('X', 'table-cell', 'solid') + style('V', 'table-cell', 'none') + style('N', 'text', 'none')
    const columns =
      '<table:table-column/><table:table-column table:number-columns-repeated="2" table:default-cell-style-name="X"/>'
    const struckRow = row(cell('d'), 'table:default-cell-style-name="X"')
    const valid = 'table:style-name="V"'
    const number = '<table:table-cell office:value-type="float" office:value="120"/>'
    const body = `<table:table table:name="S">${columns}${row(cell('a', 'table:style-name="X"') + cell('b') + cell('c', valid))}${struckRow}${row(cell('e') + cell('f <text:span text:style-name="N">g</text:span>') + number)}</table:table>`
    const document = await read(openDocumentOf('spreadsheet', { body, automatic }))
    assert.deepEqual(
      document.tables[0]?.cells.map(({ text, runs = [] }) => [text, runs]),
      [
        ['a', [{ text: 'a', strikethrough: true }]],
        ['b', [{ text: 'b', strikethrough: true }]],
        ['c', []],
        ['d', [{ text: 'd', strikethrough: true }]],
        ['e', []],
        ['f g', [{ text: 'f ', strikethrough: true }, { text: 'g' }]],
        ['120', [{ text: '120', strikethrough: true }]],
      ],
    )
  })

  it('has hidden sheets and rows when they are asked for', async () => {
    const automatic =
      '<style:style style:name="hide" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const body = `<table:table table:name="S">${row(cell('a') + cell('b'))}${row(cell('x') + cell('y'), 'table:visibility="collapse"')}</table:table><table:table table:name="No" table:style-name="hide">${row(cell('z'))}</table:table>`
    const document = await read(openDocumentOf('spreadsheet', { body, automatic }), { includeHidden: true })
    assert.deepEqual(rowsOf(document), [
      ['a', 'b'],
      ['x', 'y'],
    ])
    assert.deepEqual(
      document.pages.map(({ hidden }) => hidden),
      [undefined, true],
    )
    assert.deepEqual(codesOfWarnings(document), [])
  })

  it('has values whose text the file leaves out, and formulas that have none', async () => {
    const value = (type: string, more: string): string => `<table:table-cell office:value-type="${type}" ${more}/>`
    const values = [
      value('float', 'office:value="1234.5"'),
      value('percentage', 'office:value="0.07"'),
      value('currency', 'office:value="20" office:currency="CHF"'),
      value('date', 'office:date-value="2025-03-01"'),
      value('time', 'office:time-value="PT09H05M00S"'),
      value('boolean', 'office:boolean-value="true"'),
      value('string', 'office:string-value="text"'),
      '<table:table-cell table:formula="of:=SUM([.A1:.B1])"/>',
      value('string', 'table:formula="of:=A1" office:string-value=""'),
    ]
    const body = `<table:table table:name="S">${row(values.join(''))}</table:table>`
    const document = await read(openDocumentOf('spreadsheet', { body }))
    assert.deepEqual(rowsOf(document), [
      ['1234.5', '7%', '20 CHF', '2025-03-01', '9:05:00', 'TRUE', 'text', '=SUM([.A1:.B1])'],
    ])
    assert.deepEqual(codesOfWarnings(document), [['formula_not_computed', 1]])
  })

  it('tells that it leaves out what is repeated more than a thousand times', async () => {
    const body = `<table:table>${row(cell('a') + cell('b'))}${row(cell('x'), 'table:number-rows-repeated="1500"')}</table:table>`
    const document = await read(openDocumentOf('spreadsheet', { body }))
    assert.deepEqual(
      document.warnings.map(({ message }) => message),
      ['Cells of sheet 1 are repeated more than 1000 times; the rest of them was left out.'],
    )
  })

  it('does not grow without bound from a repeated cell', async () => {
    const repeated = row(cell('x', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"')
    const document = await read(openDocumentOf('spreadsheet', { body: `<table:table>${repeated}</table:table>` }))
    assert.deepEqual(codesOfWarnings(document), [['table_truncated', 1]])
  })
})

describe('an OpenDocument presentation', () => {
  const frame = (kind: string, content: string): string =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`

  it('has a page for each slide: its title, its items, and its speaker notes', async () => {
    const automatic =
      '<style:style style:name="gone" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const body = `<draw:page>${frame('outline', `<text:list>${item(p('Grow'))}</text:list>`)}${frame('title', p('Goals'))}${frame('page-number', p('1'))}<presentation:notes>${frame('notes', p('Smile.'))}${frame('page-number', p('1'))}</presentation:notes></draw:page><draw:page draw:style-name="gone">${frame('title', p('B'))}</draw:page>`
    const document = await read(openDocumentOf('presentation', { body, automatic }))
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'Goals'],
      ['list_item', 1, '•', 'Grow'],
      ['note', 'Smile.'],
    ])
    assert.deepEqual(codesOfWarnings(document), [['hidden_page', 2]])
    const all = await read(openDocumentOf('presentation', { body, automatic }), { includeHidden: true })
    assert.deepEqual(blockOutline(all, 2), [['heading', 1, 'B']])
    assert.equal(all.pages[1]?.hidden, true)
    assert.deepEqual(codesOfWarnings(all), [])
  })

  it('has its comments beside its slides', async () => {
    const comment =
      '<office:annotation><dc:creator>Ada</dc:creator><dc:date>2025-01-02T03:04:05Z</dc:date><text:p>Why?</text:p></office:annotation>'
    const document = await read(
      openDocumentOf('presentation', { body: `<draw:page>${frame('title', p('A'))}${comment}</draw:page>` }),
    )
    assert.deepEqual(document.comments, [
      { page: 1, text: 'Why?', author: 'Ada', createdAt: '2025-01-02T03:04:05.000Z' },
    ])
    assert.deepEqual(codesOfWarnings(document), [])
  })
})
