import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')
const guidePath = join(root, 'docs/adding-a-provider.md')

/** A file that the guide asks the reader to write: its path, a colon and a block. */
const file = /^`(\S+)`:\n\n```ts\n(.*?)^```$/gms
/** A change that the guide asks for in the file named last. */
const change = /^```diff\n(.*?)^```$/gms
const written = [
  'packages/service/src/providers/line-printer/line-printer.ts',
  'packages/service/test/providers/line-printer.test.ts',
]
const changed = 'packages/service/src/service/providers.ts'

describe('the guide to adding a provider', () => {
  let copy: string
  let guide: string

  before(async () => {
    guide = await readFile(guidePath, 'utf8')
    copy = await mkdtemp(join(tmpdir(), 'polyparse-guide-'))
    for (const part of ['packages/service', 'examples', 'package.json', 'tsconfig.json'])
      await cp(join(root, part), join(copy, part), { recursive: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  })
  after(() => rm(copy, { recursive: true, force: true }))

  it('has files to write and changes to make, and all of them apply', async () => {
    const files = [...guide.matchAll(file)]
    assert.deepEqual(
      files.map(([, path]) => path),
      written,
    )
    for (const [, path = '', content = ''] of files) {
      await mkdir(dirname(join(copy, path)), { recursive: true })
      await writeFile(join(copy, path), content, { flag: 'wx' })
    }
    const changes = [...guide.matchAll(change)]
    assert.equal(changes.length, 2)
    let service = await readFile(join(copy, changed), 'utf8')
    for (const [, lines = ''] of changes) {
      const [old, next] = [side(lines, '-'), side(lines, '+')]
      assert.equal(service.split(old).length, 2, `${changed} has once: ${old}`)
      service = service.replace(old, () => next)
    }
    await writeFile(join(copy, changed), service)
  })

  it('makes a provider whose types are right and that keeps its promises', async () => {
    // Only what the guide has written or changed, and what that imports: the rest is as it was.
    const config = { extends: './tsconfig.json', files: [...written, changed], include: [] }
    await writeFile(join(copy, 'tsconfig.guide.json'), JSON.stringify(config))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    await execute(process.execPath, [compiler, '--noEmit', '--project', 'tsconfig.guide.json'], { cwd: copy })
    const test = join(copy, 'packages/service/test/providers/line-printer.test.ts')
    const env = { PATH: process.env['PATH'] }
    const { stdout } = await execute(process.execPath, ['--test', '--test-reporter=tap', test], { cwd: copy, env })
    assert.match(stdout, /^# pass [1-9]\d$/m)
  })

  it('makes a provider that the service serves, with the answer that the guide shows', async (test) => {
    const server = await startServer(await temporaryPlace(test), {}, join(copy, 'packages/service/bin/polyparse.js'))
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
})

/** The text that a change replaces, or the text it puts in its place. */
const side = (lines: string, sign: '-' | '+'): string =>
  lines
    .split('\n')
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join('')
