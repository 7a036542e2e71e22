import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { packageOf } from '@polyparse/test-support/office'
import { freePort } from '@polyparse/test-support/free-port'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'
import { cacheFolder } from '../support/test-database/cache.ts'

const execute = promisify(execFile)

const version = '3.1.0'
const startMs = 60_000

/** The server of Tika, fetched from Maven Central once; null where that or Java is missing. */
const fetchTika = async (): Promise<string | null> => {
  const cache = await cacheFolder()
  const name = `tika-server-standard-${version}.jar`
  const place = join(cache, name)
  await using folder = await mkdtempDisposable(`${place}-`)
  try {
    await execute('java', ['-version'])
    if (existsSync(place)) return place
    const artifact = `org.apache.tika:tika-server-standard:${version}`
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8'
    await execute('mvn', ['--batch-mode', '--quiet', `${goal}:get`, `-Dartifact=${artifact}`, '-Dtransitive=false'])
    const copied = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder.path}`]
    await execute('mvn', ['--batch-mode', '--quiet', `${goal}:copy`, ...copied])
    await rename(join(folder.path, name), place)
    return place
  } catch {
    return null
  }
}

const tika = await fetchTika()
const skip = tika === null && `Java, or Tika ${version} from Maven Central, is missing`

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

test('a server of Tika converts a document that nothing reads here', { skip }, async (t) => {
  const port = await freePort()
  const child = spawn('java', ['-jar', tika ?? '', '--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
  t.after(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + startMs; !(await answers(`${url}/version`)); await setTimeout(200))
    assert.ok(Date.now() < end, 'Tika does not answer')

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

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
