import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { blocksOfHtml, blocksOfMarkdown, tableOf, tableOfRows } from '../src/markup/markup.ts'
import { readMarkdown } from '../src/text/markdown/read-markdown.ts'
import { countUnreadMarkup, readMarkup } from '../src/markup/markup-limits.ts'

describe('markup written by a vendor', () => {
  it('is parsed even when it is as long as a page or a long table', () => {
    const rows = Array.from({ length: 400 }, (_, row) => `| **${row}** | *a* [b](c) \`d\` |`)
    const list = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`)
    const { unread } = countUnreadMarkup(() => {
      assert.equal(tableOf(`| n | m |\n| --- | --- |\n${rows.join('\n')}`)?.rowCount, 401)
      assert.equal(blocksOfMarkdown(list.join('\n')).at(-1)?.type, 'list_item')
      assert.equal(blocksOfMarkdown('# A\n\n---\n\n- - -\n\n**b**')[0]?.type, 'heading')
    })
    assert.equal(unread, 0)
  })

  it('is a table of as many rows as it has', () => {
    const table = tableOfRows(Array.from({ length: 200_000 }, (_, row) => [row, 'n']))
    assert.deepEqual([table.rowCount, table.columnCount], [200_000, 2])
  })

  it('is kept as text when it is too long, or too tangled for the parsers', () => {
    const tangled = ['>'.repeat(40_000), '![a]('.repeat(9_000), '[ '.repeat(9_000), `${'- '.repeat(5_000)}a`]
    const long = ['- a\n\n'.repeat(40_000), '|a|\n'.repeat(40_000), 'word '.repeat(50_000)]
    const { unread } = countUnreadMarkup(() => {
      for (const markdown of [...tangled, ...long]) assert.ok(blocksOfMarkdown(markdown).length > 0)
    })
    assert.equal(unread, tangled.length + long.length)
    assert.deepEqual(
      blocksOfHtml(`<p>Kept</p>${'<i>'.repeat(400_000)}`).map(({ text }) => text),
      ['Kept'],
    )
    assert.equal(tableOf(`<table><tr><td>x</td></tr></table>${' '.repeat(1_000_000)}`), null)
  })

  it('is kept as text when the parsers overflow the stack', () => {
    const overflow = () => {
      throw new RangeError('Maximum call stack size exceeded')
    }
    assert.equal(
      readMarkup('html', '<p>', overflow, () => 'text'),
      'text',
    )
    const bug = () =>
      readMarkup(
        'html',
        '<p>',
        () => {
          throw new TypeError('a bug')
        },
        () => 'text',
      )
    assert.throws(bug, TypeError)
  })

  it('is counted for each answer, and for each part of one', () => {
    const tangled = () => blocksOfMarkdown('[ '.repeat(9_000))
    const whole = countUnreadMarkup(() => {
      tangled()
      return countUnreadMarkup(tangled).unread
    })
    assert.deepEqual(whole, { value: 1, unread: 1 })
    assert.equal(countUnreadMarkup(() => blocksOfMarkdown('Plain.')).unread, 0)
  })

  it('is warned of in a Markdown document, as in the answer of a vendor', () => {
    const { count } = readMarkdown(`Before.\n\n<div>${'<i>x</i>'.repeat(200_000)}</div>\n\nAfter.`)
    assert.equal(count, 1)
  })
})
