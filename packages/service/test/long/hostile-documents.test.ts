import { describe, it } from 'node:test'
import { hostileDocuments } from '@polyparse/test-support/hostile-documents'
import { assertHarmless, startObserved } from '../support/hostile-documents.ts'
import { temporaryPlace } from '../support/server.ts'

const timeout = 600_000

describe('While a hostile document is being processed', { timeout: hostileDocuments.length * timeout }, () => {
  for (const document of hostileDocuments)
    it(`the service answers and reads others: ${document.name}`, { timeout }, async (test) => {
      const server = await startObserved(await temporaryPlace(test), { POLYPARSE_DOCUMENT_CPU_SECONDS: '60' })
      test.after(() => server.end('SIGKILL'))
      test.diagnostic(JSON.stringify(await assertHarmless(server, [document])))
    })
})
