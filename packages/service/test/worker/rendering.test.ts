import assert from 'node:assert/strict'
import { serialize } from 'node:v8'
import { gunzipSync } from 'node:zlib'
import { after, describe, it, type TestContext } from 'node:test'
import type { ParseResult } from '@polyparse/contract'
import type { Document, OutputId, Table } from '@polyparse/document'
import { createRenderer, RenderFailure, type Renderer } from '../../src/worker/rendering/renderer.ts'
import type { RenderRequest } from '../../src/worker/rendering/messages.ts'
import { resultPieces } from '../../src/worker/rendering/result-pieces.ts'
import { documentOf } from '../support/providers.ts'

const never = new AbortController().signal

const requestFor = (document: RenderRequest['document'], outputs: RenderRequest['job']['outputs']): RenderRequest => ({
  document,
  job: {
    id: '0196f0f0-0000-7000-8000-000000000000',
    operation: 'parse',
    outputs,
    includeRaw: false,
    extraction: null,
    classification: null,
    images: 'inline',
    metadata: null,
    batchId: null,
    source: { filename: 'a.txt', size: 6, mediaType: null, detectedMediaType: 'text/plain' },
  },
  provider: 'provider-a',
  startedAt: new Date(0),
  completedAt: new Date(1000),
  warnings: { before: [], after: [] },
})

const tableOf = (rowCount: number, columnCount: number, filled: number): Document => {
  const cells = Array.from({ length: filled }, (_, index) => ({
    row: Math.floor(index / columnCount),
    column: index % columnCount,
    rowSpan: 1,
    columnSpan: 1,
    header: false,
    text: `cell ${index}`,
  }))
  const table: Table = { id: 'p1-t1', page: 1, bbox: null, rowCount, columnCount, cells }
  return { ...documentOf('A table.'), tables: [table] }
}

const bodyOf = async (renderer: Renderer, request: RenderRequest) => {
  using rendering = await renderer.open(request, never)
  const pieces = await Array.fromAsync(rendering.read('result'))
  return JSON.parse(gunzipSync(Buffer.concat(pieces)).toString('utf8'))
}

const failsWith = (code: string) => (error: unknown) => error instanceof RenderFailure && error.code === code

describe('A renderer', { timeout: 60_000 }, () => {
  const renderer = createRenderer({ maxMebibytes: 512, maxSeconds: 30 })
  after(() => renderer.close())
  const limited = (context: TestContext, limits: { maxMebibytes?: number; maxSeconds?: number }): Renderer => {
    const made = createRenderer({ maxMebibytes: 512, maxSeconds: 30, ...limits })
    context.after(() => made.close())
    return made
  }

  it('makes the result from what an engine has written, in a thread', async () => {
    const body = await bodyOf(renderer, requestFor({ serialized: serialize(documentOf('Hello.')) }, ['markdown']))
    assert.equal(body.result.outputs.markdown, 'Hello.')
    assert.equal(body.result.timing.durationMs, 1000)
  })

  it('has no file twice in a result: json refers to those of images', async () => {
    const data = new Uint8Array([1, 2, 3])
    const picture = { id: 'p1-i1', page: 1, bbox: null, mimeType: 'image/png', width: 1, height: 1, data } as const
    const document = { ...documentOf('Hello.'), pictures: [picture] }
    const read = async (outputs: readonly OutputId[], more: Partial<RenderRequest['job']> = {}) => {
      const request = requestFor(document, outputs)
      const body = await bodyOf(renderer, { ...request, job: { ...request.job, ...more } })
      const { json, images } = (body.result ?? body).outputs
      return [json?.images[0], images?.[0]].map((image) => image && [image.data, image.url])
    }
    const [file, empty] = ['AQID', undefined]
    const { id } = requestFor(document, []).job
    assert.deepEqual(await read(['json']), [[file, undefined], undefined])
    assert.deepEqual(await read(['images', 'json']), [
      [empty, `/api/v1/jobs/${id}/images/p1-i1`],
      [file, undefined],
    ])
    assert.deepEqual(await read(['json', 'images'], { operation: 'compare' }), [
      [empty, `/api/v1/jobs/${id}/providers/provider-a/images/p1-i1`],
      [file, undefined],
    ])
  })

  it('refers to all files where references are asked for, but to none that was left out', async () => {
    const data = new Uint8Array([1, 2, 3])
    const picture = { page: 1, bbox: null, mimeType: 'image/png', width: 1, height: 1 } as const
    const pictures = [
      { ...picture, id: 'p1-i1', data },
      { ...picture, id: 'p1-i2', data: new Uint8Array() },
    ]
    const request = requestFor({ ...documentOf('Hello.'), pictures }, ['images', 'json'])
    const job = { ...request.job, images: 'reference' } as const
    const { outputs } = (await bodyOf(renderer, { ...request, job })).result
    const referred = [
      { ...picture, id: 'p1-i1', url: `/api/v1/jobs/${job.id}/images/p1-i1` },
      { ...picture, id: 'p1-i2', data: '' },
    ]
    assert.deepEqual([outputs.images, outputs.json.images], [referred, referred])
  })

  it('warns of a document that came out without any text', async () => {
    const { result } = await bodyOf(renderer, requestFor(documentOf(''), ['markdown']))
    assert.deepEqual(
      result.warnings.map(({ code }: { code: string }) => code),
      ['no_text_found'],
    )
  })

  it('fails on bytes that are not a document, and makes the next', async () => {
    const none = { serialized: serialize({ pages: 'none' }) }
    await assert.rejects(renderer.open(requestFor(none, ['markdown']), never), failsWith('engine_crashed'))
    const garbage = { serialized: Buffer.from([1, 2, 3]) }
    await assert.rejects(renderer.open(requestFor(garbage, ['markdown']), never), failsWith('engine_crashed'))
    assert.ok(await bodyOf(renderer, requestFor(documentOf('Hello.'), ['text'])))
  })

  it('ends a document whose outputs take too much memory, and makes the next', async (context) => {
    const small = limited(context, { maxMebibytes: 48 })
    await assert.rejects(
      bodyOf(small, requestFor(tableOf(1000, 1000, 200_000), ['tables', 'html'])),
      failsWith('out_of_memory'),
    )
    assert.ok(await bodyOf(small, requestFor(documentOf('Hello.'), ['text'])))
  })

  it('ends a document whose outputs take too long, while the event loop goes on', async (context) => {
    // Enough memory that time is what runs out, however late the clock of a busy machine comes.
    const hasty = limited(context, { maxSeconds: 0.5, maxMebibytes: 4096 })
    let turns = 0
    const turning = setInterval(() => (turns += 1), 10)
    context.after(() => clearInterval(turning))
    const serialized = serialize(tableOf(1400, 1400, 300_000))
    await assert.rejects(
      bodyOf(hasty, requestFor({ serialized }, ['tables', 'markdown', 'html', 'text', 'pages', 'json', 'chunks'])),
      failsWith('timeout'),
    )
    assert.ok(turns > 5, `${turns} turns of the event loop`)
  })

  it('makes one document after another in the same thread, and several beside each other', async () => {
    for (let n = 0; n < 12; n += 1) assert.ok(await bodyOf(renderer, requestFor(documentOf(`No ${n}`), ['text'])))
    const bodies = await Promise.all(
      ['a', 'b', 'c'].map((text) => bodyOf(renderer, requestFor(documentOf(text), ['text']))),
    )
    assert.deepEqual(
      bodies.map(({ result }) => result.outputs.text),
      ['a', 'b', 'c'],
    )
  })

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController()
    const rendering = renderer.open(
      requestFor({ serialized: serialize(tableOf(1400, 1400, 300_000)) }, ['html']),
      controller.signal,
    )
    controller.abort(new Error('the job was deleted'))
    await assert.rejects(rendering, /the job was deleted/)
  })

  it('cuts a table of more places than can be filled, and says so in a warning', async () => {
    const { result } = await bodyOf(renderer, requestFor(tableOf(2_000_000_000, 5, 10), ['tables']))
    assert.equal(result.outputs.tables[0].rows.length, 400_000)
    assert.deepEqual(result.warnings, [
      {
        code: 'table_truncated',
        message: 'Table p1-t1 has 2000000000 × 5 places; the outputs have its first 400000 × 5.',
        page: 1,
      },
    ])
  })
})

describe('A result of limited size', () => {
  const result = (outputs: ParseResult['outputs']): ParseResult => ({
    id: 'a',
    outputs,
    pageCount: 1,
    provider: 'provider-a',
    timing: { startedAt: '', completedAt: '', durationMs: 0 },
    warnings: [{ code: 'page_damaged', message: 'Page 1 is damaged.', page: 1 }],
    usage: { pages: 1 },
  })
  const mebibyte = 1024 ** 2
  const parsed = (outputs: ParseResult['outputs'], maxBytes: number): ParseResult =>
    JSON.parse([...resultPieces(result(outputs), maxBytes)].join(''))

  it('is whole where it fits', () => {
    const outputs = { markdown: 'Hello, "you".', text: 'Hello.' }
    assert.deepEqual(parsed(outputs, 2 * mebibyte), result(outputs))
  })

  it('has as much of a text as fits, never half a character, and a warning', () => {
    const text = '😀'.repeat(mebibyte)
    const { outputs, warnings } = parsed({ markdown: text, text: 'Hello.' }, 2 * mebibyte)
    const kept = outputs.markdown ?? ''
    assert.ok(kept.length > 400_000 && Buffer.byteLength(kept) < mebibyte)
    assert.ok(text.startsWith(kept))
    assert.equal(outputs.text, '')
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['page_damaged', 'output_truncated', 'output_truncated'],
    )
    assert.match(warnings[1]?.message ?? '', /^The output markdown has \d+ of 2097152 characters: /)
  })

  it('has as many entries of a list as fit, also of those in `json`', () => {
    const chunk = { id: 'p1-c1', text: 'x'.repeat(1000), tokens: 1, pages: [1], headings: [], blocks: [] }
    const { outputs, warnings } = parsed({ chunks: Array.from({ length: 2000 }, () => chunk) }, 2 * mebibyte)
    const kept = outputs.chunks?.length ?? 0
    assert.ok(kept > 900 && kept < 1048, String(kept))
    assert.match(warnings[1]?.message ?? '', new RegExp(`^The output chunks has ${kept} of 2000 entries: `))
  })
})
