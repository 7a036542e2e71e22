import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cell, documentWith, listItemBlock, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { html } from '../src/outputs/html.ts'
import { markdown } from '../src/outputs/markdown.ts'
import type { Block, TextRun } from '../src/model.ts'
import { readMarkdown } from './read-markdown.ts'

const ofBlocks = (...blocks: (Pick<Block, 'type' | 'text'> & Partial<Block>)[]) => markdown(documentWith([blocks]))
const ofText = (text: string) => ofBlocks(paragraphBlock(text))
const ofRuns = (...runs: TextRun[]) => ofBlocks(paragraphBlock('', runs))

describe('Markdown', () => {
  it('leaves unambiguous text unchanged', () => {
    for (const text of [
      'Plain, (with) punctuation; "quoted" & more: 50% – $5 + $6 = $11!',
      'snake_case_name and 3 * 4 * 5',
      'a single * star, ~10 of them, C:\\Users\\me',
      'a < b, AT&T, see [1] and [2, 3]',
      'https://example.com/a_b?c=d&e=f and www.example.com, me@example.com',
      'Name: ________ Date: ________',
      '1.5 is no list, nor is 2.',
      '#hashtag',
    ])
      assert.equal(ofText(text), text)
  })

  it('escapes what would be markup, and no more', () => {
    assert.equal(ofText('*a* and _b_ and `c`'), '\\*a\\* and \\_b\\_ and \\`c\\`')
    assert.equal(ofText('<b>bold</b> &amp;'), '\\<b>bold\\</b> \\&amp;')
    assert.equal(ofText('[a](b)'), '[a\\](b)')
    assert.equal(ofText('# a\n- b\n1. c\n> d\n---'), '\\# a  \n\\- b  \n1\\. c  \n\\> d  \n\\---')
    assert.equal(ofText('see https://a.b/_x_y*z*.'), 'see <https://a.b/_x_y*z*>.')
  })

  it('puts white space outside of the markers', () => {
    assert.equal(
      ofRuns({ text: 'a ' }, { text: 'bold ', bold: true }, { text: ' it', italic: true }, { text: 'c' }),
      'a **bold**  <em>it</em>c',
    )
  })

  it('nests styles, links outermost', () => {
    assert.equal(
      ofRuns(
        { text: 'all ', href: 'https://a.b/' },
        { text: 'bold ', bold: true, href: 'https://a.b/' },
        { text: 'both', bold: true, italic: true, href: 'https://a.b/' },
      ),
      '[all **bold _both_**](https://a.b/)',
    )
    assert.equal(
      ofRuns({ text: 'x' }, { text: '2', superscript: true }, { text: ' H' }, { text: '2', subscript: true }),
      'x<sup>2</sup> H<sub>2</sub>',
    )
    assert.equal(ofRuns({ text: 'run ' }, { text: 'a`b', code: true }), 'run ``a`b``')
  })

  it('leaves out links to anything but web and mail addresses', () => {
    assert.equal(ofRuns({ text: 'a', href: 'javascript:alert(1)' }), 'a')
    assert.equal(ofRuns({ text: 'a', href: ' JAVA\nSCRIPT:alert(1)' }), 'a')
    assert.equal(ofRuns({ text: 'a', href: 'data:text/html,x' }), 'a')
    assert.equal(ofRuns({ text: 'a', href: 'mailto:a@b.c' }), '[a](mailto:a@b.c)')
    const hidden = ofRuns({ text: 'a', href: 'javascript&colon;alert(1)' })
    assert.match(JSON.stringify(readMarkdown(hidden)), /"url":"javascript&colon;alert\(1\)"/)
  })

  it('nests lists and keeps the numbers of ordered ones', () => {
    assert.equal(
      ofBlocks(
        listItemBlock('3.', 'three'),
        listItemBlock('•', 'a', 2),
        listItemBlock('•', 'b', 2),
        listItemBlock('4.', 'four\nlines'),
        listItemBlock('2.', 'two', 2),
        listItemBlock('a)', 'letter', 1),
      ),
      '3. three\n   - a\n   - b\n4. four  \n   lines\n\n   2. two\n- a) letter',
    )
  })

  it('separates two consecutive ordered lists', () => {
    const lists = readMarkdown(
      ofBlocks(listItemBlock('1.', 'a'), listItemBlock('2.', 'b'), listItemBlock('1.', 'c')),
    ).children
    assert.deepEqual(
      lists.map((list) => (list.type === 'list' ? [list.start, list.children.length] : list.type)),
      [[1, 2], 'html', [1, 1]],
    )
  })

  it('fences code with more backticks than it has', () => {
    assert.equal(ofBlocks({ type: 'code', text: 'a\n````\n  b' }), '`````\na\n````\n  b\n`````')
    assert.equal(ofBlocks({ type: 'formula', text: 'a_b*c' }), '```math\na_b*c\n```')
    // With a picture the text is as printed, not LaTeX.
    assert.equal(ofBlocks({ type: 'formula', text: 'a2 = b', picture: 'p1-i1' }), '![](p1-i1)\n\n```\na2 = b\n```')
  })

  it('writes headings by their level', () => {
    assert.equal(
      ofBlocks(
        { type: 'title', text: 'T' },
        { type: 'heading', level: 3, text: 'C #' },
        { type: 'heading', text: '9' },
      ),
      '# T\n\n### C \\#\n\n## 9',
    )
  })

  it('writes tables with pipes', () => {
    const table = tableOfTexts([
      ['a|b', 'c'],
      ['d\ne', ''],
    ])
    assert.equal(
      markdown(documentWith([[{ type: 'table', text: '', table: 'p1-t1' }]], { tables: [table] })),
      '| a\\|b | c |\n| --- | --- |\n| d<br>e |  |',
    )
  })

  it('writes tables in HTML where cells span, with their caption before them', () => {
    const table = tableOfTexts([], {
      rowCount: 2,
      columnCount: 2,
      caption: 'Table 1: x',
      cells: [cell(0, 0, 'wide\n\n& high', true, { columnSpan: 2 }), cell(1, 1, 'b')],
    })
    assert.equal(
      markdown(documentWith([[{ type: 'table', text: '', table: 'p1-t1' }]], { tables: [table] })),
      'Table 1: x\n\n<table>\n<thead>\n<tr><th colspan="2">wide<br>&amp; high</th></tr>\n</thead>\n' +
        '<tbody>\n<tr><td></td><td>b</td></tr>\n</tbody>\n</table>',
    )
  })

  it('does not repeat a caption', () => {
    const table = tableOfTexts([['a']], { caption: 'Table 1' })
    const blocks = [
      { type: 'caption', text: 'Table 1' },
      { type: 'table', text: '', table: 'p1-t1' },
    ] as const
    assert.equal(markdown(documentWith([blocks], { tables: [table] })), 'Table 1\n\n| a |\n| --- |')
  })

  it('refers to pictures by their image id', () => {
    assert.equal(ofBlocks({ type: 'picture', text: 'a [b]\nc', picture: 'p1-i1' }), '![a \\[b\\] c](p1-i1)')
  })

  it('drops the first row of a table that comes again where it continues, known as a header or not', () => {
    for (const header of [true, false]) {
      const part = (id: string, page: number, rows: string[][], more = {}) => {
        const table = tableOfTexts(rows, { id, page, ...more })
        return { ...table, cells: table.cells.map((one) => ({ ...one, header: header && one.row === 0 })) }
      }
      const tables = [
        part('p1-t1', 1, [
          ['Date', 'Sum'],
          ['1 May', '4'],
        ]),
        part(
          'p2-t1',
          2,
          [
            ['Date', 'Sum'],
            ['2 May', '7'],
          ],
          { continues: 'p1-t1' },
        ),
      ]
      const blocks = [
        [{ type: 'table', text: '', table: 'p1-t1' } as const],
        [{ type: 'table', text: '', table: 'p2-t1', continues: 'p1-b1' } as const],
      ]
      assert.equal(
        markdown(documentWith(blocks, { tables })),
        '| Date | Sum |\n| --- | --- |\n| 1 May | 4 |\n| 2 May | 7 |',
      )
    }
  })

  it('drops the last row of a header of several that comes again alone, known as a header or not', () => {
    const part = (id: string, page: number, rows: string[][], headers: number) => {
      const table = tableOfTexts(rows, { id, page, ...(page === 2 && { continues: 'p1-t1' }) })
      return { ...table, cells: table.cells.map((one) => ({ ...one, header: one.row < headers })) }
    }
    const blocks = [
      [{ type: 'table', text: '', table: 'p1-t1' } as const],
      [{ type: 'table', text: '', table: 'p2-t1', continues: 'p1-b1' } as const],
    ]
    const joined = (headers: number, last: string[], second = ['', 'Budget', 'Actual']): string => {
      const first = part('p1-t1', 1, [['Town', '2019', ''], second, last], headers)
      const next = part('p2-t1', 2, [second, ['Marram', '7', '8']], 0)
      return markdown(documentWith(blocks, { tables: [first, next] }))
    }
    for (const headers of [0, 1, 2])
      assert.match(joined(headers, ['Holm', '4', '5']), /\| Holm \| 4 \| 5 \|\n\| Marram \| 7 \| 8 \|$/)
    // It may be a row like others where it has a label.
    assert.match(joined(0, ['Holm', '4', '5'], ['Dune', 'none', 'none']), /4 \| 5 \|\n\| Dune \| none \| none \|\n/)
  })

  it('leaves page headers and footers out and separates pages by a blank line', () => {
    const pages = [
      [{ type: 'page_header', text: 'head' } as const, paragraphBlock('one')],
      [],
      [
        paragraphBlock('three'),
        { type: 'footnote', text: '1 note' } as const,
        { type: 'page_footer', text: '3' } as const,
      ],
    ]
    assert.equal(markdown(documentWith(pages)), 'one\n\nthree\n\n1 note')
  })

  it('takes time in proportion to the length of any text', () => {
    const deep = Array.from({ length: 5000 }, (_, index) => listItemBlock('•', 'x', index + 1))
    assert.ok(ofBlocks(...deep).length > 5000)
    const pieces = ['`', ' ` ', '\n', ' ', '\t', '<', '[', '\n[', '_', '*_', '&a', '# ', '- ', 'http://', '.', '&', '!']
    for (const piece of pieces) {
      const text = `http://x${piece.repeat(200_000)}x*${piece.repeat(200_000)}_*_`
      const table = tableOfTexts([[text]])
      const blocks = (['heading', 'paragraph', 'picture', 'code'] as const).map((type) => ({
        type,
        text,
        picture: 'i',
      }))
      const document = documentWith([[...blocks, { type: 'table', text: '', table: table.id }]], { tables: [table] })
      assert.ok(markdown(document).length > 0)
      assert.ok(html(document).length > 0)
    }
  })
})
