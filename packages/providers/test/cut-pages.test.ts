import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { openDocument } from '@polyparse/sandbox'
import { pdfOf } from '@polyparse/test-support/pdf'
import { originalPage, selectedSource } from '../src/cut-pages.ts'
import { ProviderFailure, type ParseRequest, type ParseSource } from '../src/provider.ts'
import { survey } from '../src/survey.ts'
import { openSandbox } from './support/open-vendor.ts'
import { samplePdf } from './support/sample.ts'

const signal = new AbortController().signal

const requestOf = (
  bytes: Uint8Array,
  pages: readonly number[] | null,
  mediaType = 'application/pdf',
): ParseRequest => ({
  source: {
    owner: 'account',
    mediaType,
    filename: 'a.pdf',
    size: bytes.length,
    open: async () => Readable.from([bytes]),
  },
  pages,
  maxPages: 100,
  options: {},
  outputs: ['text'],
  includeRaw: false,
})

describe('the selected pages of a document, for a vendor that cannot select', () => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>
  before(async () => {
    sandbox = await openSandbox()
  })
  after(() => sandbox.close())

  const cut = async (request: ParseRequest, password: string | null = null) => {
    const surveyed = await survey(request, sandbox, signal, password)
    const source = await selectedSource(request, surveyed, { sandbox, signal, password })
    return { source, surveyed, original: originalPage(request, surveyed) }
  }
  const textsOf = async (source: ParseSource): Promise<string[]> => {
    const work = { open: () => source.open(), request: { ...defaultRequest, mediaType: 'application/pdf' } }
    const { pages } = openDocument(await sandbox.run('pdf', work, signal))
    return pages.map(({ blocks }) => blocks.map(({ text }) => text).join(' '))
  }

  it('are a PDF of their own, as large as before, whose pages map to their numbers in the document', async () => {
    const bytes = await samplePdf()
    const { source, surveyed, original } = await cut(requestOf(bytes, [2, 3, 9]))
    assert.equal(source.size, (await buffer(await source.open())).length)
    assert.deepEqual(await textsOf(source), ['Page 2', 'Page 3'])
    const own = await survey(requestOf(await buffer(await source.open()), null), sandbox, signal)
    assert.deepEqual([...own.sizes.values()], [surveyed.sizes.get(2), surveyed.sizes.get(3)])
    assert.deepEqual([1, 2].map(original), [2, 3])
    assert.ok(original(3) < 1, 'a page that was not sent is none of the document')
  })

  it('are opened with the password, and no longer need one', async () => {
    const encrypted = await pdfOf(
      (pdf) => {
        pdf.text('First')
        pdf.addPage().text('Second')
      },
      { userPassword: 'open sesame', pdfVersion: '1.7' },
    )
    const { source } = await cut(requestOf(encrypted, [2]), 'open sesame')
    assert.deepEqual(await textsOf(source), ['Second'])
  })

  it('are the document itself when all are selected, or when it is not a PDF', async () => {
    const whole = requestOf(await samplePdf(), null)
    assert.equal((await cut(whole)).source, whole.source)
    const all = requestOf(await samplePdf(), [1, 2, 3])
    assert.equal((await cut(all)).source, all.source)
    const text = requestOf(Buffer.from('Hello.'), [2], 'text/plain')
    const { source, original } = await cut(text)
    assert.equal(source, text.source)
    assert.equal(original(2), 2)
  })

  it('fail before anything is sent when the document cannot be cut', async () => {
    const damaged = requestOf(Buffer.from('%PDF-1.7 and no more'), [1])
    const cutting = selectedSource(damaged, { pages: [1] }, { sandbox, signal })
    await assert.rejects(
      cutting,
      (error) => error instanceof ProviderFailure && error.code === 'document_damaged' && error.notAccepted,
    )
  })
})
