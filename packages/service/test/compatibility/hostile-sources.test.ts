import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { limits } from '@polyparse/contract'
import { readOcrOptions } from '../../src/compatibility/mistral/options.ts'
import { RefusedFormError } from '../../src/compatibility/refused-form.ts'
import { createCatalog } from '@polyparse/providers/port'
import { hanging, testProvider } from '../support/providers.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'

describe('sources that the compatible routes cannot take as they are', () => {
  let api: ApiHarness
  before(async () => {
    const reader = testProvider('reader', hanging, { outputs: ['markdown', 'pages', 'images'] })
    api = await openApiHarness({
      settings: { compatibility: ['docling', 'mistral'] },
      wrap: (parts) => ({ ...parts, catalog: createCatalog([reader], 'reader') }),
    })
  })
  after(() => api.close())

  const ocr = (document: object) => api.inject({ method: 'POST', url: '/v1/ocr', payload: { document } })
  const convert = (source: object) =>
    api.inject({ method: 'POST', url: '/v1/convert/source/async', payload: { sources: [source] } })
  const countJobs = async () => (await api.database.query('select id from jobs')).length

  it('refuses base64 that is damaged, instead of reading what is left of it as the document', async () => {
    const [good, stored] = [Buffer.from('Rent: 1,500.00 euro').toString('base64'), await api.stored()]
    const before = await countJobs()
    for (const damaged of [
      good.replace('U', '*'),
      good.slice(0, 9),
      `${good.slice(0, 8)}=${good.slice(8)}`,
      '%3D%3D',
    ]) {
      const answers = [
        await ocr({ type: 'document_url', document_url: `data:text/plain;base64,${damaged}` }),
        await convert({ kind: 'file', base64_string: damaged, filename: 'a.txt' }),
      ]
      for (const answer of answers) {
        assert.equal(answer.statusCode, 422, `${damaged}: ${answer.body}`)
        assert.match(answer.json().detail, /base64/)
      }
    }
    assert.equal(await countJobs(), before)
    assert.deepEqual(await api.stored(), stored)
  })

  it('takes base64 with line breaks, without padding and in the alphabet of URLs', async () => {
    for (const [base64, text] of [
      [
        `${Buffer.from('Ferries').toString('base64').slice(0, 4)}\r\n${Buffer.from('Ferries').toString('base64').slice(4)}\n`,
        'Ferries',
      ],
      [Buffer.from('Ferries').toString('base64').replaceAll('=', ''), 'Ferries'],
      [Buffer.from('a?>~').toString('base64url'), 'a?>~'],
    ] as const) {
      const answer = await convert({ kind: 'file', base64_string: base64, filename: 'a.txt' })
      assert.equal(answer.statusCode, 200, answer.body)
      assert.equal((await api.job(answer.json().task_id)).source.size, text.length)
    }
  })

  it('stores no address that is longer than any address may be', async () => {
    const url = `https://example.com/${'a'.repeat(limits.urlLength)}`
    const answers = [
      await ocr({ type: 'document_url', document_url: url }),
      await ocr({ type: 'image_url', image_url: { url } }),
      await api.inject({ method: 'POST', url: '/api/v1/parse?wait=0', payload: { url } }),
    ]
    for (const answer of answers) {
      assert.ok([400, 422].includes(answer.statusCode), answer.body.slice(0, 300))
      assert.match(answer.body, /at most 8192 characters/)
    }
  })

  it('takes a job for a file only if it has read what the answer is made of', async () => {
    const created = await api.create({
      operation: 'parse',
      source: { url: 'https://example.com/a.pdf' },
      outputs: ['markdown'],
      metadata: { 'mistral-file': 'a.pdf' },
    })
    const { id } = created.json()
    await api.complete(id, JSON.stringify({ id, status: 'complete', result: { outputs: { markdown: 'Hello' } } }))
    const answer = await ocr({ type: 'file', file_id: id })
    assert.equal(answer.statusCode, 404, answer.body)
  })
})

describe('pages of a request to Mistral', () => {
  it('refuses ranges that name the same pages over and over, which would hold up everybody', () => {
    const pages = Array.from({ length: 14_000 }, () => '0-4999').join(',')
    assert.throws(() => readOcrOptions({ document: { file_id: 'a' }, pages }), RefusedFormError)
    assert.deepEqual(readOcrOptions({ document: { file_id: 'a' }, pages: '3-4,0,3' }).pages, [1, 4, 5])
  })
})
