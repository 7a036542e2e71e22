import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Sandbox } from '@polyparse/sandbox'
import { docxOf, paragraphXml, type OfficeParts, placeholder, pptxOf } from '@polyparse/test-support/office'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { doclingServe } from '../../../providers/test/support/adapters.ts'
import type { RemoteProvider } from '@polyparse/providers/port'
import { checkProviders } from '../../src/service/check-providers.ts'
import { blocksOfDocument, type Sample } from '../../../providers/test/conformance.ts'
import { reading } from '../../../providers/test/vendor-modes.ts'
import { doclingMissing, fetchDocling, startDocling } from '../support/docling-server.ts'
import { openSandbox, vendorAt } from '../../../providers/test/support/open-vendor.ts'

const python = await fetchDocling()
const skip = python === null && doclingMissing

const slidesType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The types of all parts, by which the libraries of docling know what a part is. */
const typed = (family: string, types: Readonly<Record<string, string>>): OfficeParts => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    types,
  )
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.${family}.${type}+xml"/>`,
    )
    .join('')}</Types>`,
})

/** It prepares to read PDFs before it reads anything: with a model of another server, which it does not ask until then. */
const withoutModels = { pipeline: 'vlm', vlm_pipeline_model: 'granite_vision_ollama' }

const text = (mediaType: string, content: string): Sample => ({ mediaType, bytes: Buffer.from(content) })

describe('a docling-serve without models', { skip }, () => {
  const stack = suiteStack()
  let url: string
  let provider: RemoteProvider
  before(async () => {
    const running = await startDocling(python ?? '')
    stack.defer(() => running.end())
    url = running.url
    const sandbox: Pick<Sandbox, 'run' | 'close'> = await openSandbox()
    stack.defer(() => sandbox.close())
    provider = vendorAt(doclingServe, url, { key: '', sandbox })
  })

  const read = async (sample: Sample) => {
    const document = await reading(provider, sample, { options: withoutModels })
    assert.deepEqual(document.warnings, [])
    return {
      ...document,
      said: blocksOfDocument(document).map(({ type, text: words, level, page }) => [page, type, level ?? 0, words]),
    }
  }

  it('is well, and says its version', async () => {
    const [checked, ...others] = await checkProviders({ DOCLING_SERVE_URL: url })
    assert.deepEqual(others, [])
    assert.partialDeepStrictEqual(checked, { provider: 'docling-serve', problem: null })
    assert.match(checked?.says ?? '', /^\d+\.\d+/)
  })

  it('reads HTML: headings, lists, links and tables, its navigation as furniture', async () => {
    const html = [
      '<!DOCTYPE html><html><head><title>Ferries of the bay</title></head><body>',
      '<nav><a href="https://example.org/fares">Fares</a></nav>',
      '<h1>Ferries</h1><p>See <a href="https://example.org/plan">the plan</a> of <b>today</b>.</p>',
      '<h2>Routes</h2><ul><li>Ellery<ul><li>by night</li></ul></li></ul>',
      '<table><tr><th>Route</th><th>2025</th></tr><tr><td>Holm</td><td>349</td></tr>',
      '<tr><td colspan="2">closed in winter</td></tr></table></body></html>',
    ]
    const { said, tables, pages } = await read(text('text/html', html.join('\n')))
    assert.deepEqual(said, [
      [1, 'page_header', 0, 'Ferries of the bay'],
      [1, 'page_header', 0, 'Fares'],
      [1, 'title', 0, 'Ferries'],
      [1, 'paragraph', 0, 'See the plan of today .'],
      [1, 'heading', 2, 'Routes'],
      [1, 'list_item', 1, 'Ellery'],
      [1, 'list_item', 2, 'by night'],
      [1, 'table', 0, 'Route\t2025\nHolm\t349\nclosed in winter'],
    ])
    assert.deepEqual(pages[0]?.blocks[3]?.runs?.slice(1, 4), [
      { text: ' the plan', href: 'https://example.org/plan' },
      { text: ' of' },
      { text: ' today', bold: true },
    ])
    assert.deepEqual(
      tables[0]?.cells.map(({ row, column, columnSpan, header }) => [row, column, columnSpan, header]),
      [
        [0, 0, 1, true],
        [0, 1, 1, true],
        [1, 0, 1, false],
        [1, 1, 1, false],
        [2, 0, 2, false],
      ],
    )
  })

  it('reads DOCX: its title, headings and tables, and the header of its pages', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    const cell = (words: string) => `<w:tc><w:tcPr/>${paragraphXml(words)}</w:tc>`
    const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`
    const { said } = await read({
      mediaType: wordType,
      bytes: docxOf({
        styles,
        body: [
          paragraphXml('Ferries', '<w:pStyle w:val="Title"/>'),
          paragraphXml('Routes', '<w:pStyle w:val="Heading1"/>'),
          paragraphXml('A calm year.'),
          `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${row('Route', '2025')}${row('Holm', '349')}</w:tbl>`,
          '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>',
        ].join(''),
        relationships: [['h', 'header', 'header1.xml']],
        parts: {
          ...typed('wordprocessingml', {
            'word/document': 'document.main',
            'word/styles': 'styles',
            'word/numbering': 'numbering',
            'word/footnotes': 'footnotes',
            'word/header1': 'header',
          }),
          'word/header1.xml': `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${paragraphXml('Harbour board')}</w:hdr>`,
        },
      }),
    })
    assert.deepEqual(said, [
      [1, 'title', 0, 'Ferries'],
      [1, 'heading', 2, 'Routes'],
      [1, 'paragraph', 0, 'A calm year.'],
      [1, 'table', 0, 'Route\t2025\nHolm\t349'],
      [1, 'page_header', 0, 'Harbour board'],
    ])
  })

  it('reads PPTX: a page for each slide, what its speaker says as notes', async () => {
    const namespaces =
      'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    const { said } = await read({
      mediaType: slidesType,
      bytes: pptxOf(
        [
          {
            shapes: placeholder('title', 'Ferries') + placeholder('body', 'Ellery', 'idx="1"'),
            notes: 'Say it slowly.',
          },
          { shapes: placeholder('title', 'Routes') },
        ],
        {
          ...typed('presentationml', {
            'ppt/presentation': 'presentation.main',
            'ppt/slides/slide1': 'slide',
            'ppt/slides/slide2': 'slide',
            'ppt/slideLayouts/slideLayout1': 'slideLayout',
            'ppt/slideMasters/slideMaster1': 'slideMaster',
            'ppt/notesSlides/notesSlide1': 'notesSlide',
          }),
          'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst><p:sldId id="256" r:id="s1"/><p:sldId id="257" r:id="s2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
        },
      ),
    })
    assert.deepEqual(said, [
      [1, 'title', 0, 'Ferries'],
      [1, 'list_item', 1, 'Ellery'],
      [1, 'note', 0, 'Say it slowly.'],
      [2, 'title', 0, 'Routes'],
    ])
  })

  it('reads CSV and Markdown', async () => {
    const sheet = await read(text('text/csv', 'Route,2025\nHolm,349\nEllery,12\n'))
    assert.deepEqual(sheet.said, [[1, 'table', 0, 'Route\t2025\nHolm\t349\nEllery\t12']])
    const page = await read(
      text('text/markdown', '# Ferries\n\n## Routes\n\n- Ellery\n- Holm\n\n```\nferries = 2\n```\n'),
    )
    assert.deepEqual(page.said, [
      [1, 'title', 0, 'Ferries'],
      [1, 'heading', 2, 'Routes'],
      [1, 'list_item', 1, 'Ellery'],
      [1, 'list_item', 1, 'Holm'],
      [1, 'code', 0, 'ferries = 2'],
    ])
  })

  it('says in its own words what is wrong with a damaged document', async () => {
    const whole = docxOf({ body: paragraphXml('Ferries') })
    for (const bytes of [whole.subarray(0, 1000), docxOf({ body: '<w:p>' })])
      await assert.rejects(reading(provider, { mediaType: wordType, bytes }, { options: withoutModels }), {
        code: 'document_damaged',
        message: /MsWordDocumentBackend could not load document/,
      })
  })

  it('is not asked about a model of the choice of callers', async () => {
    const options = { picture_description_api: { url: `${url}/v1` } }
    await assert.rejects(reading(provider, text('text/csv', 'Route\nHolm\n'), { options }), {
      code: 'unsupported_option',
      message: /picture_description_api/,
    })
  })
})
