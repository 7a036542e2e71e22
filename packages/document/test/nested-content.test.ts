import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cell, documentWith, listItemBlock, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import type { Block, ChildBlock, Document, Table, TextRun } from '../src/model.ts'
import { html } from '../src/outputs/html.ts'
import { markdown } from '../src/outputs/markdown.ts'
import { render } from '../src/outputs/render.ts'
import { readMarkdown } from './read-markdown.ts'

type Given = Pick<Block, 'type' | 'text'> & Partial<Block>

const ofBlocks = (...blocks: Given[]): Document => documentWith([blocks])
const ofTable = (table: Table): Document =>
  documentWith([[{ type: 'table', text: '', table: table.id }]], { tables: [table] })
const text = (of: string): ChildBlock => ({ type: 'paragraph', text: of })
const typesOf = (source: string): string[] => readMarkdown(source).children.map(({ type }) => type)

describe('a cell', () => {
  const styled: TextRun[] = [{ text: 'see ' }, { text: 'terms', href: 'https://a.example/', bold: true }]
  const withCell = (more: Parameters<typeof cell>[4]): Table => ({
    ...tableOfTexts([['Name', 'Value']]),
    rowCount: 2,
    cells: [...tableOfTexts([['Name', 'Value']]).cells, cell(1, 0, 'a'), cell(1, 1, 'b', false, more)],
  })

  it('keeps its styles and links in a pipe table and in HTML', () => {
    const document = ofTable(withCell({ text: 'see terms', runs: styled }))
    assert.match(markdown(document), /^\| a \| see \[\*\*terms\*\*\]\(https:\/\/a\.example\/\) \|$/m)
    assert.match(html(document), /<td>see <a href="https:\/\/a\.example\/"><strong>terms<\/strong><\/a><\/td>/)
  })

  it('shows its picture in a pipe table', () => {
    const document = ofTable(withCell({ blocks: [text('Logo'), { type: 'picture', text: 'A fox', picture: 'p1-i1' }] }))
    assert.match(markdown(document), /^\| a \| Logo<br>!\[A fox\]\(p1-i1\) \|$/m)
  })

  it('makes an HTML table of one with a list, in Markdown too', () => {
    const items: ChildBlock[] = [text('Take:'), { type: 'list_item', text: 'flour', marker: '•', level: 1 }]
    const document = ofTable(withCell({ text: 'Take:\n• flour', blocks: items }))
    for (const output of [markdown(document), html(document)])
      assert.match(output, /<td><p>Take:<\/p>\n<ul>\n<li>flour<\/li>\n<\/ul><\/td>/)
    assert.deepEqual(typesOf(markdown(document)), ['html'])
  })

  it('holds a table, which is also one of the tables', async () => {
    const inner = tableOfTexts([['x', 'y']], { id: 'p1-t2' })
    const outer = withCell({ text: 'x\ty', blocks: [{ type: 'table', text: 'x\ty', table: 'p1-t2' }] })
    const document = documentWith([[{ type: 'table', text: '', table: outer.id }]], { tables: [outer, inner] })
    assert.match(html(document), /<td><table>[^]*<th scope="col">x<\/th>[^]*<\/table><\/td>/)
    const { tables } = await render(document, ['tables'])
    assert.deepEqual(
      tables?.map(({ id }) => id),
      ['p1-t1', 'p1-t2'],
    )
  })

  it('that holds its own table comes to an end', () => {
    const document = ofTable(withCell({ text: 'again', blocks: [{ type: 'table', text: 'again', table: 'p1-t1' }] }))
    assert.ok(html(document).split('<table>').length < 10)
  })
})

describe('a block with several', () => {
  it('is one list item, with its paragraphs and its code', () => {
    const blocks: ChildBlock[] = [text('First.'), text('Second.'), { type: 'code', text: 'run()' }]
    const document = ofBlocks(
      { ...listItemBlock('1.', 'First.\nSecond.\nrun()'), blocks },
      listItemBlock('•', 'inner', 2),
      listItemBlock('2.', 'Next'),
    )
    assert.equal(markdown(document), '1. First.\n\n   Second.\n\n   ```\n   run()\n   ```\n\n   - inner\n2. Next')
    const [list] = readMarkdown(markdown(document)).children
    assert.equal(list?.type === 'list' && list.children.length, 2)
    assert.match(html(document), /<li>\n<p>First\.<\/p>\n<p>Second\.<\/p>\n<pre><code>run\(\)<\/code><\/pre>\n<ul>/)
  })

  it('is one quotation', () => {
    const document = ofBlocks({ type: 'quote', text: 'One.\nTwo.', blocks: [text('One.'), text('Two.')] })
    assert.equal(markdown(document), '> One.\n>\n> Two.')
    assert.match(html(document), /<blockquote><p>One\.<\/p>\n<p>Two\.<\/p><\/blockquote>/)
    assert.equal(markdown(ofBlocks({ type: 'quote', text: 'Only.' })), '> Only.')
  })
})

describe('footnotes', () => {
  const noted = (mark: string): Given =>
    paragraphBlock(`Text${mark}.`, [{ text: 'Text' }, { text: mark, superscript: true }, { text: '.' }])
  const footnote = (mark: string, words: string): Given => ({
    type: 'footnote',
    text: `${mark} ${words}`,
    runs: [{ text: mark, superscript: true }, { text: ` ${words}` }],
  })

  it('are written as GitHub writes them', () => {
    assert.equal(markdown(ofBlocks(noted('1'), footnote('1', 'A note.'))), 'Text[^1].\n\n[^1]: A note.')
  })

  it('are not what an exponent beside a link to one refers to', () => {
    const runs: TextRun[] = [
      { text: 'x' },
      { text: '2', superscript: true },
      { text: ' again' },
      { text: '2', superscript: true, href: '#p1-b2' },
    ]
    const document = ofBlocks({ type: 'paragraph', text: 'x2 again2', runs }, footnote('2', 'A note.'))
    assert.equal(markdown(document), 'x<sup>2</sup> again[^2]\n\n[^2]: A note.')
  })

  it('have names of their own where marks come again on another page', () => {
    const document = documentWith([
      [noted('1'), footnote('1', 'One.')],
      [noted('1'), footnote('1', 'Two.')],
    ])
    assert.equal(markdown(document), 'Text[^p1-1].\n\n[^p1-1]: One.\n\nText[^p2-1].\n\n[^p2-1]: Two.')
  })

  it('keep their paragraphs together', () => {
    const blocks: ChildBlock[] = [text('1 One.'), text('Two.')]
    const document = ofBlocks(noted('1'), { type: 'footnote', text: '1 One.\nTwo.', blocks })
    assert.equal(markdown(document), 'Text[^1].\n\n[^1]: One.\n\n    Two.')
  })

  it('without a reference stay as they are printed', () => {
    assert.equal(markdown(ofBlocks({ type: 'footnote', text: '1 A note.' })), '1 A note.')
  })
})

describe('links inside the document', () => {
  const link = (id: string): Given => paragraphBlock('there', [{ text: 'there', href: `#${id}` }])

  it('lead to headings by the names that GitHub gives them', () => {
    const heading: Given = { type: 'heading', level: 2, text: 'Terms & Uses' }
    const document = ofBlocks(heading, heading, link('p1-b2'))
    assert.match(markdown(document), /^\[there\]\(#terms--uses-1\)$/m)
    assert.match(html(document), /<h2 id="p1-b2">[^]*<a href="#p1-b2">there<\/a>/)
  })

  it('lead to any other block by its id', () => {
    const document = ofBlocks(paragraphBlock('Here.'), link('p1-b1'))
    assert.equal(markdown(document), '<a id="p1-b1"></a>Here.\n\n[there](#p1-b1)')
    assert.match(html(document), /<p id="p1-b1">Here\.<\/p>/)
  })
})

describe('stretches of text', () => {
  const ofRuns = (...runs: TextRun[]): Document => ofBlocks(paragraphBlock(runs.map((run) => run.text).join(''), runs))

  it('are formulas between dollar signs, beside which others are escaped', () => {
    const document = ofRuns({ text: 'For $5 take ' }, { text: 'x_1 * y', formula: true }, { text: '.' })
    assert.equal(markdown(document), 'For \\$5 take $x_1 * y$.')
    assert.match(html(document), /<code class="language-math">x_1 \* y<\/code>/)
  })

  it('are as bold in Markdown right beside highlighted or underlined text as HTML shows them', () => {
    const after = ofRuns({ text: '(Fee)', bold: true }, { text: '120 euros', highlight: '#ffff00' })
    assert.equal(markdown(after), '<strong>(Fee)</strong>120 euros')
    const before = ofRuns({ text: 'Pay', underline: true }, { text: '(soon)', bold: true }, { text: ' enough' })
    assert.equal(markdown(before), 'Pay<strong>(soon)</strong> enough')
  })

  it('are struck out and underlined', () => {
    const document = ofRuns({ text: 'old', strikethrough: true }, { text: ' ' }, { text: 'new', underline: true })
    assert.equal(markdown(document), '~~old~~ new')
    assert.match(html(document), /<s>old<\/s> <u>new<\/u>/)
  })

  it('have a reading beside them', () => {
    const document = ofRuns({ text: '漢字', ruby: 'かんじ' })
    assert.equal(markdown(document), '漢字(かんじ)')
    assert.match(html(document), /<ruby>漢字<rt>かんじ<\/rt><\/ruby>/)
  })
})

describe('an ordered list', () => {
  const item = (marker: string, style: 'lower_letter' | 'upper_roman', value: number): Given => ({
    ...listItemBlock(marker, `item ${value}`),
    numbering: { style, value },
  })

  it('keeps its kind and its start in HTML, and in Markdown, which has only digits, markers in parentheses as they are printed', () => {
    const document = ofBlocks(
      item('IV.', 'upper_roman', 4),
      item('V.', 'upper_roman', 5),
      item('a)', 'lower_letter', 1),
    )
    assert.match(html(document), /<ol type="I" start="4">\n<li>item 4<\/li>\n<li>item 5<\/li>\n<\/ol>\n<ol type="a">/)
    // So that `clause (b)` still points at something.
    assert.equal(markdown(document), '4. item 4\n5. item 5\n- a) item 1')
  })
})
