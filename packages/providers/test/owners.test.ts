import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { readerEngines } from '@polyparse/readers'
import { createSandbox, noObserver } from '@polyparse/sandbox'
import { createLocalProvider } from '../src/local-provider.ts'
import { providerC } from '../src/local/provider-c/provider-c.ts'
import { requestFor } from './conformance.ts'

it('reads the documents of two accounts in two processes, and those of one in the same', async (context) => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-owners-'))
  context.after(() => rm(spoolDirectory, { recursive: true }))
  let started = 0
  const observer = { ...noObserver, processStarted: () => (started += 1) }
  const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory, preload: false, observer })
  context.after(() => sandbox.close())
  const provider = createLocalProvider(providerC, { sandbox })

  const counts: number[] = []
  for (const owner of ['one', 'one', 'another', 'one']) {
    const request = requestFor({ mediaType: 'text/plain', bytes: Buffer.from('A document.') }, provider)
    await provider.parse({ ...request, source: { ...request.source, owner } }, AbortSignal.timeout(60_000))
    counts.push(started)
  }
  assert.deepEqual(counts, [1, 1, 2, 3])
})
