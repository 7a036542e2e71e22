import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { createClient } from '../support/client.ts'
import { serverEnvironment, startServer, temporaryPlace } from '../support/server.ts'

const run = promisify(execFile)
const bin = new URL('../../../cli/bin/polyparse.js', import.meta.url).pathname
const more = { POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8' }

test('a webhook that was on its way when the service was killed arrives after the next start, under the same id and signed', async (t) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      // The first delivery gets no answer.
      if (received.length > 1) response.writeHead(204).end()
      arrived[received.length - 1]?.resolve()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.after(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const address = receiver.address()
  assert.ok(typeof address === 'object' && address !== null)

  const place = await temporaryPlace(t)
  const first = await startServer(place, more)
  assert.ok(first.key)
  const hook = { 'X-Service-Webhook': `http://127.0.0.1:${address.port}/hook` }
  const { id } = await createClient(first.url, first.key).upload('# Hello', {
    name: 'a.md',
    type: 'text/markdown',
    more: hook,
  })
  await arrived[0]?.promise
  await first.end('SIGKILL')

  const second = await startServer(place, more)
  t.after(() => second.end('SIGKILL'))
  await arrived[1]?.promise
  const [before, after] = received
  assert.ok(before !== undefined && after !== undefined)
  assert.equal(after.headers['webhook-id'], before.headers['webhook-id'])
  assert.equal(after.body, before.body)
  const event: unknown = JSON.parse(after.body)
  assert.partialDeepStrictEqual(event, { type: 'job.complete', data: { id, status: 'complete' } })

  const environment = serverEnvironment(place, { POLYPARSE_URL: second.url })
  const { stdout } = await run(process.execPath, [bin, 'accounts', 'webhook-secret', 'default'], { env: environment })
  const receivers = new Webhook(stdout.trim())
  for (const { headers, body } of received) {
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    assert.deepEqual(receivers.verify(body, sent), event)
  }
})
