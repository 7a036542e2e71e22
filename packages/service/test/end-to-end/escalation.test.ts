import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
import { llamaKey, openLlamaparse } from '../../../providers/test/support/llamaparse.ts'

const example = (name: string) => readFile(new URL(`../../../../examples/${name}`, import.meta.url))

test('with a vendor for doubtful pages, it gets the pages of a poor scan, and none of a document with text', async (t) => {
  const vendor = await openLlamaparse()
  const server = await startServer(await temporaryPlace(t), {
    POLYPARSE_AUTO_ESCALATE: 'llamaparse',
    LLAMA_CLOUD_API_KEY: llamaKey,
    LLAMA_CLOUD_BASE_URL: vendor.url,
  })
  t.after(async () => {
    await server.end('SIGKILL')
    await vendor.close()
  })
  const client = createClient(server.url, server.key ?? '')
  const parse = async (name: string) => {
    const more = { 'X-Service-Outputs': 'markdown,pages' }
    const { id } = await client.upload(await example(name), { name, type: 'application/pdf', more })
    return client.end(id)
  }

  const text = await parse('sample.pdf')
  assert.deepEqual([text.status, vendor.count('submit')], ['complete', 0])
  assert.doesNotMatch(JSON.stringify(text), /readBy|byProvider/)

  const scan = await parse('scan.pdf')
  assert.equal(vendor.count('submit'), 1)
  assert.partialDeepStrictEqual(scan, {
    status: 'complete',
    result: {
      provider: 'auto',
      // What the vendor of the test makes of it is nothing like it.
      outputs: { pages: [{ readBy: 'auto' }] },
      warnings: [{ code: 'page_recognized' }, { code: 'low_confidence' }],
      usage: {
        byProvider: [
          { provider: 'auto', pages: 1 },
          { provider: 'llamaparse', pages: 1 },
        ],
      },
    },
  })
})
