import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readSettings } from '../../src/config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { keyedAdapterOf, openVendors } from '../../src/service/vendors.ts'
import { createCatalog } from '@polyparse/providers/port'
import { originalNumbers, rangesOf, rangeText } from '@polyparse/providers/composition'
import { isRemote } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { withOptions } from '@polyparse/providers/settings'
import { withoutSignatures } from '@polyparse/providers/composition'
import { numbersIn } from '../../../providers/test/support/fake.ts'
import { testProvider } from '../support/providers.ts'

const answers = createAnswerThreads({ maxMebibytes: 16 })
const sandbox = { run: () => Promise.reject(new TypeError('nothing is read')) }
const open = (environment: Record<string, string>) => openVendors(readSettings(environment), { sandbox, answers })

describe('vendors', () => {
  it('are listed with the setting that would enable them, and enabled by it', async () => {
    const local = testProvider('provider-a', () => Promise.reject(new Error('not asked')))
    const azure = { AZURE_DOCUMENT_INTELLIGENCE_KEY: 'az-1' }
    const { entries } = createCatalog([local, ...(await open({ REDUCTO_API_KEY: 'rk-1', ...azure }))], 'provider-a')
    assert.deepEqual(
      entries.slice(1).map(({ id, enabled, missing }) => [id, enabled, missing]),
      [
        ['llamaparse', false, 'LLAMA_CLOUD_API_KEY'],
        ['mistral-ocr', false, 'MISTRAL_API_KEY'],
        ['datalab', false, 'DATALAB_API_KEY'],
        ['reducto', true, undefined],
        ['azure-document-intelligence', false, 'AZURE_DOCUMENT_INTELLIGENCE_ENDPOINT'],
        ['unstructured', false, 'UNSTRUCTURED_API_KEY'],
        ['docling-serve', false, 'DOCLING_SERVE_URL'],
        ['upstage', false, 'UPSTAGE_API_KEY'],
        ['vision', false, 'VISION_BASE_URL'],
        ['aws-textract', false, 'AWS_TEXTRACT_SECRET_ACCESS_KEY'],
        ['marker', false, 'MARKER_URL'],
        ['mineru', false, 'MINERU_URL'],
        ['paddlex', false, 'PADDLEX_URL'],
        ['tika', false, 'TIKA_URL'],
        ['anthropic', false, 'ANTHROPIC_API_KEY'],
        ['gemini', false, 'GEMINI_API_KEY'],
        ['google-document-ai', false, 'GOOGLE_DOCUMENT_AI_CREDENTIALS'],
      ],
    )
    assert.deepEqual(entries.find(({ id }) => id === 'reducto')?.limits, { bytes: 100_000_000 })
    assert.equal(entries[0]?.default, true)
  })

  it('are never asked twice for the same work unless the operator allows it or they do not charge', async () => {
    const whenUnknown = async (more: Record<string, string> = {}) =>
      (await open({ DATALAB_API_KEY: 'k', DOCLING_SERVE_URL: 'http://localhost:5001', ...more })).flatMap((one) =>
        !('missing' in one) && isRemote(one) ? [[one.id, one.whenUnknown]] : [],
      )
    assert.deepEqual(await whenUnknown(), [
      ['datalab', 'fail'],
      ['docling-serve', 'retry'],
    ])
    for (const setting of ['retry', 'fail'])
      assert.deepEqual(await whenUnknown({ POLYPARSE_WHEN_UNKNOWN: setting }), [
        ['datalab', setting],
        ['docling-serve', setting],
      ])
  })

  it('are asked with the key of an account where it is given, and are the same otherwise', async (context) => {
    const asked: unknown[] = []
    const server = createServer(({ headers }, response) => {
      asked.push(headers.authorization)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    }).listen(0, '127.0.0.1')
    context.after(() => server.close())
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const vendors = await open({ MISTRAL_API_KEY: 'own', MISTRAL_BASE_URL: `http://127.0.0.1:${address.port}` })
    const mistral = vendors.find(({ id }) => id === 'mistral-ocr')
    assert.ok(mistral !== undefined && !('missing' in mistral) && isRemote(mistral))
    assert.ok(mistral.withKey)
    const signal = new AbortController().signal
    await (await mistral.withKey('of-the-account')).check?.(signal)
    await mistral.check?.(signal)
    assert.deepEqual(asked, ['Bearer of-the-account', 'Bearer own'])
    assert.equal(await mistral.withKey('of-the-account'), await mistral.withKey('of-the-account'))
  })

  it('know by their bound ids which take keys of accounts', () => {
    const adapterOf = keyedAdapterOf({
      providers: new Map([
        ['fast', 'reducto'],
        ['local', 'provider-a'],
      ]),
    })
    assert.deepEqual(
      ['fast', 'llamaparse', 'aws-textract', 'google-document-ai', 'local', 'auto', 'nothing'].map(adapterOf),
      ['reducto', 'llamaparse', null, null, null, null, null],
    )
  })

  it('have keys that appear in no message about the settings', () => {
    assert.throws(
      () => readSettings({ MISTRAL_API_KEY: 'se cret', REDUCTO_BASE_URL: 'nowhere' }),
      (error) => error instanceof SettingsError && error.mistakes.length === 2 && !error.message.includes('se cret'),
    )
  })
})

describe('pages as vendors count them', () => {
  const pages = fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
    .map((numbers) => numbers.toSorted((a, b) => a - b))

  it('are those that were requested, counted from 0 or 1', () => {
    assert.equal(rangeText([1, 3, 4, 5, 9], 1), '1,3-5,9')
    assert.equal(rangeText([1, 3, 4, 5, 9], 0), '0,2-4,8')
    fc.assert(
      fc.property(pages, fc.constantFrom<0 | 1>(0, 1), (asked, first) => {
        assert.deepEqual(
          numbersIn(rangeText(asked, first))?.map((number) => number + 1 - first),
          asked,
        )
        const ranges = rangesOf(asked)
        for (const [index, { start }] of ranges.entries()) assert.ok(start > (ranges[index - 1]?.end ?? -1) + 1)
      }),
    )
  })

  it('are the pages of the document, even if they were renumbered', () => {
    fc.assert(
      fc.property(pages, (asked) => {
        assert.deepEqual(originalNumbers(asked, asked), asked)
        const anew = asked.map((_, index) => index + 1)
        assert.deepEqual(originalNumbers(anew, asked), asked)
      }),
    )
    assert.deepEqual(originalNumbers([1, 2], null), [1, 2])
  })
})

describe('options and raw answers', () => {
  it('override the options that they replace', () => {
    assert.deepEqual(withOptions({ a: 1, b: { c: 1, d: [1] } }, { b: { d: [2], e: null }, f: 1 }), {
      a: 1,
      b: { c: 1, d: [2], e: null },
      f: 1,
    })
  })

  it('lose the signatures of URLs, and nothing of other URLs', () => {
    const signed = 'https://bucket.example/a.png?X-Amz-Date=1&X-Amz-Signature=abc#x'
    const link = 'https://example.org/page?id=1#part'
    assert.deepEqual(withoutSignatures({ a: [signed, link, 1, null], text: `see ${signed}` }), {
      a: ['https://bucket.example/a.png', link, 1, null],
      text: `see ${signed}`,
    })
  })
})
