import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { listProviders } from '../../src/service/list-providers.ts'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')
const guidePath = join(root, 'docs/contribute/adding-a-provider.md')
const example = join(root, 'examples/line-printer')

describe('the guide to adding a provider', () => {
  let folder: string
  let guide: string

  before(async () => {
    guide = await readFile(guidePath, 'utf8')
    folder = await mkdtemp(join(tmpdir(), 'polyparse-guide-'))
    await mkdir(join(folder, 'node_modules/@polyparse'), { recursive: true })
    await symlink(join(root, 'packages/providers'), join(folder, 'node_modules/@polyparse/providers'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await cp(example, folder, { recursive: true })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('leads to an example that keeps the promises of a provider', async () => {
    for (const name of await readdir(example)) assert.ok(guide.includes(`(../../examples/line-printer/${name})`), name)
    const env = { PATH: process.env['PATH'] }
    const { stdout } = await execute(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env })
    assert.match(stdout, /^# pass [1-9]\d$/m)
  })

  it('makes a provider that the service serves, with the answer that the guide shows', async (test) => {
    const plugin = { POLYPARSE_PLUGINS: join(folder, 'line-printer.js') }
    const server = await startServer(await temporaryPlace(test), plugin)
    test.after(() => server.end('SIGKILL'))
    const [, printed = ''] = /^printf '(.*)' > report\.txt$/m.exec(guide) ?? []
    const [, answer] = /^```md\n(.*?)\n```$/ms.exec(guide) ?? []
    const client = createClient(server.url, server.key ?? '')
    const job = await client.upload(printed.replaceAll('\\n', '\n').replaceAll('\\f', '\f'), {
      name: 'report.txt',
      more: { 'X-Service-Provider': 'line-printer' },
    })
    assert.partialDeepStrictEqual(await client.end(job.id), {
      status: 'complete',
      result: { provider: 'line-printer', pageCount: 2, outputs: { markdown: answer }, warnings: [] },
    })
  })

  it('has a description of a parser that the service takes', async () => {
    const [, description = ''] = /^```json [^\n]*\n(.*?)^```$/ms.exec(guide) ?? []
    const path = join(folder, 'parsers.json')
    await writeFile(path, description)
    const { providers } = await listProviders({ POLYPARSE_HTTP_PROVIDERS: path })
    assert.partialDeepStrictEqual(providers.at(-1), { id: 'house-parser', missing: 'HOUSE_PARSER_KEY' })
  })
})
