import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readBlocksOf } from '@polyparse/test-support/code-blocks'
import { openApiHarness } from '../support/api.ts'

test('the documented way to follow a job works as it stands', async (context) => {
  const [block, ...others] = (await readBlocksOf('docs/use/webhooks-and-events.md')).filter(({ marks }) =>
    marks.has('tested-by'),
  )
  assert.ok(block !== undefined && others.length === 0)
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-docs-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'follow.ts')
  await writeFile(path, block.code)
  const api = await openApiHarness()
  const service = `http://127.0.0.1:${await api.listen()}`
  const { id } = (await api.create()).json()
  await api.complete(id)
  const module: unknown = await import(pathToFileURL(path).href)
  assert.ok(typeof module === 'object' && module !== null && 'follow' in module)
  const { follow } = module
  assert.ok(typeof follow === 'function')
  const events: unknown[] = []
  for await (const event of follow(service, id, api.key)) events.push(event)
  assert.deepEqual(events.at(-1), { event: 'status', data: { id, status: 'complete' } })
  assert.equal(events.length, 2)
  await api.close()
})
