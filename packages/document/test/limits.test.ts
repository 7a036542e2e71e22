import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentWith, paragraphBlock, pictureWithAlt } from '@polyparse/test-support/documents'
import { limitImages, limitRaw } from '../src/outputs/limits.ts'
import { render } from '../src/outputs/render.ts'

const kibibytes = (count: number) => Buffer.alloc(count * 1024, 1)

describe('limiting images', () => {
  const document = documentWith([[paragraphBlock('text')]], {
    pictures: [
      pictureWithAlt('a', kibibytes(30)),
      pictureWithAlt('b', kibibytes(60), 2),
      pictureWithAlt('c', kibibytes(1), 2),
    ],
  })

  it('keeps a document whose pictures fit as it is', () => {
    assert.deepEqual(limitImages(document, ['images'], 200 * 1024), { document, warnings: [] })
  })

  it('leaves out the data of pictures that do not fit, keeps their other properties, and warns by page', async () => {
    const { document: limited, warnings } = limitImages(document, ['images'], 50 * 1024)
    assert.deepEqual(
      limited.pictures.map(({ id, width, data }) => [id, width, data.length]),
      [
        ['a', 10, 30 * 1024],
        ['b', 10, 0],
        ['c', 10, 1024],
      ],
    )
    assert.deepEqual(
      warnings.map(({ code, page }) => [code, page]),
      [['image_omitted', 2]],
    )
    assert.ok(JSON.stringify(await render(limited, ['images'], { filename: null, sizeBytes: 0 })).length <= 50 * 1024)
  })

  it('counts a picture once for every output that carries it', async () => {
    const outputs = ['images', 'markdown', 'json'] as const
    const { document: limited } = limitImages(document, outputs, 100 * 1024)
    assert.deepEqual(
      limited.pictures.map(({ data }) => data.length),
      [30 * 1024, 0, 1024],
    )
    assert.ok(JSON.stringify(await render(limited, outputs, { filename: null, sizeBytes: 0 })).length <= 100 * 1024)
  })

  it('leaves alone pictures that no output carries', () => {
    assert.deepEqual(limitImages(document, ['markdown'], 10), { document, warnings: [] })
  })
})

describe('limiting the raw response', () => {
  const base64 = kibibytes(30).toString('base64')
  const raw = {
    text: 'a'.repeat(2000) + '.',
    pages: [{ image: base64, more: `data:image/png;base64,${base64}`, n: 1.5, no: null }],
  }

  it('keeps what fits', () => {
    assert.deepEqual(limitRaw(raw, 200 * 1024), { value: raw, warnings: [] })
  })

  it('replaces base64 above the limit and nothing else', () => {
    const { value, warnings } = limitRaw(raw, 50 * 1024)
    const left = `base64 left out (${base64.length} characters)`
    const leftOfUrl = `base64 left out (${base64.length + 22} characters)`
    assert.deepEqual(value, { text: raw.text, pages: [{ image: left, more: leftOfUrl, n: 1.5, no: null }] })
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['raw_truncated'],
    )
  })

  it('drops a response that is too large without any base64', () => {
    const { value, warnings } = limitRaw({ text: 'a b. '.repeat(1000) }, 1000)
    assert.equal(value, null)
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['raw_truncated'],
    )
  })

  it('cuts off parts that are nested too deeply to be written as JSON', () => {
    let deep: unknown = 'x'
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    const { value, warnings } = limitRaw(deep, 1024)
    assert.doesNotThrow(() => JSON.stringify(value))
    assert.equal(warnings.length, 1)
  })

  it('keeps an empty raw response', () => {
    assert.deepEqual(limitRaw(null, 10), { value: null, warnings: [] })
  })
})
