import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { markdownEngine } from '../src/text/markdown/markdown-engine.ts'

const read = async (text: string): Promise<string> =>
  markdown(await markdownEngine.read(Buffer.from(text), { ...defaultRequest, mediaType: 'text/markdown' }))

describe('HTML in Markdown', () => {
  it('is read as what it means: paragraphs, headings, lists', async () => {
    const source =
      '# A\n\n<h2 align="center">B</h2>\n\n<p>Some <b>bold</b> words.</p>\n\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n\nEnd.'
    assert.equal(await read(source), '# A\n\n## B\n\nSome **bold** words.\n\n- one\n- two\n\nEnd.')
  })

  it('keeps a table together that has empty lines in it', async () => {
    const rows = ['a', 'b'].map((cell) => `<tr>\n\n<td>${cell}</td>\n\n<td>1</td>\n</tr>`).join('\n\n')
    assert.equal(
      await read(`Before.\n\n<table>\n${rows}\n</table>\nAfter.`),
      'Before.\n\n| a | 1 |\n| --- | --- |\n| b | 1 |\n\nAfter.',
    )
  })

  it('has Markdown between its tags, and a comment says nothing', async () => {
    assert.equal(
      await read('<details>\n<summary>More</summary>\n\n- *one*\n\n</details>\n\n<!-- not said -->'),
      'More\n\n- _one_',
    )
  })

  it('stays as it is in code', async () => {
    const code = '```\n<table>\n\n<tr><td>x</td></tr>\n\n</table>\n```'
    assert.equal(await read(code), code)
  })

  it('that is never closed hides nothing', async () => {
    assert.match(await read('<table>\n\nFirst.\n\n<ul>\n\nLast.'), /First\.[^]*Last\./)
  })
})
