import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packageOf } from '@polyparse/test-support/office'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
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

const tika = await fetchTika()
const skip = tika === null && tikaMissing

test('a server of Tika converts a document that nothing reads here', { skip }, async (t) => {
  const running = await startTika(tika ?? '')
  t.after(() => running.end())
  const settings = { POLYPARSE_CONVERTER_URL: running.url, POLYPARSE_CONVERTER_KIND: 'tika' }
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
