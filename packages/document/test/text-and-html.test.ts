import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cell, documentWith, listItemBlock, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import * as fc from 'fast-check'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { html } from '../src/outputs/html.ts'
import { text } from '../src/outputs/text.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

const elementsOf = (nodes: readonly Node[]): DefaultTreeAdapterTypes.Element[] =>
  nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsOf(node.childNodes)] : []))

describe('text', () => {
  it('is in reading order without markup, headers and footers', () => {
    const blocks = [
      { type: 'page_header', text: 'head' } as const,
      { type: 'heading', text: 'Title', level: 1 } as const,
      listItemBlock('1.', 'one'),
      listItemBlock('•', 'in it', 2),
      paragraphBlock('**not bold**', [{ text: '**not bold**', bold: true }]),
      { type: 'picture', text: '', picture: 'p1-i1' } as const,
    ]
    assert.equal(
      text(documentWith([blocks, [paragraphBlock('next')]])),
      'Title\n\n1. one\n  • in it\n\n**not bold**\n\nnext',
    )
  })
})

describe('HTML', () => {
  it('has one section per page, with semantic elements', () => {
    const table = tableOfTexts([['a'], ['b']], { caption: 'Table 1' })
    const blocks = [
      { type: 'title', text: 'T' } as const,
      { type: 'page_footer', text: '1' } as const,
      paragraphBlock('a b', [{ text: 'a ' }, { text: 'b', bold: true, href: 'https://a.b/?c&d' }]),
      listItemBlock('2.', 'two'),
      listItemBlock('•', 'dot', 2),
      { type: 'caption', text: 'Table 1' } as const,
      { type: 'table', text: 'a\nb', table: 'p1-t1' } as const,
      { type: 'picture', text: '"x"', picture: 'p1-i1' } as const,
      { type: 'code', text: 'if (a < b)\n  c' } as const,
      { type: 'footnote', text: '1 note' } as const,
    ]
    assert.equal(
      html(documentWith([blocks], { tables: [table] })),
      `<section data-page="1">
<h1>T</h1>
<p>a <a href="https://a.b/?c&amp;d"><strong>b</strong></a></p>
<ol start="2">
<li>two
<ul>
<li>dot</li>
</ul>
</li>
</ol>
<table>
<caption>Table 1</caption>
<thead>
<tr><th scope="col">a</th></tr>
</thead>
<tbody>
<tr><td>b</td></tr>
</tbody>
</table>
<figure><img src="p1-i1" alt="&quot;x&quot;"></figure>
<pre><code>if (a &lt; b)
  c</code></pre>
<aside role="doc-footnote"><p>1 note</p></aside>
</section>`,
    )
  })

  it('has a picture and its caption in one figure, and a caption beside a table in the table', () => {
    const blocks = [
      { type: 'picture', text: 'A light', picture: 'p1-i1' } as const,
      { type: 'caption', text: 'Figure 1' } as const,
      { type: 'caption', text: 'Table 1' } as const,
      { type: 'table', text: 'a', table: 'p1-t1' } as const,
      { type: 'caption', text: 'Of nothing' } as const,
    ]
    assert.equal(
      html(documentWith([blocks], { tables: [tableOfTexts([['a'], ['b']])] })),
      `<section data-page="1">
<figure><img src="p1-i1" alt="A light"><figcaption>Figure 1</figcaption></figure>
<table>
<caption>Table 1</caption>
<thead>
<tr><th scope="col">a</th></tr>
</thead>
<tbody>
<tr><td>b</td></tr>
</tbody>
</table>
<p>Of nothing</p>
</section>`,
    )
  })

  it('shows a formula by its picture, described by its text, or else as text', () => {
    const formula = { type: 'formula', text: 'a < b²' } as const
    const [pictured, written] = [{ ...formula, picture: 'p1-i1' }, formula].map((block) =>
      html(documentWith([[block]])),
    )
    assert.match(pictured ?? '', /<p class="formula"><img src="p1-i1" alt="a &lt; b²"><\/p>/)
    assert.match(written ?? '', /<pre><code class="language-math">a &lt; b²<\/code><\/pre>/)
  })

  it('links a reference to its footnote', () => {
    const blocks = [
      paragraphBlock('Said1.', [{ text: 'Said' }, { text: '1', superscript: true }, { text: '.' }]),
      { type: 'footnote', text: '1 By whom.' } as const,
    ]
    assert.equal(
      html(documentWith([blocks])),
      `<section data-page="1">
<p>Said<a href="#p1-b2"><sup>1</sup></a>.</p>
<aside id="p1-b2" role="doc-footnote"><p>1 By whom.</p></aside>
</section>`,
    )
  })

  it('marks text that runs from right to left', () => {
    const table = tableOfTexts([['name', 'שם']])
    const blocks = [
      paragraphBlock('(1) שלום עולם'),
      paragraphBlock('hello שלום'),
      listItemBlock('•', 'مرحبا'),
      { type: 'table', text: '', table: 'p1-t1' } as const,
    ]
    assert.equal(
      html(documentWith([blocks], { tables: [table] })),
      `<section data-page="1">
<p dir="rtl">(1) שלום עולם</p>
<p>hello שלום</p>
<ul>
<li dir="rtl">مرحبا</li>
</ul>
<table>
<thead>
<tr><th scope="col">name</th><th scope="col" dir="rtl">שם</th></tr>
</thead>
</table>
</section>`,
    )
  })

  it('joins text that continues in another column, but not on another page', () => {
    const pages = [
      [paragraphBlock('One para-'), { ...paragraphBlock('graph that'), continues: 'p1-b1' }],
      [{ ...paragraphBlock('goes on'), continues: 'p1-b2' }],
    ]
    assert.equal(
      html(documentWith(pages)),
      '<section data-page="1">\n<p>One paragraph that</p>\n</section>\n<section data-page="2">\n<p>goes on</p>\n</section>',
    )
  })

  it('fills the places that no cell covers, and keeps spans', () => {
    const table = tableOfTexts([], {
      rowCount: 3,
      columnCount: 2,
      cells: [cell(0, 0, 'a', true, { rowSpan: 2 }), cell(1, 1, 'b'), cell(2, 0, 'c', false, { columnSpan: 99 })],
    })
    const document = documentWith([[{ type: 'table', text: '', table: 'p1-t1' }]], { tables: [table] })
    assert.match(html(document), /<tr><th rowspan="2" scope="rowgroup">a<\/th><td><\/td><\/tr>\n<tr><td>b<\/td><\/tr>/)
  })

  it('takes no element, attribute or address from the text of a document', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            '<script>',
            '</p>',
            '"',
            "'",
            '&lt;',
            '<img src=x onerror=y>',
            '-->',
            '\0',
            'javascript:',
            '\n',
            ':',
            'x',
          ),
        )
        .map((pieces) => pieces.join('')),
    )
    const allowed = new Set([
      'section',
      'p',
      'a',
      'code',
      'br',
      'h2',
      'figure',
      'img',
      'pre',
      'table',
      'tbody',
      'tr',
      'td',
      'caption',
      'figcaption',
      'aside',
      'sup',
    ])
    fc.assert(
      fc.property(hostile, (any) => {
        const table = tableOfTexts([], { rowCount: 1, columnCount: 1, caption: any, cells: [cell(0, 0, any)] })
        const document = documentWith(
          [
            [
              paragraphBlock('', [
                { text: any, href: any },
                { text: any, code: true },
              ]),
              { type: 'heading', text: any },
              { type: 'picture', text: any, picture: any },
              { type: 'caption', text: any },
              paragraphBlock('1', [{ text: '1', superscript: true }]),
              { type: 'footnote', text: `1 ${any}` },
              { type: 'code', text: any },
              { type: 'table', text: any, table: 'p1-t1' },
            ],
          ],
          { tables: [table] },
        )
        for (const { tagName, attrs } of elementsOf(parseFragment(html(document)).childNodes)) {
          assert.ok(allowed.has(tagName), tagName)
          for (const { name, value } of attrs) {
            assert.ok(['href', 'src', 'alt', 'data-page', 'dir', 'id', 'role'].includes(name), name)
            if (name === 'dir') assert.equal(value, 'rtl')
            if (name === 'href') assert.match(new URL(value, 'https://base.example/').protocol, /^(?:https?|mailto):$/)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})
