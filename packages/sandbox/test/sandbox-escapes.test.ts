import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { escapeAttempts as attempts } from '@polyparse/test-support/escape-attempts'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'
import PdfDocument from 'pdfkit'
import { defaultRequest } from '@polyparse/engine'
import { builtins } from '../src/builtins.ts'
import { createSandbox, type Sandbox } from '../src/sandbox.ts'
import { openDocument } from '../src/serialized-result.ts'

const never = new AbortController().signal

for (const confine of [false, true]) {
  describe(`an engine ${confine ? 'with' : 'without'} the layers of the system`, () => {
    let folder: string
    let sandbox: Sandbox
    let connections = 0
    const server = createServer((_, response) => response.end())
    server.on('connection', () => (connections += 1))

    const run = async (engine: string, text = '', password: string | null = null): Promise<string> => {
      const request = { ...defaultRequest, mediaType: 'text/plain', password }
      const open = async () => Readable.from([Buffer.from(text, 'latin1')])
      const { pages } = openDocument(await sandbox.run(engine, { open, request }, never))
      return pages[0]?.blocks[0]?.text ?? ''
    }
    const port = (): string => {
      const address = server.address()
      assert.ok(address !== null && typeof address === 'object')
      return String(address.port)
    }

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'polyparse-escapes-'))
      sandbox = createSandbox({
        size: 1,
        spoolDirectory: join(folder, 'spool'),
        ...troublesomeModule,
        confine,
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
    })
    after(async () => {
      server.close()
      await sandbox.close()
      await rm(folder, { recursive: true })
    })

    it('reaches no file but its code and its document', async () => {
      const secret = join(folder, 'secret')
      await writeFile(secret, 'a secret')
      for (const path of [secret, '/etc/hostname', join(import.meta.dirname, '../../../tsconfig.json')]) {
        for (const attempt of attempts.file)
          assert.match(await run(attempt, path), refused(confine), `${attempt} ${path}`)
      }
    })

    it('reaches no network', async () => {
      for (const attempt of attempts.network) assert.match(await run(attempt, port()), refused(confine), attempt)
      // Using a stream that exists anyway is refused by Node, or with the error that the system would give.
      for (const attempt of attempts.networkByStream)
        assert.match(await run(attempt, port()), /^(ERR_ACCESS_DENIED|EACCES)$/, attempt)
      assert.equal(connections, 0)
    })

    it('loads no module of Node that was not found harmless, however it asks for it', async () => {
      const names = builtinModules.map((name) => (name.startsWith('node:') ? name : `node:${name}`))
      const harmless = names.filter((name) => (builtins[name] ?? 'denied') !== 'denied')
      for (const attempt of ['doors', 'doorsOfThread'])
        assert.deepEqual(JSON.parse(await run(attempt, JSON.stringify(names))), harmless, attempt)
    })

    it('starts no thread with flags of its own, whatever it overrides while Node makes one', async () => {
      const secret = join(folder, 'secret')
      await writeFile(secret, 'a secret')
      assert.ok(attempts.thread.length > 20)
      for (const attempt of attempts.thread) assert.match(await run(attempt, secret), refused(confine), attempt)
    })

    it('makes no thread the one that Node has for hooks, whose imports nothing guards', async () => {
      assert.equal(await run('threadOfHooks', JSON.stringify(['node:net', 'node:dns', 'node:sqlite'])), 'ended')
    })

    it('starts no thread with flags of its own through a native class', async () => {
      assert.equal(await run('nativeThread'), 'TypeError')
    })

    it('reaches no other process, and nothing of the environment', async () => {
      for (const attempt of attempts.process) assert.match(await run(attempt), refused(confine), attempt)
      assert.equal(await run('environment'), '[]')
    })

    it('reaches by native code only what the layers are said to leave open', async (context) => {
      const { network, files } = await sandbox.layers
      if (confine && !(network && files)) return context.skip('this user may not make namespaces on this machine')
      const path = join(folder, 'outside.pdf')
      await writePdf(path)
      assert.equal(await run('nativeFile', path), files ? 'closed' : 'allowed')
      const before = connections
      await run('nativeNetwork', await scannedPdf(), port())
      assert.equal(connections > before, !network)
      assert.deepEqual({ network, files }, { network: confine, files: confine })
    })
  })
}

/**
 * In a separate view of the file system a thing does not exist, which is as good; without one, only a refusal counts.
 */
const refused = (confine: boolean): RegExp =>
  confine ? /^(ERR_ACCESS_DENIED|ENOENT|ENETUNREACH)$/ : /^ERR_ACCESS_DENIED$/

const writePdf = async (path: string): Promise<void> => {
  const pdf = new PdfDocument()
  const file = pdf.pipe(createWriteStream(path))
  pdf.text('A document that was not handed over').end()
  await once(file, 'finish')
}

/**
 * A page without text, filled by a picture: the library sends such pages to a recognition server if one is configured.
 */
const scannedPdf = async (): Promise<string> => {
  const pdf = new PdfDocument()
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  pdf.image(
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    0,
    0,
    { width: 600, height: 700 },
  )
  pdf.end()
  await once(pdf, 'end')
  return Buffer.concat(parts).toString('latin1')
}
