import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tika } from '../src/vendors/tika/tika.ts'
import { blocksOfDocument } from './conformance.ts'
import { proxyToken as key } from './support/proxy.ts'
import { openTika, xhtmlOf } from './support/tika.ts'
import { exerciseVendor, never, reading, vendorOpener } from './vendor-modes.ts'

exerciseVendor({ adapter: tika, key, open: openTika, steps: ['submit'] })

const presentation = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('tika', () => {
  const open = vendorOpener(tika, key, openTika)
  const bytes = Buffer.from('what it is does not matter')

  it('turns its XHTML into pages and blocks', async () => {
    const { read } = await open()
    const document = await read({ includeRaw: true })
    assert.deepEqual(
      blocksOfDocument(document).map(({ type, text, page }) => [page, type, text]),
      [
        [1, 'paragraph', 'Annual report'],
        [1, 'heading', 'Ferries of Page 1'],
        [1, 'paragraph', 'A calm year, said on page 1.'],
        [1, 'list_item', 'Weather'],
        [1, 'list_item', 'Waiting for trains'],
        [2, 'heading', 'Passengers of Page 2'],
        [2, 'table', 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349'],
        [2, 'paragraph', 'Page 2 of 3'],
        [3, 'heading', 'Map of Page 3'],
        [3, 'picture', 'The routes'],
        [3, 'paragraph', 'Figure 1: where the ferries go.'],
        [3, 'paragraph', 'route = "Holm" ferries = 2'],
        [3, 'paragraph', 'And that was page 3.'],
      ],
    )
    assert.deepEqual(
      document.warnings.map(({ code }) => code),
      ['blocks_unplaced', 'blocks_unplaced', 'blocks_unplaced'],
    )
  })

  it('is sent a PDF of the selected pages, and options as headers', async () => {
    const { read, fake } = await open()
    const options = { ocrStrategy: 'no_ocr', ocrLanguage: 'deu+eng', sortByPosition: true, password: 'pässword' }
    const document = await read({ pages: [2, 3], options })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [2, 'Passengers of Page 2'],
        [3, 'Map of Page 3'],
      ],
    )
    assert.partialDeepStrictEqual(fake.requests[0]?.headers, {
      'content-type': 'application/pdf',
      'x-tika-pdfextractbookmarkstext': 'false',
      'x-tika-pdfocrstrategy': 'no_ocr',
      'x-tika-ocrlanguage': 'deu+eng',
      'x-tika-pdfsortbyposition': 'true',
      'password_base64_utf-8': Buffer.from('pässword').toString('base64'),
    })
    for (const wrong of [{ ocrLanguage: '../../etc' }, { ocrStrategy: 'perhaps' }])
      await assert.rejects(read({ options: wrong }), { code: 'unsupported_option', notAccepted: true })
  })

  it('takes a slide or a sheet for a page, and any other document for one', async () => {
    const slides =
      '<div class="slide-content"><p>One</p></div><div class="slide-notes"><p>Note</p></div><div class="slide-content"><p>Two</p></div>'
    const sheets = '<div><h1>Income</h1><table><tr><td>1</td></tr></table></div><div><h1>Costs</h1></div>'
    for (const [mediaType, content, texts] of [
      [presentation, slides, ['One Note', 'Two']],
      [workbook, sheets, ['Income 1', 'Costs']],
      ['text/html', slides, ['One Note Two']],
    ] as const) {
      const { provider } = await open({ content })
      const { pages } = await reading(provider, { mediaType, bytes })
      assert.deepEqual(
        pages.map(({ blocks }) => blocks.map(({ text }) => text).join(' ')),
        texts,
      )
    }
  })

  it('adds the text of what is embedded in the document, under its name', async () => {
    const { read } = await open({
      content: '<p>The letter.</p><div class="package-entry"><h1>logo.png</h1>\n</div>',
      embedded: [
        { resourceName: 'logo.png', 'Content-Type': 'image/png', 'X-TIKA:content': xhtmlOf('') },
        { resourceName: 'plan.pdf', 'X-TIKA:content': xhtmlOf('<div class="page"><p>The plan.</p></div>') },
        { 'X-TIKA:EXCEPTION:embedded_exception': 'org.apache.tika.exception.TikaException: secret' },
      ],
    })
    const { pages, warnings } = await read({ pages: [1] })
    assert.deepEqual(
      pages.flatMap(({ blocks }) => blocks.map(({ type, text }) => [type, text])),
      [
        ['paragraph', 'The letter.'],
        ['heading', 'plan.pdf'],
        ['paragraph', 'The plan.'],
      ],
    )
    assert.deepEqual(
      warnings.filter(({ code }) => code === 'provider_warning').map(({ message }) => message),
      ['Tika warns: it could not read 1 of the files embedded in the document.'],
    )
  })

  it('says why it could read nothing, and warns where it could read something', async () => {
    const exception = {
      'X-TIKA:EXCEPTION:container_exception': 'java.io.IOException: the words of the document\n\tat org.apache',
    }
    for (const [entry, code] of [
      [exception, 'document_damaged'],
      [{ ...exception, 'X-TIKA:encrypted': 'true' }, 'document_encrypted'],
      [{ 'X-TIKA:Parsed-By': 'org.apache.tika.parser.EmptyParser' }, 'document_damaged'],
    ] as const) {
      const { read } = await open({ entry, content: '' })
      await assert.rejects(read(), { code, transient: false, notAccepted: true, message: /^(?!.*the words)/ })
    }
    const { read } = await open({ entry: { ...exception, 'X-TIKA:EXCEPTION:write_limit_reached': 'true' } })
    assert.deepEqual(
      (await read()).warnings.filter(({ code }) => code === 'provider_warning').map(({ message }) => message),
      [
        'Tika warns: it could not read all of the document (java.io.IOException).',
        'Tika warns: the document has more text than its limit, and the rest is missing.',
      ],
    )
  })

  it('is checked by its version, and an address that is not its own is named as such', async () => {
    const { provider } = await open()
    assert.equal(await provider.check?.(never), '3.1.0')
    for (const [script, path] of [
      [{ version: 'Welcome to nginx' }, ''],
      [{}, '/elsewhere'],
    ] as const) {
      const other = await open(script, { path })
      const wrong = { code: 'provider_unavailable', transient: false, message: /not set up properly/ }
      await assert.rejects(async () => other.provider.check?.(never), wrong)
    }
    const { read } = await open({}, { path: '/elsewhere' })
    await assert.rejects(read(), { code: 'provider_unavailable', transient: false, message: /not set up properly/ })
  })
})
