import { SettingsError } from '@polyparse/providers/settings'
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { render } from '@polyparse/document'
import { askProvider } from '@polyparse/providers/testing'
import { blocksOfDocument, requestFor, type Sample } from '@polyparse/providers/testing'
import { exerciseVendor } from '@polyparse/providers/testing'
import {
  formOf,
  jsonOfRequest,
  openFake,
  type FakeRequest,
  type FakeVendor,
  type FakeReply,
} from '@polyparse/providers/testing'
import { suiteSandbox } from '@polyparse/providers/testing'
import { markdownOf, pagesOf, samplePages, samplePdf } from '@polyparse/providers/testing'
import type { ParseRequest } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { readAll } from '../../src/service/adapters.ts'
import { openProviders } from '../../src/service/providers.ts'

const key = 'described-key-0123456789'
const answers = createAnswerThreads({ maxMebibytes: 512 })
const never = new AbortController().signal
const pdf: Sample = { mediaType: 'application/pdf', bytes: await samplePdf() }

/** One that sends a form and answers with a list of pages. */
const paged = (url: string) => ({
  id: 'paged',
  name: 'Paged',
  url: `${url}/parse?version=2`,
  headers: { Authorization: 'Bearer ${PAGED_KEY}' },
  send: { as: 'multipart', field: 'upload' },
  fields: { mode: 'fine' },
  options: { language: { type: 'string', description: 'The language.', enum: ['de', 'en'] } },
  answer: { from: '/pages/*/markdown', format: 'markdown' },
  mediaTypes: ['application/pdf'],
  price: { perPage: 0.01 },
})

describe('A described parser', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-described-'))
  })
  after(() => rm(folder, { recursive: true }))
  const sandbox = suiteSandbox()

  const environmentOf = async (descriptions: unknown): Promise<Record<string, string>> => {
    const path = join(folder, 'parsers.json')
    await writeFile(path, typeof descriptions === 'string' ? descriptions : JSON.stringify(descriptions))
    return { POLYPARSE_HTTP_PROVIDERS: path, PAGED_KEY: key }
  }

  /** The provider that the service makes of a description. */
  const open = async (
    description: { readonly id: string; readonly [member: string]: unknown },
    more: Record<string, string> = {},
  ) => {
    const { settings, moreAdapters } = await readAll({ ...(await environmentOf([description])), ...more })
    const providers = await openProviders(settings, { sandbox, answers, moreAdapters, moreProviders: [] })
    const provider = providers.find(({ id }) => id === description.id)
    if (provider === undefined || 'missing' in provider) return assert.fail(`it needs ${provider?.missing ?? ''}`)
    return provider
  }

  const openParser = async (perform: (asked: FakeRequest) => FakeReply, test?: TestContext): Promise<FakeVendor> => {
    const fake = await openFake({
      stepOf: () => 'submit',
      refuse: ({ authorization }) => (authorization === `Bearer ${key}` ? null : { status: 401, json: {} }),
      perform,
    })
    test?.after(() => fake.close())
    return fake
  }

  exerciseVendor({
    name: 'Paged',
    key,
    openFake: () =>
      openParser((asked) => {
        const file = formOf(asked).find(({ name }) => name === 'upload')
        if (file === undefined) return { status: 400, json: { error: 'no file' } }
        const pages = pagesOf(file.content).map(({ blocks }) => ({ markdown: blocks.map(markdownOf).join('\n\n') }))
        return { status: 200, json: { pages } }
      }),
    openProvider: (url, { key: given }) => open(paged(url), { PAGED_KEY: given }),
    steps: ['submit'],
  })

  it('gets the fields of the description and the options of the job, and the query of its URL', async (test) => {
    const fake = await openParser(() => ({ status: 200, json: { pages: [{ markdown: '# One' }] } }), test)
    const provider = await open({ ...paged(fake.url), fields: { mode: 'fine', token: '${PAGED_KEY}' } })
    const read = (asked: Partial<ParseRequest>) =>
      askProvider(provider, { ...requestFor(pdf, provider), ...asked }, never)
    await read({ options: { language: 'de' } })
    const [asked] = fake.requests
    assert.ok(asked !== undefined)
    assert.deepEqual(
      formOf(asked).map(({ name, content }) => [name, name === 'upload' ? content.length : String(content)]),
      [
        ['mode', 'fine'],
        ['token', key],
        ['language', 'de'],
        ['upload', pdf.bytes.length],
      ],
    )
    assert.equal(asked.query.get('version'), '2')
    await assert.rejects(read({ options: { language: 'fr' } }), { code: 'unsupported_option', notAccepted: true })
  })

  const simple = (url: string, more: Record<string, unknown>) => {
    const { fields: _fields, options: _options, ...rest } = paged(url)
    return { ...rest, ...more }
  }

  it('gets a document alone or in base64, byte for byte', async (test) => {
    const fake = await openParser(() => ({ status: 200, bytes: Buffer.from('# All') }), test)
    const answer = { from: 'body', format: 'markdown' }
    for (const length of [0, 1, 2].map((more) => pdf.bytes.length - more)) {
      const sample = { ...pdf, bytes: pdf.bytes.subarray(0, length) }
      for (const send of [{ as: 'body' }, { as: 'json', member: '/input/data', prefix: 'data:${mediaType};base64,' }]) {
        const provider = await open(simple(fake.url, { send, answer, fields: { input: { kind: 'file' }, a: 1 } }))
        await askProvider(provider, requestFor(sample, provider), never)
      }
      const [whole, inJson] = fake.requests.slice(-2)
      assert.ok(whole !== undefined && inJson !== undefined)
      assert.deepEqual(whole.body, Buffer.from(sample.bytes))
      assert.equal(whole.query.get('a'), '1')
      assert.deepEqual(jsonOfRequest(inJson), {
        input: { kind: 'file', data: `data:application/pdf;base64,${Buffer.from(sample.bytes).toString('base64')}` },
        a: 1,
      })
    }
  })

  it('answers with Markdown, text or HTML, whose pages a separator divides or which is on the first page', async (test) => {
    const bodies = new Map([
      ['markdown', '# One\n\nText.\f# Two\f# Three'],
      ['html', '<h1>One</h1><p>Text.</p>\f<h1>Two</h1>\f<h1>Three</h1>'],
      ['text', 'One\n\nText.\fTwo\fThree'],
    ])
    for (const [format, body] of bodies) {
      const fake = await openParser(() => ({ status: 200, bytes: Buffer.from(body) }), test)
      const read = async (answer: object) => {
        const provider = await open(simple(fake.url, { answer }))
        return askProvider(provider, requestFor(pdf, provider), never)
      }
      const divided = await read({ from: 'body', format, pageSeparator: '\f' })
      assert.deepEqual(
        blocksOfDocument(divided).map(({ page, text }) => [page, text]),
        [
          [1, 'One'],
          [1, 'Text.'],
          [2, 'Two'],
          [3, 'Three'],
        ],
      )
      const whole = await read({ from: 'body', format })
      assert.ok(blocksOfDocument(whole).every(({ page }) => page === 1))
      assert.deepEqual(
        whole.pages.map(({ number }) => number),
        [1, 2, 3],
      )
      assert.deepEqual(
        whole.warnings.filter(({ code }) => code === 'pages_unknown'),
        [{ code: 'pages_unknown', message: 'Paged does not say what is on which page: all of it is on page 1.' }],
      )
    }
  })

  it('answers with a document as this service gives one', async (test) => {
    const pages = samplePages.map(({ blocks }) => ({ markdown: blocks.map(markdownOf).join('\n\n') }))
    const other = await open(paged((await openParser(() => ({ status: 200, json: { pages } }), test)).url))
    const document = await askProvider(other, requestFor(pdf, other), never)
    const { json } = await render(document, ['json'], { filename: 'a.pdf', sizeBytes: 1 })
    const fake = await openParser(() => ({ status: 200, json: { document: json } }), test)
    const provider = await open(simple(fake.url, { answer: { from: '/document', format: 'document' } }))
    const again = await askProvider(provider, requestFor(pdf, provider), never)
    assert.ok(document.tables.length > 0)
    assert.deepEqual(again.pages, document.pages)
    assert.deepEqual(again.tables, document.tables)
  })

  it('is disabled without the variables of its headers', async () => {
    const { settings, moreAdapters } = await readAll({
      ...(await environmentOf([paged('http://localhost:1')])),
      PAGED_KEY: '',
    })
    const providers = await openProviders(settings, { sandbox, answers, moreAdapters, moreProviders: [] })
    assert.partialDeepStrictEqual(providers.at(-1), { id: 'paged', missing: 'PAGED_KEY' })
  })

  it('that is not described properly stops the start with the file, the entry and the member', async () => {
    const base = paged('http://localhost:1')
    const wrong = [
      ['[', /^POLYPARSE_HTTP_PROVIDERS names \S+parsers\.json, which is not JSON$/],
      [{}, /parsers\.json, where must be array$/],
      [[base, { ...base, id: 'two', answers: 1 }], /where \/1 must not have additional properties: answers$/],
      [
        [{ ...base, send: { as: 'form' } }],
        /where \/0\/send\/as must be equal to one of the allowed values: multipart, body, json$/,
      ],
      [[{ ...base, send: { as: 'multipart' } }], /where \/0\/send\/field must be given with multipart$/],
      [
        [{ ...base, headers: { 'X-Api-Key': 'sk-123' } }],
        /where \/0\/headers\/X-Api-Key must take its secret from the environment, as in \$\{ACME_KEY\}$/,
      ],
      [
        [{ ...base, headers: { a: '${POLYPARSE_ADMIN_TOKEN}' } }],
        /uses POLYPARSE_ADMIN_TOKEN, which is a setting of the service$/,
      ],
      [
        [{ ...base, fields: { api_key: 'sk-123' } }],
        /where \/0\/fields\/api_key must take its secret from the environment/,
      ],
      [[{ ...base, checkUrl: 'http://elsewhere/health' }], /where \/0\/checkUrl must have the origin of \/url$/],
      [
        [{ ...base, answer: { from: 'body', format: 'text' }, outputs: ['pages'] }],
        /where \/0\/outputs may have pages only if/,
      ],
      [[base, base], /\(paged\), whose adapter has the id paged, which exists$/],
    ] as const
    for (const [descriptions, message] of wrong)
      await assert.rejects(readAll(await environmentOf(descriptions)), (error) => {
        assert.ok(error instanceof SettingsError)
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /sk-123/)
        return true
      })
    await assert.rejects(
      readAll({ POLYPARSE_HTTP_PROVIDERS: join(folder, 'none.json') }),
      /none\.json, which cannot be read/,
    )
  })
})
