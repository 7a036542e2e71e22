import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { ProviderFailure, type Provider } from '@polyparse/providers/port'
import { otherProvider } from '../support/escalation.ts'
import {
  askedOfModel,
  fillingProvider,
  invoicePages,
  invoiceReader,
  invoiceSchema,
  wholeAnswer,
} from '../support/filling.ts'
import { openRemoteVendor, remoteProvider } from '../support/remote-vendor.ts'
import { openWorkerHarness } from '../support/worker.ts'

let opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.toReversed()) await each.close()
  opened = []
})

const open = async (providers: readonly Provider[]) => {
  const { provider, questions } = fillingProvider(async () => wholeAnswer)
  const harness = await openWorkerHarness([...providers, provider])
  opened.push(harness)
  const { database, queue, upload, deliverNext, body, read, stored } = harness
  const extract = async (asked: object, text = '%PDF-1.7\nTwo pages.') => {
    const { id } = await upload({ ...askedOfModel(), ...asked }, text)
    while (queue.messages.length > 0) {
      await database.query(
        "update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null",
      )
      await deliverNext()
    }
    const { job, runs } = await read(id)
    assert.equal(job.status, 'complete', job.error ?? '')
    return { id, runs: runs.map(({ provider: who, status, pages }) => [who, status, pages]), body: await body(id) }
  }
  return { ...harness, questions, extract, stored }
}

describe('A model fills the schema of a document', () => {
  it('as another provider has read the pages that were doubted', async () => {
    const better = otherProvider({ ...invoicePages, 2: [['Total: 85.00 EUR'], ['Captain: Ada Holm']] })
    const { extract, questions, stored } = await open([invoiceReader(), better])
    const schema = { ...invoiceSchema, properties: { ...invoiceSchema.properties, captain: { type: 'string' } } }
    const { runs, body } = await extract({
      providerOptions: { auto: { escalate: 'other' } },
      extraction: { schema, model: 'model' },
    })
    assert.deepEqual(runs, [
      ['auto', 'parsed', null],
      ['other', 'parsed', [2]],
      ['model', 'parsed', []],
    ])
    assert.equal(questions.length, 1)
    assert.partialDeepStrictEqual(body, {
      result: { provider: 'auto', outputs: { extraction: { model: 'tiny-1', data: { total: 85 } } } },
    })
    assert.equal((await stored()).length, 1, 'nothing is left but the result')
  })

  it('that a vendor has read', async () => {
    const vendor = await openRemoteVendor()
    opened.push(vendor)
    const remote = remoteProvider(vendor.url)
    const reading = { ...remote, capabilities: { ...remote.capabilities, outputs: ['extraction' as const] } }
    const { extract, questions, stored } = await open([reading])
    const { runs, body } = await extract({ provider: 'remote' }, 'Invoice no.: A-17')
    assert.deepEqual(
      runs.map(([who, status]) => [who, status]),
      [
        ['remote', 'parsed'],
        ['model', 'parsed'],
      ],
    )
    assert.equal(vendor.asked.submit, 1)
    assert.match(questions[0]?.prompt ?? '', /A-17/)
    assert.partialDeepStrictEqual(body, {
      result: { outputs: { extraction: { data: { invoiceNumber: 'A-17', total: null } } } },
    })
    assert.equal((await stored()).length, 1)
  })

  it('that the same provider has read: the job ends', async () => {
    const vendor = await openRemoteVendor()
    opened.push(vendor)
    const remote = remoteProvider(vendor.url)
    const capabilities = { ...remote.capabilities, outputs: ['extraction' as const] }
    const { extract } = await open([{ ...remote, capabilities, answerInJson: async () => wholeAnswer }])
    const extraction = { schema: invoiceSchema, model: 'remote' }
    const { runs, body } = await extract({ provider: 'remote', extraction }, 'Invoice no.: A-17')
    assert.deepEqual(runs, [
      ['remote', 'parsed', null],
      ['remote', 'parsed', []],
    ])
    assert.partialDeepStrictEqual(body, {
      result: { outputs: { extraction: { model: 'tiny-1', data: { invoiceNumber: 'A-17', total: null } } } },
    })
  })

  it('that the provider of a fallback has read', async () => {
    const broken = { ...otherProvider(new ProviderFailure('provider_unavailable', 'It is broken.')), id: 'broken' }
    const offering = { ...broken, capabilities: invoiceReader().capabilities }
    const { extract } = await open([offering, invoiceReader()])
    const { runs, body } = await extract({ provider: 'broken', fallback: ['auto'] })
    assert.deepEqual(
      new Set(runs.map(([who, status]) => `${String(who)}: ${String(status)}`)),
      new Set(['auto: parsed', 'broken: failed', 'model: parsed']),
    )
    assert.partialDeepStrictEqual(body, { result: { provider: 'auto', outputs: { extraction: { model: 'tiny-1' } } } })
    assert.deepEqual(JSON.stringify(body).match(/[^"]* because [^"]* did not\. [^"]*/g), [
      'auto read the document, because broken did not. It is broken.',
    ])
  })

  it('not at all where nothing could be read', async () => {
    const broken = otherProvider(new ProviderFailure('document_damaged', 'It is damaged.'))
    const { upload, deliverAll, read, questions } = await open([
      { ...broken, capabilities: invoiceReader().capabilities },
    ])
    const { id } = await upload({ ...askedOfModel(), provider: 'other' }, '%PDF-1.7\nTwo pages.')
    await deliverAll()
    assert.deepEqual([(await read(id)).job.status, questions.length], ['failed', 0])
  })

  it('by the service itself where what was read is lost before the model is asked', async () => {
    const { upload, deliverNext, queue, read, blobs, body, stored, questions } = await open([invoiceReader()])
    const { id } = await upload(askedOfModel(), '%PDF-1.7\nTwo pages.')
    await deliverNext()
    const [own] = (await read(id)).runs
    assert.ok(own?.readingPath)
    await blobs.delete(own.readingPath)
    while (queue.messages.length > 0) await deliverNext()
    assert.partialDeepStrictEqual(await body(id), {
      result: { outputs: { extraction: { model: 'local', data: { invoiceNumber: 'A-17' } } } },
    })
    assert.deepEqual([questions.length, (await stored()).length], [0, 1])
  })
})
