import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { hostileDocuments } from '@polyparse/test-support/hostile-documents'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { assertHarmless, startObserved, type ObservedServer } from '../support/hostile-documents.ts'
import { temporaryPlace } from '../support/server.ts'

describe('A service that gets documents as no program should write them', () => {
  const stack = suiteStack()
  let server: ObservedServer
  before(async () => {
    server = await startObserved(await temporaryPlace({ after: (done) => stack.defer(done) }))
    stack.defer(async () => void (await server.end('SIGKILL')))
  })

  it('reads texts with control characters without them', async () => {
    const client = await server.newClient()
    const texts = [
      ['a.txt', 'text/plain', 'Hel\0lo there.\r\n\u001A'],
      ['a.md', 'text/markdown', '# Ti\u0001tle\n\nHello there.\n'],
      ['a.html', 'text/html', '<!doctype html><p>Hello \bthere.</p>'],
    ] as const
    for (const [name, type, text] of texts) {
      const { id } = await client.upload(text, { name, type })
      const ended = await client.end(id)
      assert.equal(ended.status, 'complete', JSON.stringify(ended))
      const answer = JSON.stringify(ended)
      assert.match(answer, /Hello there\./)
      assert.doesNotMatch(answer, /\\u00[01]|\\b/)
    }
  })

  it('ends hostile ones soon, all of them at once, while it answers and reads others', async (t) => {
    const quick = hostileDocuments.filter(({ isQuick }) => isQuick)
    t.diagnostic(JSON.stringify(await assertHarmless(server, quick)))
  })
})
