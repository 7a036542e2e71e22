import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostileDocuments } from '@polyparse/test-support/hostile-documents'
import { markdownEngine } from '../src/text/markdown/markdown-engine.ts'
import { markdownLimits } from '../src/text/markdown/parameters.ts'
import { blocksOf, blockOutline, reader, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(markdownEngine, 'text/markdown')
const unread = [['markup_unread', undefined]]

describe('tangled Markdown', { timeout: 60_000 }, () => {
  for (const { name, make } of hostileDocuments.filter(({ mediaType }) => mediaType === 'text/markdown'))
    it(`is read in a moment: ${name}`, async () => {
      const bytes = make()
      const document = await read(bytes)
      assert.deepEqual(codesOfWarnings(document), name === 'five thousand columns.md' ? [] : unread)
      assert.ok(blocksOf(document).length > 0)
    })

  const shapes = {
    'comments that are never closed': 'a <!-- '.repeat(100_000),
    'declarations that are never closed': 'a <!A '.repeat(100_000),
    'lines that go on from a quote': `> ${'a\n'.repeat(100_000)}`,
    'lines that go on from an item': `- ${'a\n'.repeat(100_000)}`,
    'underlined lines': 'a\n=\n'.repeat(100_000),
    'rows without a table': 'a|b\n'.repeat(100_000),
    'a row of blanks below a row': `a|b\n|${' '.repeat(1_000_000)}x`,
  }
  for (const [name, source] of Object.entries(shapes))
    it(`is read in a moment: ${name}`, async () => {
      const document = await read(source)
      assert.ok((blocksOf(document)[0]?.text.length ?? 0) > 0)
    })

  it('keeps its words, and what is before and after it', async () => {
    const document = await read(`# Before\n\n*first*\n${'[a]('.repeat(5_000)} last\n\nAfter **this**`)
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'Before'],
      ['paragraph', `*first* ${'[a]('.repeat(5_000)} last`],
      ['paragraph', 'After this'],
    ])
    assert.deepEqual(codesOfWarnings(document), unread)
  })

  it('cannot be imitated by a document that has the words which stand for it', async () => {
    const document = await read(`\uFDD00\uFDD0 ${'\uFDD00\uFDD0'.repeat(10)}\n\n${'[a]('.repeat(5_000)}`)
    assert.equal(blocksOf(document)[0]?.text, `0 ${'0'.repeat(10)}`)
  })
})

describe('long Markdown that is not tangled is parsed', () => {
  const cases: readonly (readonly [name: string, source: string, type: string, count: number])[] = [
    ['a list of links', '- [a](b) and **c**\n'.repeat(3_000), 'list_item', 3_000],
    ['code', `\`\`\`\n${'a[i] *= b_c;\n'.repeat(3_000)}\`\`\``, 'code', 1],
    ['indented code', '    a[i] *= b_c;\n'.repeat(3_000), 'code', 1],
    ['paragraphs', 'a *b* [c](d)\n\n'.repeat(3_000), 'paragraph', 3_000],
    ['a table', `|a|b|\n|-|-|\n${'|**c**|[d](e)|\n'.repeat(3_000)}`, 'table', 1],
    ['a table without outer bars', `a | b\n--- | :-:\n${'**c** | [d](e)\n'.repeat(3_000)}`, 'table', 1],
  ]
  for (const [name, source, type, count] of cases)
    it(name, async () => {
      const document = await read(source)
      assert.deepEqual(document.warnings, [])
      assert.equal(blocksOf(document).filter((block) => block.type === type).length, count)
      if (type === 'table') assert.equal(document.tables[0]?.rowCount, 3_001)
      if (type === 'code') assert.equal(blocksOf(document)[0]?.text, source.replaceAll(/^(?: {4}|```\n?)/gm, '').trim())
    })

  it('up to the limit of a stretch', async () => {
    const marks = (count: number) => read(`${'a*b '.repeat(count)}\n`)
    assert.deepEqual((await marks(markdownLimits.marks)).warnings, [])
    assert.deepEqual(codesOfWarnings(await marks(markdownLimits.marks + 1)), unread)
  })
})
