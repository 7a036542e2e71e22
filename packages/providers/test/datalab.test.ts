import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { datalab } from '../src/vendors/datalab/datalab.ts'
import { blocksOfNode } from '../src/marker-blocks.ts'
import { blocksOfDocument, requestFor } from './conformance.ts'
import { createPageAnswers } from '../src/testing/page-answers.ts'
import { datalabKey, openDatalab } from './support/datalab.ts'
import { samplePdf } from './support/sample.ts'
import { exerciseVendor, never, pdf, vendorOpener } from './vendor-modes.ts'

exerciseVendor({ adapter: datalab, key: datalabKey, open: openDatalab, steps: ['submit', 'poll'] })

describe('datalab', () => {
  const open = vendorOpener(datalab, datalabKey, openDatalab)

  it('turns the tree into blocks, in points whatever its unit is, and pages from 0 into pages from 1', async () => {
    for (const scale of [1, 1.5]) {
      const document = await (await open({ scale })).read()
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
          [3, 'caption', 0, 'Figure 1: where the ferries go.'],
          [3, 'code', 0, 'route = "Holm"\nferries = 2'],
          [3, 'paragraph', 0, 'And that was page 3.'],
        ],
      )
      assert.deepEqual(document.pages[0]?.blocks[2]?.bbox, [60, 100, 500, 130])
      assert.deepEqual(document.pages[0]?.blocks[2]?.runs?.[1], { text: 'calm', bold: true })
      assert.deepEqual(document.tables[0]?.bbox, [60, 100, 700, 220])
      assert.deepEqual(document.pictures[0]?.bbox, [100, 100, 300, 200])
      assert.equal(document.pictures[0]?.alt, 'The routes')
      assert.equal(document.tables[0]?.cells.find(({ text }) => text === 'closed')?.columnSpan, 2)
      assert.deepEqual(document.quality, { score: 4.2, scale: '0-5' })
      assert.deepEqual(document.usage, { pages: 3, cost: 0.015, currency: 'USD' })
      assert.deepEqual(document.outline, [{ title: 'Ferries of Page 1', level: 1, page: 1 }])
    }
  })

  it('reads a tree that is a list of pages', async () => {
    assert.equal((await (await open({ asList: true })).read()).pages.length, 3)
  })

  it('downloads the result once', async () => {
    const { read, fake } = await open({ polls: 1 })
    await read()
    assert.equal(fake.count('poll'), 2)
  })

  it('asks for pages from 0, and passes options through', async () => {
    const { read, fake } = await open()
    const options = { mode: 'accurate', additional_config: { keep_pageheader_in_output: true }, skip_cache: true }
    const document = await read({ pages: [2, 3], outputs: ['text'], options })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [2, 'Passengers of Page 2'],
        [3, 'Map of Page 3'],
      ],
    )
    assert.deepEqual(Object.fromEntries(fake.form()), {
      mode: 'accurate',
      disable_image_extraction: 'true',
      additional_config: '{"keep_pageheader_in_output":true}',
      skip_cache: 'true',
      output_format: 'json',
      page_range: '1-2',
    })
    for (const refused of [{ file_url: 'https://example.org/a.pdf' }, { webhook_url: 'https://example.org' }])
      await assert.rejects(read({ options: refused }), { code: 'unsupported_option', notAccepted: true })
    await assert.rejects(read({ options: { mode: 'best' } }), { code: 'unsupported_option', notAccepted: true })
  })

  it('restores the numbers of pages that the vendor renumbered', async () => {
    const document = await (await open({ renumber: true })).read({ pages: [2, 3] })
    assert.deepEqual(
      document.pages.map(({ number, blocks }) => [number, blocks[0]?.text]),
      [
        [2, 'Passengers of Page 2'],
        [3, 'Map of Page 3'],
      ],
    )
  })

  it('warns of pages that are not in the answer', async () => {
    const document = await (await open({ failPages: [2] })).read()
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [1, 3],
    )
    assert.deepEqual(document.warnings, [
      { code: 'page_failed', message: 'Datalab returned nothing for page 2.', page: 2 },
    ])
  })

  it('classifies a failure by the stage at which it occurred', async () => {
    for (const status of ['complete', 'failed'] as const) {
      await assert.rejects((await open({ fail: { status, error_in: 'VALIDATION' } })).read(), {
        code: 'document_damaged',
        transient: false,
      })
      await assert.rejects((await open({ fail: { status, error_in: 'INFERENCE' } })).read(), {
        code: 'provider_unavailable',
        transient: false,
        gone: false,
      })
    }
    await assert.rejects((await open({ refuse: 'Unsupported file type' })).read(), {
      code: 'unsupported_option',
      notAccepted: true,
    })
  })

  it('recognises a missing payment', async () => {
    const { fake, read } = await open()
    const detail = 'You need an active, paid subscription to use this API.'
    fake.meet('submit', { status: 403, json: { detail } })
    await assert.rejects(read(), { code: 'provider_quota', notAccepted: true })
  })

  it('notices that a result is gone after its hour', async () => {
    const { fake, provider } = await open()
    const request = requestFor(pdf(await samplePdf()), provider)
    const submitted = await provider.submit({ request, upload: null, token: 't' }, never)
    assert.ok(submitted.kind === 'submitted')
    assert.deepEqual(submitted.reference, { path: '/api/v1/convert/abc1', pageCount: 3 })
    fake.expire()
    await assert.rejects(
      provider.poll({ reference: submitted.reference, request, answers: createPageAnswers() }, never),
      { gone: true },
    )
  })

  it('reads what the sample lacks: formulas, numbered items, groups, notes', () => {
    const node = (block_type: string, html: string, children: Parameters<typeof blocksOfNode>[0][] | null = null) => ({
      id: null,
      block_type,
      html,
      bbox: [0, 0, 1, 1],
      children,
    })
    const of = (...nodes: Parameters<typeof blocksOfNode>[0][]) =>
      nodes
        .flatMap((each) => blocksOfNode(each))
        .map(({ type, text, marker }) => [type, ...(marker ? [marker] : []), text])
    assert.deepEqual(
      of(
        node('Equation', '<p><math display="block">a^2 + b^2</math></p>'),
        node('Text', '<p>Where <math>a</math> is small.</p>'),
        node('ListGroup', '', [node('ListItem', '<li>1. First</li>', [node('ListItem', '<li>Inner</li>')])]),
        node('TableGroup', '<content-ref></content-ref>', [
          node('Caption', '<p>Table 1</p>'),
          node('Table', '<table><tr><td>only</td></tr></table>', [node('TableCell', '<td>only</td>')]),
        ]),
        node('Footnote', '<p><sup>1</sup> Said before.</p>'),
        node('Reference', '<span></span>'),
        node('NewKind', '<p>Whatever it is.</p>'),
      ),
      [
        ['formula', 'a^2 + b^2'],
        ['paragraph', 'Where $a$ is small.'],
        ['list_item', '1.', 'First'],
        ['list_item', '•', 'Inner'],
        ['caption', 'Table 1'],
        ['table', 'only'],
        ['footnote', '1 Said before.'],
        ['paragraph', 'Whatever it is.'],
      ],
    )
  })
})
