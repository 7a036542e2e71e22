import { test } from 'node:test'
import { hostileDocuments } from '@polyparse/test-support/hostile-documents'
import { assertHarmless, startObserved } from '../support/hostile-documents.ts'
import { temporaryPlace } from '../support/server.ts'

test('hostile documents end soon, all of them at once, while the service answers and reads others', async (t) => {
  const server = await startObserved(await temporaryPlace(t))
  t.after(() => server.end('SIGKILL'))
  const quick = hostileDocuments.filter(({ isQuick }) => isQuick)
  t.diagnostic(JSON.stringify(await assertHarmless(server, quick)))
})
