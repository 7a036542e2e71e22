import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { docxOf, paragraphXml, run } from '@polyparse/test-support/office'
import { createClient } from '../client.ts'
import { embeddedPlace, serverEnvironment, startServer } from '../server.ts'
import { writeNpx } from './npx.ts'
import { llamaKey, openLlamaparse } from '../../../../providers/test/support/llamaparse.ts'

const root = join(import.meta.dirname, '../../../../..')

/** Documents by the names that the pages use. */
const samples = ['report.pdf', 'contract.pdf', 'invoice-4711.pdf']

/** A service for the blocks of all pages, with a vendor, and a host on the web for the documents and webhooks of their examples. */
export type Stage = {
  /** A folder of its own for a page, in which its files lie. */
  readonly folder: (name: string) => Promise<string>
  readonly env: NodeJS.ProcessEnv
  /** The block as it can be run: with this service, this host and the job `ID` in the places of those that it shows. */
  readonly fill: (code: string, id: string) => string
  /** A job that has read the sample. */
  readonly job: string
}

export const openStage = async (stack: AsyncDisposableStack): Promise<Stage> => {
  const base = await mkdtemp(join(tmpdir(), 'polyparse-code-blocks-'))
  stack.defer(() => rm(base, { recursive: true, force: true, maxRetries: 3 }))
  const web = await openWeb(stack)
  const place = await embeddedPlace({ after: (done) => stack.defer(done) })
  const vendor = await openLlamaparse({ polls: 1 })
  stack.defer(() => vendor.close())
  const settings = {
    POLYPARSE_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
    LLAMA_CLOUD_API_KEY: llamaKey,
    LLAMA_CLOUD_BASE_URL: vendor.url,
  }
  const server = await startServer(place, settings)
  stack.defer(async () => void (await server.end('SIGTERM')))
  const key = server.key ?? ''

  const programs = join(base, 'bin')
  await writeNpx(programs)
  // An answer that is a problem ends the block.
  await writeFile(join(base, '.curlrc'), 'fail-with-body\n')
  const client = createClient(server.url, key)
  const sample = await readFile(join(root, 'examples/sample.pdf'))
  const more = { 'X-Service-Outputs': 'markdown,images,json' }
  const { id } = await client.upload(sample, { name: 'sample.pdf', type: 'application/pdf', more })
  await client.end(id)

  return {
    folder: async (name) => {
      const folder = join(base, name.replaceAll(/\W/g, '-'))
      await mkdir(join(folder, 'invoices'), { recursive: true })
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
      await symlink(join(root, 'examples'), join(folder, 'examples'))
      // A single page, because some blocks recognise it.
      for (const file of samples) await cp(join(root, 'examples/quarter.pdf'), join(folder, file))
      await cp(join(root, 'examples/scan.pdf'), join(folder, 'scan.pdf'))
      await writeFile(join(folder, 'invoices/march.html'), '<h1>Invoice</h1><p>12 quays, swept.</p>')
      await writeFile(join(folder, 'minutes.docx'), docxOf({ body: paragraphXml(run('All were present.')) }))
      return folder
    },
    env: {
      ...serverEnvironment(place, settings),
      PATH: [programs, dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: base,
      CURL_HOME: base,
      POLYPARSE_URL: server.url,
      POLYPARSE_API_KEY: key,
    },
    fill: (code, job) =>
      code
        .replaceAll('http://localhost:3000', server.url)
        .replaceAll('https://example.com', web)
        .replaceAll(/POLYPARSE_API_KEY=(?:pp_live_)?…/g, `POLYPARSE_API_KEY=${key}`)
        .replaceAll(/\bjobs\/ID\b/g, `jobs/${job}`),
    job: id,
  }
}

/** The address of a host that has the sample at every path, and takes every webhook. */
const openWeb = async (stack: AsyncDisposableStack): Promise<string> => {
  const sample = await readFile(join(root, 'examples/sample.pdf'))
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') response.setHeader('content-type', 'application/pdf').end(sample)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return `http://127.0.0.1:${address.port}`
}
