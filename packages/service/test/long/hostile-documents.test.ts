import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClient } from '../support/client.ts'
import { everyOutput, hostileDocuments } from '../support/hostile-documents.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const timeout = 600_000

describe('While a hostile document is being processed', { timeout }, () => {
  for (const { name, type, bytes } of hostileDocuments())
    it(`the service answers and reads others: ${name}`, { timeout }, async (test) => {
      const server = await startServer(await temporaryPlace(test), { POLYPARSE_DOCUMENT_SECONDS: '60' })
      test.after(() => server.end('SIGKILL'))
      const client = createClient(server.url, server.key ?? '')
      const hostile = await client.upload(bytes, { name, type, more: everyOutput })
      let others = 0
      let isOver = false
      while (!isOver) {
        assert.equal((await fetch(`${server.url}/livez`)).status, 200)
        const { id } = await client.upload('# Hello', { name: 'hello.md', type: 'text/markdown' })
        assert.equal((await client.end(id)).status, 'complete')
        isOver = ['complete', 'failed'].includes((await statusOf(server.url, server.key ?? '', hostile.id)) ?? '')
        if (!isOver) others += 1
      }
      assert.ok(others > 0, 'others were read meanwhile')
      assert.doesNotMatch(server.output(), /"level":50/, 'nothing unforeseen is logged')
    })
})

/** Read from the beginning of the answer: a result may be too large to read here. */
const statusOf = async (url: string, key: string, id: string): Promise<string | undefined> => {
  const response = await fetch(`${url}/api/v1/jobs/${id}`, { headers: { Authorization: `Bearer ${key}` } })
  const { value } = (await response.body?.getReader().read()) ?? {}
  return /"status":"(\w+)"/.exec(Buffer.from(value ?? []).toString('latin1'))?.[1]
}
