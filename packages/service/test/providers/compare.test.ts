import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Catalog, CompareResult } from '@polyparse/contract'
import { docxOf, paragraphXml } from '@polyparse/test-support/office'
import { Errors } from '@polyparse/document/typebox/value'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

const sampleFile = join(import.meta.dirname, '../../../../examples/sample.pdf')
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('the service with its own providers', () => {
  const cleanups: (() => Promise<void>)[] = []
  let server: Server
  let client: ReturnType<typeof createClient>
  before(async () => {
    server = await startServer(await temporaryPlace({ after: (done) => cleanups.push(done) }))
    client = createClient(server.url, server.key ?? '')
  })
  after(async () => {
    await server.end('SIGTERM')
    for (const cleanup of cleanups) await cleanup()
  })

  const compare = async (content: Buffer, headers: { name: string; type: string }, outputs: string) => {
    const more = { 'X-Service-Operation': 'compare', 'X-Service-Outputs': outputs }
    const { result } = await client.end((await client.upload(content, { ...headers, more })).id)
    assert.deepEqual([...Errors(CompareResult, result)], [])
    return result
  }

  it('lists them with their capabilities, as the interface specifies', async () => {
    const answer = await fetch(`${server.url}/api/v1/providers`, { headers: { Authorization: `Bearer ${server.key}` } })
    const body: unknown = await answer.json()
    assert.deepEqual([...Errors(Catalog, body)], [])
    assert.partialDeepStrictEqual(body, {
      providers: [
        {
          id: 'auto',
          default: true,
          derived: true,
          capabilities: {
            execution: 'async',
            features: ['blocks', 'confidence', 'page-selection'],
            outputs: ['markdown', 'text', 'html', 'pages', 'tables', 'images', 'chunks', 'json', 'metadata', 'fields'],
          },
        },
        {
          id: 'provider-a',
          default: false,
          capabilities: {
            execution: 'async',
            features: ['blocks', 'page-selection'],
            outputs: ['markdown', 'text', 'pages', 'tables', 'images', 'json', 'metadata'],
          },
        },
        {
          id: 'provider-b',
          capabilities: {
            execution: 'sync',
            features: ['blocks', 'confidence', 'page-selection'],
            outputs: ['images', 'json', 'markdown', 'metadata', 'pages', 'tables'],
          },
        },
        {
          id: 'provider-c',
          capabilities: {
            execution: 'async',
            features: ['page-selection'],
            outputs: ['chunks', 'html', 'images', 'json', 'markdown', 'metadata'],
          },
        },
      ],
    })
  })

  it('compares them on a PDF that all three can read', async () => {
    const result = await compare(
      await readFile(sampleFile),
      { name: 'sample.pdf', type: 'application/pdf' },
      'markdown',
    )
    assert.partialDeepStrictEqual(result, {
      input: 'sample.pdf',
      outputs: ['markdown'],
      providers: ['provider-a', 'provider-b', 'provider-c'].map((provider) => ({
        provider,
        status: 'parsed',
        result: { provider, pageCount: 3 },
      })),
    })
    assert.equal(JSON.stringify(result).match(/# Harbour Light Ferries/g)?.length, 3)
  })

  it('says which of them cannot read a document, and which do not give an output', async () => {
    const bytes = Buffer.from(docxOf({ body: paragraphXml('A line of text.') }))
    assert.partialDeepStrictEqual(await compare(bytes, { name: 'a.docx', type: docx }, 'html,markdown'), {
      providers: [
        { provider: 'provider-a', status: 'unsupported' },
        { provider: 'provider-b', status: 'unsupported' },
        { provider: 'provider-c', status: 'parsed', result: { outputs: { markdown: 'A line of text.' } } },
      ],
    })
  })
})
