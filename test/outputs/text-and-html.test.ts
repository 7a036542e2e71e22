import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { html } from '../../src/outputs/html.ts'
import { text } from '../../src/outputs/text.ts'
import { cell, documentOf, listItem, paragraph, tableOf } from '../support/documents.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

const elementsOf = (nodes: readonly Node[]): DefaultTreeAdapterTypes.Element[] =>
  nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsOf(node.childNodes)] : []))

describe('text', () => {
  it('is in reading order without markup, headers and footers', () => {
    const blocks = [
      { type: 'page_header', text: 'head' } as const,
      { type: 'heading', text: 'Title', level: 1 } as const,
      listItem('1.', 'one'),
      listItem('•', 'in it', 2),
      paragraph('**not bold**', [{ text: '**not bold**', bold: true }]),
      { type: 'picture', text: '', picture: 'p1-i1' } as const,
    ]
    assert.equal(text(documentOf([blocks, [paragraph('next')]])), 'Title\n\n1. one\n  • in it\n\n**not bold**\n\nnext')
  })
})

describe('HTML', () => {
  it('is a section a page with semantic elements', () => {
    const table = tableOf([['a'], ['b']], { caption: 'Table 1' })
    const blocks = [
      { type: 'title', text: 'T' } as const,
      { type: 'page_footer', text: '1' } as const,
      paragraph('a b', [{ text: 'a ' }, { text: 'b', bold: true, href: 'https://a.b/?c&d' }]),
      listItem('2.', 'two'),
      listItem('•', 'dot', 2),
      { type: 'caption', text: 'Table 1' } as const,
      { type: 'table', text: 'a\nb', table: 'p1-t1' } as const,
      { type: 'picture', text: '"x"', picture: 'p1-i1' } as const,
      { type: 'code', text: 'if (a < b)\n  c' } as const,
      { type: 'footnote', text: '1 note' } as const,
    ]
    assert.equal(
      html(documentOf([blocks], { tables: [table] })),
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
<tr><th>a</th></tr>
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

  it('fills what no cell covers and joins what spans', () => {
    const table = tableOf([], {
      rowCount: 3,
      columnCount: 2,
      cells: [cell(0, 0, 'a', true, { rowSpan: 2 }), cell(1, 1, 'b'), cell(2, 0, 'c', false, { columnSpan: 99 })],
    })
    const document = documentOf([[{ type: 'table', text: '', table: 'p1-t1' }]], { tables: [table] })
    assert.match(html(document), /<tr><th rowspan="2">a<\/th><td><\/td><\/tr>\n<tr><td>b<\/td><\/tr>/)
  })

  it('has no element, attribute or address that did not come from here, whatever the text says', () => {
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
    ])
    fc.assert(
      fc.property(hostile, (any) => {
        const table = tableOf([], { rowCount: 1, columnCount: 1, caption: any, cells: [cell(0, 0, any)] })
        const document = documentOf(
          [
            [
              paragraph('', [
                { text: any, href: any },
                { text: any, code: true },
              ]),
              { type: 'heading', text: any },
              { type: 'picture', text: any, picture: any },
              { type: 'code', text: any },
              { type: 'table', text: any, table: 'p1-t1' },
            ],
          ],
          { tables: [table] },
        )
        for (const { tagName, attrs } of elementsOf(parseFragment(html(document)).childNodes)) {
          assert.ok(allowed.has(tagName), tagName)
          for (const { name, value } of attrs) {
            assert.ok(['href', 'src', 'alt', 'data-page'].includes(name), name)
            if (name === 'href') assert.match(new URL(value, 'https://base.example/').protocol, /^(?:https?|mailto):$/)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})
