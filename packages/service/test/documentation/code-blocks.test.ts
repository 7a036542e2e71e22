import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { startServer, temporaryPlace } from '../support/server.ts'

const root = join(import.meta.dirname, '../../../..')
const execute = promisify(execFile)

/** The fenced blocks of a page in one language. */
const blocksOf = async (page: string, language: string): Promise<string[]> => {
  const text = await readFile(join(root, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, info, code = '']) =>
    info === language ? [code] : [],
  )
}

describe('The code blocks of the documentation', () => {
  let env: NodeJS.ProcessEnv = {}
  const stack = suiteStack()
  before(async () => {
    const place = await temporaryPlace({ after: (done) => stack.defer(done) })
    const server = await startServer(place)
    stack.adopt(server, (running) => running.end('SIGTERM').then(() => {}))
    env = { ...process.env, POLYPARSE_URL: server.url, POLYPARSE_API_KEY: server.key ?? '' }
  })

  const run = async (code: string): Promise<string> => {
    const argv = ['--input-type=module-typescript', '--eval', code]
    return (await execute(process.execPath, argv, { cwd: root, env, timeout: 60_000 })).stdout
  }

  it('are JSON where they say so', async () => {
    let count = 0
    for await (const page of glob('{README.md,docs/**/*.md}', { cwd: root }))
      for (const code of await blocksOf(page, 'json')) {
        assert.doesNotThrow(() => JSON.parse(code), page)
        count += 1
      }
    assert.ok(count >= 8)
  })

  it('read the sample with curl, as the quick start says', async () => {
    const [, , create = '', read = ''] = await blocksOf('docs/quick-start.md', 'sh')
    const shell = async (code: string) => JSON.parse((await execute('sh', ['-c', code], { cwd: root, env })).stdout)
    const { id } = await shell(create)
    const job = await shell(read.replace('jobs/ID', `jobs/${id}`))
    assert.equal(job.status, 'complete')
    assert.match(job.result.outputs.markdown, /^# Harbour Light Ferries\n/)
  })

  it('read the sample with the TypeScript client, as the quick start says', async () => {
    const [code = ''] = await blocksOf('docs/quick-start.md', 'ts')
    assert.match(await run(code), /^# Harbour Light Ferries\n/)
  })

  it('find the passage that answers a question, as the guide to retrieval says', async () => {
    const [code = ''] = await blocksOf('docs/guides/retrieval.md', 'ts')
    const [best = ''] = (await run(code)).split(/^(?=page )/m)
    assert.match(best, /^page 2, .*Passengers and punctuality/)
  })
})
