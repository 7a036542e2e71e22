import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mineruBlocks } from '../src/vendors/mineru/mineru-blocks.ts'
import type { MineruItem } from '../src/vendors/mineru/item.ts'
import { mineru } from '../src/vendors/mineru/mineru.ts'
import type { VendorAccess, VendorAdapter } from '../src/vendor.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { openMineru, type MineruScript } from './support/mineru.ts'
import { proxyToken as key } from './support/proxy.ts'
import { samplePdf } from './support/sample.ts'
import { exerciseVendor, never, pdf, vendorOpener } from './vendor-modes.ts'

for (const generation of ['3', '4'] as const) {
  const adapter: VendorAdapter = {
    declaration: mineru.declaration,
    create: (access, parts) => mineru.create({ ...access, generation }, parts),
  }

  describe(`generation ${generation}`, () => {
    exerciseVendor({ adapter, key, open: openMineru, steps: ['submit', 'poll', 'part'] })
  })

  describe(`mineru of generation ${generation}`, () => {
    const openWith = vendorOpener(adapter, key, openMineru)
    const open = (script?: MineruScript, access: Partial<VendorAccess> = {}) => openWith(script, access)

    it('turns what it tells of pages into blocks, and shares of the page into points', async () => {
      const { read } = await open()
      const document = await read({ includeRaw: true })
      assert.deepEqual(
        blocksOfDocument(document).map(({ type, text, level, page }) => [page, type, level ?? 0, text]),
        [
          [1, 'page_header', 0, 'Annual report'],
          [1, 'heading', 1, 'Ferries of Page 1'],
          [1, 'paragraph', 0, 'A calm year, said on page 1.'],
          [1, 'list_item', 1, 'Weather'],
          [1, 'list_item', 1, 'Waiting for trains'],
          [2, 'heading', 2, 'Passengers of Page 2'],
          [2, 'table', 0, 'Route\t2024\t2025\nEllery\tclosed\nHolm\t341\t349'],
          [2, 'page_footer', 0, 'Page 2 of 3'],
          [3, 'heading', 2, 'Map of Page 3'],
          [3, 'picture', 0, 'The routes'],
          [3, 'paragraph', 0, 'Figure 1: where the ferries go.'],
          [3, 'code', 0, 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 0, 'And that was page 3.'],
        ],
      )
      const box = document.pages[0]?.blocks[2]?.bbox ?? []
      for (const [index, side] of [60, 100, 500, 130].entries()) assert.ok(Math.abs((box[index] ?? 0) - side) < 1)
      assert.deepEqual(document.warnings, [])
      assert.equal(document.pictures.length, 1)
      assert.equal(document.model, generation === '3' ? 'hybrid-engine 3.4.5' : 'standard')
    })

    it('is sent a PDF of the selected pages, and options as its API takes them', async () => {
      const { read, fake } = await open()
      const options = generation === '3' ? { parse_method: 'ocr' } : { ocr_mode: 'ocr', tier: 'basic' }
      const document = await read({ pages: [2, 3], outputs: ['text'], options })
      assert.deepEqual(
        document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
        [
          [2, 'Passengers of Page 2'],
          [3, 'Map of Page 3'],
        ],
      )
      assert.deepEqual(
        Object.fromEntries(fake.options()),
        generation === '3'
          ? { parse_method: 'ocr', return_md: 'false', return_content_list: 'true', return_images: 'false' }
          : { ocr_mode: 'ocr', tier: 'basic', output_formats: 'structured_content' },
      )
      const refused = generation === '3' ? { server_url: 'http://localhost' } : { page_range: '1' }
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
      if (generation === '4')
        await assert.rejects((await open({ onlyTier: 'flash' })).read(), {
          code: 'unsupported_option',
          transient: false,
        })
      const unknown = generation === '3' ? { parse_method: 'perhaps' } : { backend: 'vlm' }
      await assert.rejects(read({ options: unknown }), { code: 'unsupported_option', notAccepted: true })
    })

    it('says why a task has failed, and when a restart has lost it', async () => {
      const failed = await open({ fail: 'CUDA out of memory' })
      await assert.rejects(failed.read(), { code: 'provider_unavailable', transient: false, message: /out of memory/ })
      if (generation === '3') {
        const { read } = await open({ empty: true })
        await assert.rejects(read(), { code: 'provider_unavailable', transient: false, message: /failed to read it/ })
      }
      const { fake, provider } = await open()
      const request = requestFor(pdf(await samplePdf()), provider)
      const submitted = await provider.submit({ request, upload: null, token: 'a' }, never)
      assert.ok(submitted.kind === 'submitted')
      fake.restart()
      const work = { request, reference: submitted.reference, answers: createPageAnswers() }
      await assert.rejects(provider.poll(work, never), { code: 'provider_unavailable', transient: false, gone: true })
    })

    it('has source and result deleted, and unfinished work cancelled, where its API can', async () => {
      for (const polls of [1, 100]) {
        const { fake, provider } = await open({ polls })
        const request = requestFor(pdf(await samplePdf()), provider)
        const submitted = await provider.submit({ request, upload: null, token: 'a' }, never)
        assert.ok(submitted.kind === 'submitted')
        assert.equal(fake.files.size, generation === '3' ? 0 : 2)
        for (let times = 0; times < 2; times += 1) await provider.forget?.(submitted.reference, never)
        assert.deepEqual([...fake.files], [])
        assert.equal(fake.count('forget') > 0, generation === '4')
      }
    })

    it('warns of pictures that stay on its disk', async () => {
      const { read } = await open({ withoutFiles: true })
      assert.deepEqual(
        (await read()).warnings.map(({ code, page }) => [code, page]),
        [['image_omitted', 3]],
      )
    })

    it('is checked by its version', async () => {
      const { provider } = await open()
      assert.equal(await provider.check?.(never), generation === '3' ? '3.4.5' : '4.0.12')
      const elsewhere = await open({}, { path: '/elsewhere' })
      await assert.rejects(async () => elsewhere.provider.check?.(never), { message: /not set up properly/ })
    })
  })
}

describe('an item of MinerU', () => {
  const item: MineruItem = {
    type: 'text',
    page: 0,
    box: [0, 0.9, 1, 1],
    level: null,
    content: '',
    listItems: [],
    captions: [{ text: 'Table 1', box: null }],
    footnotes: [{ text: 'As of May', box: null }],
    picture: undefined,
  }
  const read = (more: Partial<MineruItem>) => mineruBlocks({ ...item, ...more }).map(({ type, text }) => [type, text])

  it('keeps its captions and notes, a formula its LaTeX, and a chart its data', () => {
    assert.deepEqual(read({ type: 'table', content: '<table><tr><td>a</td></tr></table>' }), [
      ['caption', 'Table 1'],
      ['table', 'a'],
      ['footnote', 'As of May'],
    ])
    assert.deepEqual(read({ type: 'table', picture: { data: null } })[1], ['picture', ''])
    assert.deepEqual(read({ type: 'equation', content: '$$\nx^2\n$$' }), [['formula', 'x^2']])
    assert.deepEqual(read({ type: 'chart', content: '| a | b |\n|---|---|\n| 1 | 2 |' }).slice(0, 2), [
      ['picture', ''],
      ['table', 'a\tb\n1\t2'],
    ])
    assert.deepEqual(read({ type: 'doc_title', content: 'Ferries' }), [['title', 'Ferries']])
    assert.deepEqual(read({ type: 'page_number', content: '7' }), [['page_footer', '7']])
    assert.deepEqual(read({ type: 'page_footnote', content: 'See below.' }), [['footnote', 'See below.']])
    assert.deepEqual(
      mineruBlocks({ ...item, type: 'list', listItems: ['3. One', '• Two', '    - Within'] }).map(
        ({ type, level, marker, text }) => [type, level, marker, text],
      ),
      [
        ['list_item', 1, '3.', 'One'],
        ['list_item', 1, '•', 'Two'],
        ['list_item', 2, '•', 'Within'],
      ],
    )
  })
})
