import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import type { DirectProvider } from '@polyparse/providers/port'
import { vendors } from '@polyparse/providers/composition'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const warning = { code: 'handwriting_not_read', message: 'Page 1 seems to have handwriting.', page: 1 } as const
const doubted: Document = { ...documentOf('Hello.'), warnings: [warning] }

const local = testProvider('local', async () => doubted)

/** A provider that reads what is written by hand. */
const reader = (id: string, name: string): DirectProvider => {
  const provider = testProvider(id, async () => documentOf('Hello.'))
  return { ...provider, name, capabilities: { ...provider.capabilities, features: ['page-selection', 'handwriting'] } }
}

/** Asserts the message of the only warning of a job that `local` reads, beside these other providers. */
const assertMessage = async (message: string, ...others: readonly DirectProvider[]): Promise<void> => {
  const harness = await openWorkerHarness([local, ...others])
  harnesses.push(harness)
  const job = await harness.upload({ providers: ['local'], outputs: ['text'] })
  await harness.deliverAll()
  assert.partialDeepStrictEqual(await harness.body(job.id), { result: { warnings: [{ ...warning, message }] } })
}

describe('a warning of handwriting that was not read', () => {
  it('names the enabled providers that read it', async () => {
    const [one, two, other] = [reader('one', 'One'), reader('two', 'Two'), testProvider('other', async () => doubted)]
    await assertMessage(`${warning.message} Ask One (\`one\`) or Two (\`two\`), which read it.`, one, two, other)
    await assertMessage(`${warning.message} Ask One (\`one\`), which reads it.`, one)
  })

  it('names nobody where no provider is enabled that reads it', async () => {
    await assertMessage(warning.message)
  })

  it('can name vendors of the catalog, and none that recognises print alone', () => {
    const able = vendors
      .filter(({ declaration }) => declaration.capabilities.features.includes('handwriting'))
      .map(({ declaration: { id } }) => id)
    assert.partialDeepStrictEqual(new Set(able), new Set(['azure-document-intelligence', 'vision']))
    assert.ok(!able.some((id) => id === 'tika' || id === 'docling-serve'))
  })
})
