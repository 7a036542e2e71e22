import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

test('texts with control characters are read without them', async (t) => {
  const server = await startServer(await temporaryPlace(t))
  t.after(() => server.end('SIGKILL'))
  const client = createClient(server.url, server.key ?? '')
  const texts = [
    ['a.txt', 'text/plain', 'Hel\0lo there.\r\n\u001A'],
    ['a.md', 'text/markdown', '# Ti\u0001tle\n\nHello there.\n'],
    ['a.html', 'text/html', '<!doctype html><p>Hello \bthere.</p>'],
  ] as const
  for (const [filename, type, text] of texts) {
    const more = { 'Content-Type': type, 'X-Service-Filename': filename }
    const { id } = await client.upload(text, { more })
    const ended = await client.end(id)
    assert.equal(ended.status, 'complete', JSON.stringify(ended))
    const answer = JSON.stringify(ended)
    assert.match(answer, /Hello there\./)
    assert.doesNotMatch(answer, /\\u00[01]|\\b/)
  }
})
