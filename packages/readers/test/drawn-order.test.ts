import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Word } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { pdfOf, tablePdf } from '@polyparse/test-support/pdf'
import { confirmedByDrawing } from '../src/auto/drawn-order.ts'
import { autoEngine } from '../src/auto/auto-engine.ts'

describe('the order in which a page is drawn', () => {
  const block = (text: string, more: Partial<Block> = {}): Block => ({
    id: 'p1-b1',
    type: 'paragraph',
    page: 1,
    bbox: [0, 0, 100, 10],
    text,
    ...more,
  })
  const confirms = (drawn: string | undefined, ...blocks: readonly Block[]): boolean =>
    confirmedByDrawing({ number: 1, width: 600, height: 800, rotation: 0, blocks: [...blocks] }, drawn) !== null

  const ferry = block('The ferry carried 14,208 passengers.')
  const cook = block('The cook was ill.')

  it('confirms texts whose words are drawn one after another', () => {
    assert.ok(confirms('The ferry carried 14,208\r\npassengers. The cook was\r\nill.', ferry, cook))
  })

  it('does not confirm texts that are drawn one before the other, unless they are beside the text', () => {
    const drawn = 'The cook was\r\nill. The ferry carried 14,208\r\npassengers.'
    assert.ok(!confirms(drawn, ferry, cook))
    assert.ok(confirms(drawn, ferry, { ...cook, type: 'page_footer' }))
  })

  it('does not confirm a text with white in its lines as between columns, which may be drawn row by row', () => {
    const word = (text: string, left: number, top: number): Word => ({
      text,
      bbox: [left, top, left + 20, top + 10],
      confidence: 1,
    })
    const lines = ['The ferry was late the cook was ill', 'on Monday and Friday and slept all day']
    const across = (gap: number, texts = lines): Block =>
      block(texts.join(' '), {
        words: texts.flatMap((line, row) =>
          line.split(' ').map((text, index) => word(text, 23 * index + (index > 3 ? gap : 0), row * 12)),
        ),
      })
    assert.ok(confirms(lines.join(' '), across(0)))
    assert.ok(!confirms(lines.join(' '), across(15)))
    const label = 'Number of all passengers: 14,208 persons'
    assert.ok(confirms(label, across(15, [label])))
    const boxes = '☐ in the morning ☐ in the evening'
    assert.ok(confirms(boxes, across(15, [boxes])))
  })

  it('does not confirm words that are drawn in another order, or a number that is not', () => {
    assert.ok(!confirms('The ferry The cook carried 14,208 was ill. passengers.', ferry, cook))
    assert.ok(!confirms('The ferry carried 14,280 passengers.', ferry))
  })

  it('confirms a word that is divided at the end of a line, and not one in which a hyphen was lost', () => {
    assert.ok(confirms('The ferry carried 14,208 passen-\ngers.', ferry))
    assert.ok(confirms('The ferry carried 14,208 passen-\r\ngers.', ferry))
    assert.ok(!confirms('the graphile-worker schema', block('the graphileworker schema')))
  })

  it('does not confirm a number beside which nothing is, unless it is that of the page', () => {
    assert.ok(!confirms('1 The cook was ill.', block('1'), cook))
    assert.ok(confirms('1 The cook was ill.', block('1', { type: 'page_footer' }), cook))
    assert.ok(confirms('Menu The cook was ill.', block('Menu', { type: 'heading' }), cook))
  })

  it('does not confirm tables, nor a page that was not read as it is drawn', () => {
    assert.ok(!confirms('The cook was ill.', block('The cook was ill.', { type: 'table', table: 'p1-t1' })))
    assert.ok(!confirms(undefined, cook))
  })

  it('says nothing of words that were recognised', () => {
    assert.ok(confirms('The cook was ill.', cook, block('Harbour', { ocr: true })))
  })
})

describe('a page of a PDF', () => {
  /** How often each page was begun, and the confidence of its texts. */
  const read = async (bytes: Buffer) => {
    const begun: number[] = []
    const onPage = (number: number | null): void => void (number !== null && begun.push(number))
    const request = { ...defaultRequest, mediaType: 'application/pdf' }
    const { pages } = await autoEngine.read(bytes, request, { onPage, onProgress: () => {} })
    return { begun, blocks: pages.flatMap(({ blocks }) => blocks) }
  }
  const lines = [
    'A word goes on, for the lines are short and its last syl-',
    'lables stand in the next of them, which is followed by a',
    'third one that ends before the others do.',
  ]
  const drawn = (order: readonly number[]): Promise<Buffer> =>
    pdfOf((pdf) => {
      for (const row of order) pdf.text(lines[row] ?? '', 60, 100 + 14 * row)
    })

  it('is read once where it is drawn as it is read, and is believed', async () => {
    const { begun, blocks } = await read(await drawn([0, 1, 2]))
    assert.deepEqual(begun, [1])
    assert.ok(blocks.some(({ text }) => text.includes('its last syllables stand')))
    assert.ok(blocks.every(({ confidence = 0 }) => confidence > 0.98))
  })

  it('is read twice where it is drawn in another order', async () => {
    assert.deepEqual((await read(await drawn([2, 1, 0]))).begun, [1, 1])
  })

  it('is read twice where it has a table', async () => {
    const rows = [
      ['Name', 'Town'],
      ['Ada', 'London'],
    ]
    assert.deepEqual((await read(await tablePdf(rows))).begun, [1, 1])
  })
})
