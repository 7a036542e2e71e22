import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { docxOf, paragraphXml, run } from '@polyparse/test-support/office'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { blocksOf, blockOutline, reader } from '@polyparse/test-support/reading'

const read = reader(docxEngine, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')
const readBody = (body: string, more: Omit<Parameters<typeof docxOf>[0], 'body'> = {}) =>
  read(docxOf({ body, ...more }))

const style = (id: string, name: string, properties = '', basedOn = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn && `<w:basedOn w:val="${basedOn}"/>`}${properties}</w:style>`
const styled = (id: string, text: string): string => paragraphXml(text, `<w:pStyle w:val="${id}"/>`)
const indented = (indent: number, text: string): string => paragraphXml(text, `<w:ind w:left="${indent}"/>`)
const level = (index: number, format: string, text: string, start = 1): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (index + 1)}" w:hanging="360"/></w:pPr></w:lvl>`
const item = (id: number, depth: number, text: string): string =>
  paragraphXml(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`)
const list = (id: number, levels: string): string => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`
const lists = (...levels: string[]): string =>
  levels.map((one, index) => list(index + 1, one)).join('') +
  levels.map((_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index + 1}"/></w:num>`).join('')

const letters = level(0, 'lowerLetter', '%1)', 3) + level(1, 'upperRoman', '(%2)') + level(2, 'decimal', '%1.%3')
const bullets = level(0, 'bullet', '') + level(1, 'bullet', 'o')
const blank = level(0, 'bullet', ' ') + level(1, 'bullet', ' ')

describe('the items of a DOCX', () => {
  it('have their place in letters and Roman numerals, but not where the marker is more than that', async () => {
    const body = item(1, 0, 'a') + item(1, 0, 'b') + item(1, 1, 'c') + item(1, 2, 'd')
    const blocks = blocksOf(await readBody(body, { numbering: lists(letters) }))
    assert.deepEqual(
      blocks.map(({ marker, numbering }) => [marker, numbering]),
      [
        ['c)', { style: 'lower_letter', value: 3 }],
        ['d)', { style: 'lower_letter', value: 4 }],
        ['(I)', { style: 'upper_roman', value: 1 }],
        ['d.1', undefined],
      ],
    )
  })

  it('go on with paragraphs without a marker, in a blank list, a style for it, or indented like them', async () => {
    const styles = style('LC', 'List Continue')
    const numbering = lists(bullets, blank)
    for (const more of [item(2, 0, 'more'), styled('LC', 'more'), indented(720, 'more')]) {
      const document = await readBody(paragraphXml('before') + item(1, 0, 'a') + more + item(1, 0, 'b'), {
        styles,
        numbering,
      })
      assert.deepEqual(blockOutline(document), [
        ['paragraph', 'before'],
        ['list_item', 1, '•', 'a\nmore'],
        ['list_item', 1, '•', 'b'],
      ])
      assert.equal(markdown(document), 'before\n\n- a\n\n  more\n- b')
    }
  })

  it('keep the items below them between their paragraphs', async () => {
    const body = item(1, 0, 'a') + item(1, 1, 'b') + item(2, 1, 'more b') + item(1, 1, 'c') + item(1, 0, 'd')
    const numbering = lists(bullets, blank)
    assert.equal(markdown(await readBody(body, { numbering })), '- a\n  - b\n\n    more b\n  - c\n- d')
    const around = item(1, 0, 'a') + item(1, 1, 'b') + item(2, 0, 'more a')
    assert.equal(markdown(await readBody(around, { numbering })), '- a\n\n  - b\n\n  more a')
  })

  it('do not go on with text that is indented like that before the list', async () => {
    const body = indented(720, 'before') + item(1, 0, 'a') + indented(720, 'after')
    assert.deepEqual(blockOutline(await readBody(body, { numbering: lists(bullets) })), [
      ['paragraph', 'before'],
      ['list_item', 1, '•', 'a'],
      ['paragraph', 'after'],
    ])
  })

  it('have boxes to tick where those are their bullets', async () => {
    const numbering = lists(level(0, 'bullet', '\u2610'), level(0, 'bullet', '\u2612'))
    assert.equal(markdown(await readBody(item(1, 0, 'a') + item(2, 0, 'b'), { numbering })), '- [ ] a\n- [x] b')
  })

  it('have the level that their style stands for', async () => {
    const deep = level(1, 'decimal', '%2.').replace('<w:start', '<w:pStyle w:val="L2"/><w:start')
    const styles = style('L2', 'Second', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    const document = await readBody(styled('L2', 'a'), { styles, numbering: lists(level(0, 'bullet', '') + deep) })
    assert.deepEqual(blockOutline(document), [['list_item', 2, '1.', 'a']])
  })
})

describe('the paragraphs of a DOCX', () => {
  it('are quotes, code, captions and headings by the names of their styles', async () => {
    const styles =
      style('Q', 'Intense Quote') +
      style('C', 'Source Code') +
      style('T', 'Table Caption', '', 'Cap') +
      style('Cap', 'caption') +
      style('H', 'Überschrift 2')
    const body =
      styled('Q', 'a') +
      styled('Q', 'b') +
      styled('C', 'x = 1') +
      styled('C', 'y') +
      styled('T', 'T') +
      styled('H', 'H')
    const document = await readBody(body, { styles })
    assert.deepEqual(blockOutline(document), [
      ['quote', 'a\nb'],
      ['code', 'x = 1\ny'],
      ['caption', 'T'],
      ['heading', 2, 'H'],
    ])
    assert.equal(markdown(document), '> a\n>\n> b\n\n```\nx = 1\ny\n```\n\nT\n\n## H')
  })

  it('show what is highlighted, by the marker or by a bright ground of the text', async () => {
    const shaded = (fill: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`
    const body = `<w:p>${run('a', '<w:highlight w:val="green"/>')}${run('b', '<w:highlight w:val="none"/>')}${run('c', shaded('FFFF00'))}${run('d', shaded('E7E6E6'))}</w:p>`
    const [block] = blocksOf(await readBody(body))
    assert.deepEqual(block?.runs, [
      { text: 'a', highlight: '#00ff00' },
      { text: 'b' },
      { text: 'c', highlight: '#ffff00' },
      { text: 'd' },
    ])
  })

  it('show what is struck through or underlined, but not that a link is', async () => {
    const body = `<w:p>${run('a', '<w:strike/>')}${run('b', '<w:u w:val="single"/>')}${run('c', '<w:u w:val="none"/>')}<w:hyperlink r:id="h">${run('d', '<w:u w:val="single"/>')}</w:hyperlink></w:p>`
    const [block] = blocksOf(await readBody(body, { relationships: [['h', 'hyperlink', 'https://a.example/']] }))
    assert.deepEqual(block?.runs, [
      { text: 'a', strikethrough: true },
      { text: 'b', underline: true },
      { text: 'c' },
      { text: 'd', href: 'https://a.example/' },
    ])
  })

  it('lead to places in the document, by links and by fields, and to places in other documents', async () => {
    const field = (instruction: string, text: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(text)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
    const body =
      `<w:p><w:hyperlink w:anchor="A">${run('a')}</w:hyperlink>${field('HYPERLINK \\l "B" \\o "tip"', 'b')}${field('PAGEREF A \\h', 'c')}${field('REF A', 'd')}</w:p>` +
      `<w:p><w:hyperlink r:id="h" w:anchor="part">${run('e')}</w:hyperlink>${field('HYPERLINK "https://a.example/" \\l "top"', 'f')}</w:p>` +
      `<w:bookmarkStart w:id="1" w:name="A"/>${paragraphXml('')}${paragraphXml('Here')}<w:tbl><w:tr><w:tc>${paragraphXml('x')}</w:tc><w:tc><w:p><w:bookmarkStart w:id="2" w:name="B"/>${run('y')}</w:p></w:tc></w:tr></w:tbl>`
    const [inside, outside] = blocksOf(
      await readBody(body, { relationships: [['h', 'hyperlink', 'https://a.example/x']] }),
    )
    assert.deepEqual(inside?.runs, [
      { text: 'a', href: '#p1-b3' },
      { text: 'b', href: '#p1-b4' },
      { text: 'c', href: '#p1-b3' },
      { text: 'd' },
    ])
    assert.deepEqual(outside?.runs, [
      { text: 'e', href: 'https://a.example/x#part' },
      { text: 'f', href: 'https://a.example/#top' },
    ])
  })

  it('have formulas within them, and between them those on lines of their own', async () => {
    const formula = (text: string): string => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`
    const body = `<w:p>${run('If ')}${formula('a')}${formula('b')}${run(' then')}<m:oMathPara>${formula('c')}</m:oMathPara>${run('else')}</w:p><w:tbl><w:tr><w:tc>${paragraphXml('x')}</w:tc><w:tc><w:p>${formula('d')}</w:p></w:tc></w:tr></w:tbl>`
    const document = await readBody(body)
    assert.equal(markdown(document), 'If $a$ $b$ then\n\n```math\nc\n```\n\nelse\n\n| x | $d$ |\n| --- | --- |')
  })

  it('have notes of several paragraphs and lists', async () => {
    const footnotes = `<w:footnote w:id="2">${paragraphXml(`<w:r><w:footnoteRef/></w:r>${run(' One.')}`)}${item(1, 0, 'two')}</w:footnote>`
    const body = `<w:p>${run('Text')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`
    const document = await readBody(body, { footnotes, numbering: lists(bullets) })
    assert.equal(markdown(document), 'Text[^1]\n\n[^1]: One.\n\n    - two')
  })
})

it('a DOCX names the files of other programs in it', async () => {
  const document = await readBody(paragraphXml('x'), {
    relationships: [
      ['o', 'oleObject', 'embeddings/oleObject1.bin'],
      ['p', 'package', 'embeddings/Sheet.xlsx'],
    ],
    parts: { 'word/embeddings/Sheet.xlsx': 'PK' },
  })
  assert.deepEqual(document.attachments, [
    { name: 'oleObject1.bin' },
    {
      name: 'Sheet.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      sizeBytes: 2,
    },
  ])
})
