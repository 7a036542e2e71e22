import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render } from '@polyparse/document'
import { type ReplaceImage, replaceHtmlImages, replaceMarkdownImages } from '@polyparse/document/image-links'
import { withinCpu } from '@polyparse/test-support/cpu-bound'
import { cell, documentWith, tableOfTexts } from '@polyparse/test-support/documents'

const toFile: ReplaceImage = (id, { linkTo }) => (id.startsWith('p1-i') ? linkTo(`${id}.png`) : undefined)
const away: ReplaceImage = (_id, { alt }) => alt

describe('links to images of an output', () => {
  it('are found even if the description contains brackets', async () => {
    const document = documentWith([
      [
        { type: 'picture', text: 'See [1] and \\ and "this"', picture: 'p1-i1' },
        { type: 'picture', text: '', picture: 'p1-i2' },
        { type: 'picture', text: 'of another', picture: 'p9-i1' },
      ],
    ])
    const { markdown = '', html = '' } = await render(document, ['markdown', 'html'])
    const linked = replaceMarkdownImages(markdown, toFile)
    assert.deepEqual(
      [...linked.matchAll(/\]\(([^)]*)\)/g)].map(([, address]) => address),
      ['p1-i1.png', 'p1-i2.png', 'p9-i1'],
    )
    assert.equal(linked.replaceAll('.png', ''), markdown)
    const linkedHtml = replaceHtmlImages(html, toFile)
    assert.deepEqual(
      [...linkedHtml.matchAll(/src="([^"]*)"/g)].map(([, address]) => address),
      ['p1-i1.png', 'p1-i2.png', 'p9-i1'],
    )
    assert.equal(linkedHtml.replaceAll('.png', ''), html)
    assert.match(replaceHtmlImages(html, away), /<figure>See \[1\] and \\ and &quot;this&quot;<\/figure>/)
  })

  it('are found in tables of Markdown that are HTML, and nothing is that was written as text', async () => {
    const inside = { type: 'picture', text: 'a map', picture: 'p1-i1' } as const
    const cells = [
      cell(0, 0, '', false, { columnSpan: 2, blocks: [inside, { type: 'list_item', text: 'a map' }] }),
      cell(1, 0, 'x'),
    ]
    const table = tableOfTexts([], { rowCount: 2, columnCount: 2, cells })
    const written = '<img src="p1-i1" alt=""> and ![](p1-i1)'
    const document = documentWith(
      [
        [
          { type: 'table', text: '', table: table.id },
          { type: 'paragraph', text: written },
        ],
      ],
      { tables: [table] },
    )
    const { markdown = '' } = await render(document, ['markdown'])
    const linked = replaceMarkdownImages(markdown, toFile)
    assert.equal(linked, markdown.replace('<img src="p1-i1" alt="a map">', '<img src="p1-i1.png" alt="a map">'))
    assert.notEqual(linked, markdown)
  })

  it('cost no more than the text is long', async () => {
    for (const hostile of ['![', '![]', '![\\', '<img src="', '<img src="" alt="', '![a](b']) {
      const text = hostile.repeat(200_000)
      await withinCpu(2000, () => assert.equal(replaceMarkdownImages(text, toFile), text))
    }
  })
})
