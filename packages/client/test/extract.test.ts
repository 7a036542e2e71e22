import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClient, type TypedSchema, UnexpectedAnswerError } from '@polyparse/client'
import { completeJob, jobId } from './fake-service.ts'

const found = { status: 'found', page: 1, bbox: null, text: 'A-17', confidence: 0.9, from: [] }
const extraction = {
  data: { number: 'A-17', lines: [{ price: null }] },
  evidence: [{ path: '/number', value: 'A-17', ...found }],
  model: 'local',
  usage: {},
}

/** A client whose service fills every schema like this, and what it was asked. */
const clientAnswering = (outputs: object) => {
  const asked: unknown[] = []
  const client = createClient({
    url: 'http://localhost:3000',
    apiKey: 'pp_live_test',
    fetch: async (_url, request) => {
      if (request?.method === 'POST') {
        asked.push(JSON.parse(await new Response(request.body ?? null).text()))
        return Response.json({ id: jobId, status: 'queued' }, { status: 202 })
      }
      return Response.json({ ...completeJob, result: { ...completeJob.result, outputs } })
    },
  })
  return { client, asked }
}

type Invoice = { number: string; lines: { price: number; note?: string }[]; paid?: boolean }

/** What a library of schemas has by the standard. */
const typed: TypedSchema<Invoice> = {
  '~standard': { jsonSchema: { input: ({ target }) => ({ $schema: target, type: 'object', properties: {} }) } },
}

describe('extract', () => {
  it('sends the JSON Schema of a schema that knows its type, whose values are then typed and may be null', async () => {
    const { client, asked } = clientAnswering({ extraction })
    const { data, evidence, warnings } = await client.extract('https://example.com/a.pdf', typed, {
      model: 'vision',
      instructions: 'Be terse.',
      provider: 'auto',
    })
    const number: string | null = data.number
    const price: number | null | undefined = data.lines[0]?.price
    assert.deepEqual([number, price, evidence.length, warnings], ['A-17', null, 1, []])
    assert.partialDeepStrictEqual(asked[0], {
      operation: 'parse',
      outputs: ['extraction'],
      provider: 'auto',
      extraction: {
        schema: { $schema: 'draft-2020-12', type: 'object', properties: {} },
        model: 'vision',
        instructions: 'Be terse.',
      },
    })
  })

  it('sends a JSON Schema as it is', async () => {
    const { client, asked } = clientAnswering({ extraction })
    const schema = { type: 'object', properties: { number: { type: 'string' } } }
    const { data } = await client.extract<Invoice>('https://example.com/a.pdf', schema)
    assert.equal(data.number, 'A-17')
    assert.partialDeepStrictEqual(asked[0], { extraction: { schema } })
  })

  it('sends the id of a stored schema in its place', async () => {
    const { client, asked } = clientAnswering({ extraction })
    const { data } = await client.extract<Invoice>('https://example.com/a.pdf', { schemaId: jobId, schemaVersion: 2 })
    const number: string | null = data.number
    assert.equal(number, 'A-17')
    await client.extract('https://example.com/a.pdf', { schemaId: jobId }, { unproven: 'keep' })
    const sent = asked.map((request) => Object(request).extraction)
    assert.deepEqual(sent, [
      { schemaId: jobId, schemaVersion: 2 },
      { schemaId: jobId, unproven: 'keep' },
    ])
  })

  it('rejects where the service has answered with another output', async () => {
    const { client } = clientAnswering({ markdown: '#' })
    await assert.rejects(client.extract('https://example.com/a.pdf', {}), UnexpectedAnswerError)
  })
})
