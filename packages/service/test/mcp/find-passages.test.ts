import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPassages } from '../../src/mcp/find-passages.ts'

async function* pagesOf(...pages: { page: number; markdown: string }[]) {
  yield* pages
}

const page = (markdown: string, number = 1) => ({ page: number, markdown })
const texts = async (markdown: string, query: string) =>
  (await findPassages(pagesOf(page(markdown)), query)).map(({ text }) => text)

describe('the passages that have words of a query', () => {
  it('come by how rare their words are, with their pages', async () => {
    const pages = pagesOf(page('The ferry to Holm.\n\nThe ferry to Marram.'), page('Tickets to Holm, by the quay.', 2))
    const found = await findPassages(pages, 'the quay of Holm')
    assert.deepEqual(
      found.map(({ page: number, text }) => [number, text]),
      [
        [2, 'Tickets to Holm, by the quay.'],
        [1, 'The ferry to Holm.'],
        [1, 'The ferry to Marram.'],
      ],
    )
  })

  it('have a word, whatever its case, or one that begins with it from four letters on', async () => {
    const markdown = 'FERRIES leave at nine.\n\nA leaflet.\n\nThe lea.'
    assert.deepEqual(await texts(markdown, 'ferri'), ['FERRIES leave at nine.'])
    assert.deepEqual(await texts(markdown, 'leaf'), ['A leaflet.'])
    assert.deepEqual(await texts(markdown, 'lea'), ['The lea.'])
    assert.deepEqual(await texts(markdown, 'boats'), [])
    assert.deepEqual(await texts(markdown, '…'), [])
  })

  it('are found in scripts without spaces between words', async () => {
    const markdown = '渡轮九点开往霍尔姆。\n\n票价为三十元。\n\nフェリーは九時に出ます。'
    assert.deepEqual((await texts(markdown, '霍尔姆的渡轮'))[0], '渡轮九点开往霍尔姆。')
    assert.deepEqual(await texts(markdown, '票价'), ['票价为三十元。'])
    assert.deepEqual(await texts(markdown, 'フェリー'), ['フェリーは九時に出ます。'])
  })
})
