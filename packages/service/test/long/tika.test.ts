import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Sandbox } from '@polyparse/sandbox'
import { packageOf, pptxOf, placeholder, sheetData, xlsxOf } from '@polyparse/test-support/office'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { tika } from '../../../providers/test/support/adapters.ts'
import { never, pdf, reading } from '../../../providers/test/vendor-modes.ts'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
import { openSandbox, vendorAt } from '../../../providers/test/support/open-vendor.ts'
import { samplePdf } from '../../../providers/test/support/sample.ts'
import { fetchTika, startTika, tikaMissing } from '../support/tika-server.ts'

/** A drawing of OpenDocument with one line of text. */
const drawing = (text: string): Buffer => {
  const names = ['office', 'draw', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  )
  const mediaType = 'application/vnd.oasis.opendocument.graphics'
  const page = `<draw:page draw:name="one"><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`
  return Buffer.from(
    packageOf({
      mimetype: mediaType,
      'META-INF/manifest.xml':
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
      'content.xml': `<office:document-content ${names.join(' ')}><office:body><office:drawing>${page}</office:drawing></office:body></office:document-content>`,
    }),
  )
}

const jar = await fetchTika()
const skip = jar === null && tikaMissing

describe('a server of Tika', { skip }, () => {
  const stack = suiteStack()
  let url: string
  let sandbox: Pick<Sandbox, 'run' | 'close'>
  before(async () => {
    const running = await startTika(jar ?? '')
    stack.defer(() => running.end())
    url = running.url
    sandbox = await openSandbox()
    stack.defer(() => sandbox.close())
  })

  it('converts a document that nothing reads here', async (t) => {
    const settings = { POLYPARSE_CONVERTER_URL: url, POLYPARSE_CONVERTER_KIND: 'tika' }
    const server = await startServer(await temporaryPlace(t), settings)
    t.after(() => server.end('SIGKILL'))
    const client = createClient(server.url, server.key ?? '')
    const type = 'application/vnd.oasis.opendocument.graphics'
    const more = { 'X-Service-Outputs': 'text,metadata' }
    const ended = await client.end((await client.upload(drawing('Harbour plan'), { name: 'plan.odg', type, more })).id)
    assert.partialDeepStrictEqual(ended, {
      status: 'complete',
      result: {
        outputs: { metadata: { mimeType: type } },
        warnings: [{ code: 'converted', message: 'The document was converted by Tika to text/html and read as that.' }],
      },
    })
    assert.match(JSON.stringify(ended), /Harbour plan/)
    await server.end('SIGTERM')
  })

  it('reads documents as the provider `tika`', async () => {
    const provider = vendorAt(tika, url, { key: '', sandbox })
    assert.match(String(await provider.check?.(never)), /^3\./)
    const textOf = async (...asked: [sample: Parameters<typeof reading>[1], asked?: Parameters<typeof reading>[2]]) =>
      (await reading(provider, ...asked)).pages.map(({ number, blocks }) => [number, ...blocks.map(({ text }) => text)])
    const three = await samplePdf()
    assert.deepEqual(await textOf(pdf(three), { pages: [2, 3], options: { ocrStrategy: 'no_ocr' } }), [
      [2, 'Page 2'],
      [3, 'Page 3'],
    ])
    const workbook = xlsxOf(['Income', 'Costs'].map((name) => ({ name, xml: sheetData([['Ferries', 12]]) })))
    const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    assert.deepEqual(await textOf({ mediaType: workbookType, bytes: workbook }), [
      [1, 'Income', 'Ferries\t12'],
      [2, 'Costs', 'Ferries\t12'],
    ])
    assert.deepEqual(await textOf({ mediaType: 'message/rfc822', bytes: mailWith(three) }), [
      [1, 'See the plan.', 'plan.pdf', 'Page 1', 'Page 2', 'Page 3'],
    ])
    // A shape without properties is more than its parser bears.
    const slides = pptxOf([{ shapes: placeholder('body', 'One') }])
    const presentation = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
    await assert.rejects(textOf({ mediaType: presentation, bytes: slides }), {
      code: 'document_damaged',
      message: /NullPointerException/,
    })
  })
})

const mailWith = (attached: Buffer): Buffer =>
  Buffer.from(
    [
      'From: a@example.org\r\nTo: b@example.org\r\nSubject: Plan\r\nMIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=part\r\n',
      '--part\r\nContent-Type: text/plain\r\n\r\nSee the plan.',
      '--part\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="plan.pdf"',
      `Content-Transfer-Encoding: base64\r\n\r\n${attached.toString('base64')}`,
      '--part--\r\n',
    ].join('\r\n'),
  )
