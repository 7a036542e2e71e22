import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { limits } from '@polyparse/contract'
import { render } from '@polyparse/document'
import { createCatalog } from '@polyparse/providers/port'
import { cell, documentWith, listItemBlock, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { keepDatalabOptions } from '../../src/api/compatibility/datalab/kept-options.ts'
import { datalabAnswer } from '../../src/compatibility/datalab/answer.ts'
import { readDatalabOptions } from '../../src/compatibility/datalab/options.ts'
import { RefusedFormError } from '../../src/compatibility/refused-form.ts'
import { datalabReader } from '../../../providers/test/support/adapters.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { hanging, testProvider } from '../support/providers.ts'

const fieldsOf = (fields: Readonly<Record<string, string>>) =>
  new Map(Object.entries(fields).map(([name, value]) => [name, [value]] as const))
const optionsOf = (fields: Readonly<Record<string, string>>) => readDatalabOptions(fieldsOf(fields))

describe("the routes of Datalab's API", () => {
  let api: ApiHarness
  before(async () => {
    const outputs = ['markdown', 'images', 'json'] as const
    const reader = testProvider('reader', hanging, { outputs: [...outputs] })
    api = await openApiHarness({
      settings: { compatibility: ['datalab'] },
      wrap: (parts) => ({ ...parts, catalog: createCatalog([reader], 'reader') }),
    })
  })
  after(() => api.close())

  const base = '/datalab/api/v1'
  const headers = (key = api.key) => ({ 'x-api-key': key })
  const submit = (fields: Readonly<Record<string, string>>, { file = true, path = 'convert' } = {}) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const document = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello.\r\n'
    return api.app.inject({
      method: 'POST',
      url: `${base}/${path}`,
      headers: { ...headers(), 'content-type': 'multipart/form-data; boundary=x' },
      payload: [...parts, ...(file ? [document] : []), '--x--\r\n'].join(''),
    })
  }
  const check = (id: string, { path = 'convert', key = api.key } = {}) =>
    api.app.inject({ url: `${base}/${path}/${id}`, headers: headers(key) })

  it('name the whole address of a request, where the service knows its own', async () => {
    for (const path of ['convert', 'marker']) {
      const { success, request_id: id, request_check_url: url } = (await submit({}, { path })).json()
      assert.deepEqual([success, url], [true, `https://parse.example.com${base}/${path}/${id}`])
      assert.deepEqual((await check(id, { path })).json(), { status: 'processing' })
      assert.equal((await api.job(id)).source.filename, 'a.txt')
    }
  })

  it('say that a document has failed, and where', async () => {
    const { request_id: id } = (await submit({})).json()
    await api.fail(id, 'The document is damaged.', 'document_damaged')
    assert.partialDeepStrictEqual((await check(id)).json(), {
      status: 'failed',
      success: false,
      error: 'The document is damaged.',
      error_in: 'VALIDATION',
    })
  })

  it('have nothing of other accounts, nor of jobs that were not made for them, whatever their labels say', async () => {
    const { request_id: id } = (await submit({})).json()
    assert.equal((await check(id, { key: await api.otherKey() })).statusCode, 404)
    const { answer } = optionsOf({})
    for (const metadata of [
      undefined,
      { datalab: '' },
      { datalab: '{"formats":[]}' },
      { datalab: JSON.stringify({ ...answer, formats: ['pdf'] }) },
      // What an answer in this format is made of was not asked for.
      keepDatalabOptions({ ...answer, formats: ['json'] }),
    ]) {
      const created = await api.create(parseUrl({ outputs: ['markdown', 'images'], ...(metadata && { metadata }) }))
      const answered = await check(created.json().id)
      assert.deepEqual([answered.statusCode, answered.json()], [404, { detail: 'Request not found.' }])
    }
  })

  it('tell whether a key is good', async () => {
    const health = (key?: string) => api.app.inject({ url: `${base}/user_health`, headers: headers(key) })
    assert.deepEqual((await health()).json(), { status: 'ok' })
    assert.equal((await health('wrong')).statusCode, 401)
  })

  it('refuse a form without a document or with two, and keep nothing of it', async () => {
    const [jobs, stored] = [await api.countJobs(), await api.stored()]
    const urlEncoded = (payload: string) =>
      api.app.inject({
        method: 'POST',
        url: `${base}/convert`,
        headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const neither = /either file or file_url is required/
    for (const [answered, detail] of [
      [await submit({}, { file: false }), neither],
      [await submit({ file_url: 'https://example.com/a.pdf' }), neither],
      [await urlEncoded('mode=fast'), neither],
      [await urlEncoded('a=&'.repeat(10_000)), /too many parts/],
      [await urlEncoded('file_url=http%3A%2F%2F127.0.0.1%2Fa.pdf'), /private or reserved/],
      [
        await submit({ file_url: `https://example.com/${'a'.repeat(limits.urlLength)}` }, { file: false }),
        /at most 8192/,
      ],
      [await submit({ additional_config: '[]' }), /additional_config must be a JSON object/],
      [await submit({ additional_config: `${'{"a":'.repeat(1000)}0${'}'.repeat(1000)}` }), /additional_config must be/],
      [await submit({ additional_config: '{' }), /additional_config must be a JSON object/],
      [await submit({ extras: 'é\r\nx: y' }), /extras is not supported here/],
    ] as const) {
      assert.equal(answered.statusCode, 422, answered.body)
      assert.match(answered.json().detail, detail)
    }
    assert.equal(await api.countJobs(), jobs)
    assert.deepEqual(await api.stored(), stored)
    const accepted = await urlEncoded('file_url=https%3A%2F%2Fexample.com%2Fa.pdf&max_pages=2')
    assert.deepEqual((await api.job(accepted.json().request_id)).pages, [1, 2])
  })
})

describe("options of a request to Datalab's API", () => {
  it('are the pages of a range from 0, whatever else is the most, or the first ones', () => {
    assert.deepEqual(optionsOf({ page_range: '0,5-7,6', max_pages: '1' }).pages, [1, 6, 7, 8])
    assert.deepEqual(optionsOf({ max_pages: '3' }).pages, [1, 2, 3])
    assert.equal(optionsOf({ max_pages: String(limits.pages) }).pages?.length, limits.pages)
    assert.equal(optionsOf({ max_pages: String(limits.pages + 1) }).pages, null)
    assert.equal(optionsOf({ max_pages: '', page_range: '' }).pages, null)
  })

  it('are refused where they would change the answer, or are none', () => {
    for (const fields of [
      { max_pages: '0' },
      { max_pages: '-1' },
      { max_pages: '1.5' },
      { page_range: 'all' },
      { page_range: Array.from({ length: 14_000 }, () => '0-4999').join(',') },
      { mode: 'best' },
      { paginate: 'perhaps' },
      { output_format: ',' },
      { save_checkpoint: 'True' },
      { eval_rubric_id: '7' },
      { webhook_url: 'https://example.com' },
      { page_schema: '{}' },
    ])
      assert.throws(() => optionsOf(fields), RefusedFormError, JSON.stringify(fields))
    const { answer } = optionsOf({
      save_checkpoint: 'False',
      extras: '',
      output_format: 'json, json,html',
      eval_rubric_id: '',
    })
    assert.deepEqual(answer.formats, ['html', 'json'])
    assert.equal(optionsOf({ force_ocr: 'true' }).forceRecognition, true)
  })
})

describe("an answer in the shape of Datalab's", () => {
  const box = (top: number): [number, number, number, number] => [10, top, 90, top + 8]
  const inner = tableOfTexts([['inside']], { id: 'p1-t2' })
  const nested = tableOfTexts([], {
    rowCount: 1,
    columnCount: 1,
    cells: [cell(0, 0, 'inside', false, { blocks: [{ type: 'table', text: 'inside', table: inner.id }] })],
  })
  const document = documentWith(
    [
      [
        { type: 'page_header', text: 'Ferries & <more>', bbox: box(0) },
        { type: 'title', text: 'Ferries', bbox: box(10) },
        { ...listItemBlock('•', 'Holm'), bbox: box(20) },
        { ...listItemBlock('•', 'Quay', 2), bbox: box(30) },
        { ...listItemBlock('•', 'Sund'), bbox: box(40) },
        { type: 'table', text: 'inside', table: nested.id, bbox: box(50) },
        { ...paragraphBlock('It leaves at'), bbox: box(60) },
      ],
      [
        { ...paragraphBlock('nine.'), continues: 'p1-b7' },
        { type: 'heading', level: 2, text: 'Passengers' },
        { type: 'heading', level: 3, text: 'Children' },
        { type: 'heading', level: 2, text: 'Freight' },
        { type: 'code', text: '<b>' },
      ],
    ],
    { tables: [nested, inner] },
  )
  const whole = { ...document, pages: document.pages.map((page) => ({ ...page, width: 100, height: 100 })) }
  const answerOf = async (fields: Readonly<Record<string, string>>) => {
    const outputs = await render(whole, ['json'], { filename: 'a.pdf', sizeBytes: 1 })
    const warnings = [{ code: 'low_confidence', message: 'Look at it.', page: 2 }] as const
    const parse = { outputs, durationMs: 1500, pageCount: 2, warnings }
    return Object(datalabAnswer(parse, optionsOf({ output_format: 'json,chunks', ...fields }).answer))
  }

  it('has each block of each page with its place, its headings and all that is in it', async () => {
    const { chunks, json, metadata, runtime } = await answerOf({})
    assert.deepEqual(
      chunks.blocks.map(({ id, page, html }: { id: string; page: number; html: string }) => [
        id,
        page,
        html.replaceAll('\n', ''),
      ]),
      [
        ['/page/0/PageHeader/0', 0, '<p>Ferries &amp; &lt;more&gt;</p>'],
        ['/page/0/SectionHeader/1', 0, '<h1>Ferries</h1>'],
        ['/page/0/ListGroup/2', 0, '<ul><li>Holm<ul><li>Quay</li></ul></li><li>Sund</li></ul>'],
        [
          '/page/0/Table/3',
          0,
          '<table><tbody><tr><td><table><thead><tr><th scope="col">inside</th></tr></thead></table></td></tr></tbody></table>',
        ],
        ['/page/0/Text/4', 0, '<p>It leaves at</p>'],
        ['/page/1/Text/0', 1, '<p>nine.</p>'],
        ['/page/1/SectionHeader/1', 1, '<h2>Passengers</h2>'],
        ['/page/1/SectionHeader/2', 1, '<h3>Children</h3>'],
        ['/page/1/SectionHeader/3', 1, '<h2>Freight</h2>'],
        ['/page/1/Code/4', 1, '<pre><code>&lt;b&gt;</code></pre>'],
      ],
    )
    const [list] = chunks.blocks.slice(2)
    assert.deepEqual(list.bbox, [10, 20, 90, 48])
    assert.deepEqual(list.polygon, [
      [10, 20],
      [90, 20],
      [90, 48],
      [10, 48],
    ])
    assert.deepEqual(chunks.blocks.at(-1).section_hierarchy, {
      1: '/page/0/SectionHeader/1',
      2: '/page/1/SectionHeader/3',
    })
    assert.deepEqual(chunks.page_info[1].bbox, [0, 0, 100, 100])
    assert.equal(json.children[0].html.match(/<content-ref src='/g).length, 5)
    assert.deepEqual(
      metadata.table_of_contents.map(({ title, heading_level: level, page_id: page }: Record<string, unknown>) => [
        title,
        level,
        page,
      ]),
      [
        ['Ferries', 1, 0],
        ['Passengers', 2, 1],
        ['Children', 3, 1],
        ['Freight', 2, 1],
      ],
    )
    assert.deepEqual([metadata.warnings[0].code, runtime], ['low_confidence', 1.5])
  })

  it('is read by the reader of Datalab here as the document that it was made of', async () => {
    const request = {
      source: { mediaType: 'application/pdf' },
      pages: null,
      outputs: ['json'],
      includeRaw: false,
    } as const
    const metadata = { mimeType: 'application/pdf', documentPageCount: 2 }
    const survey = { pages: null, pageCount: 2, sizes: new Map(), metadata, outline: [], warnings: [] }
    const read = datalabReader.read([await answerOf({})], { request, survey, files: new Map() })
    assert.deepEqual(
      read.pages.map(({ number, blocks }) => [number, blocks.map(({ type, text }) => `${type}: ${text}`)]),
      [
        [
          1,
          [
            'page_header: Ferries & <more>',
            'heading: Ferries',
            'list_item: Holm',
            'list_item: Quay',
            'list_item: Sund',
            'table: inside',
            'paragraph: It leaves at',
          ],
        ],
        [2, ['paragraph: nine.', 'heading: Passengers', 'heading: Children', 'heading: Freight', 'code: <b>']],
      ],
    )
  })
})
