import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { markdownEngine } from '../src/text/markdown/markdown-engine.ts'
import { blocksOf, reader } from '@polyparse/test-support/reading'

const read = reader(markdownEngine, 'text/markdown')

describe('formulas in Markdown', () => {
  it('stand between dollar signs as LaTeX, whatever it means in Markdown', async () => {
    const [block] = blocksOf(await read('Let $\\{a_1\\}$ and *b* be $c\\,d$.'))
    assert.deepEqual(block?.runs, [
      { text: 'Let ' },
      { text: '\\{a_1\\}', formula: true },
      { text: ' and ' },
      { text: 'b', italic: true },
      { text: ' be ' },
      { text: 'c\\,d', formula: true },
      { text: '.' },
    ])
  })

  it('are blocks between two of them, and in code that is called so', async () => {
    const source = '$$\na \\\\ b\n$$\n\n```math\nx^2\n```'
    const document = await read(source)
    assert.deepEqual(
      blocksOf(document).map(({ type, text }) => [type, text]),
      [
        ['formula', 'a \\\\ b'],
        ['formula', 'x^2'],
      ],
    )
    assert.equal(markdown(document), '```math\na \\\\ b\n```\n\n```math\nx^2\n```')
  })

  it('are no sums of money, names of a shell and code', async () => {
    for (const text of ['It costs $5 and $10.', 'US$20 to US$30', '$HOME/$PATH', 'from \\$1 to \\$2', '`$a$`'])
      assert.ok(
        blocksOf(await read(text)).every(({ runs = [] }) => runs.every(({ formula }) => formula === undefined)),
        text,
      )
  })
})
