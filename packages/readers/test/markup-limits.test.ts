import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { blocksOfHtml, blocksOfMarkdown, tableOf, tableOfRows } from '../src/markup/markup.ts'
import { readMarkup, unreadMarkup } from '../src/markup/markup-limits.ts'

describe('markup written by a vendor', () => {
  // Each is an answer of its own.
  beforeEach(() => setImmediate())

  it('is parsed even when it is as long as a page or a long table', () => {
    const rows = Array.from({ length: 400 }, (_, row) => `| **${row}** | *a* [b](c) \`d\` |`)
    const table = tableOf(`| n | m |\n| --- | --- |\n${rows.join('\n')}`)
    assert.equal(table?.rowCount, 401)
    const list = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`)
    assert.equal(blocksOfMarkdown(list.join('\n')).at(-1)?.type, 'list_item')
    assert.equal(blocksOfMarkdown('# A\n\n---\n\n- - -\n\n**b**')[0]?.type, 'heading')
    assert.equal(unreadMarkup(), 0)
  })

  it('is a table of as many rows as it has', () => {
    const table = tableOfRows(Array.from({ length: 200_000 }, (_, row) => [row, 'n']))
    assert.deepEqual([table.rowCount, table.columnCount], [200_000, 2])
  })

  it('is kept as text when it is too long, or too tangled for the parsers', () => {
    const tangled = ['>'.repeat(40_000), '![a]('.repeat(9_000), '[ '.repeat(9_000), `${'- '.repeat(5_000)}a`]
    const long = ['- a\n\n'.repeat(40_000), '|a|\n'.repeat(40_000), 'word '.repeat(50_000)]
    for (const markdown of [...tangled, ...long]) assert.ok(blocksOfMarkdown(markdown).length > 0)
    assert.equal(unreadMarkup(), tangled.length + long.length)
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

  it('is limited per answer: the next one starts with its full time', async () => {
    blocksOfMarkdown('[ '.repeat(9_000))
    assert.equal(unreadMarkup(), 1)
    await setImmediate()
    blocksOfMarkdown('Plain.')
    assert.equal(unreadMarkup(), 0)
  })
})
