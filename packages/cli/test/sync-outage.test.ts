import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CliError } from '../src/cli-error.ts'
import type { DocumentReader } from '../src/documents/document-reader.ts'
import { folderPlace } from '../src/sync/folder-place.ts'
import { readRecords } from '../src/sync/records.ts'
import { syncDocuments } from '../src/sync/sync-documents.ts'

const parsed = {
  id: '0196f0f0-0000-7000-8000-000000000000',
  outputs: { markdown: '# A' },
  pageCount: 1,
  provider: 'auto',
  timing: { startedAt: '2026-01-01T00:00:00Z', completedAt: '2026-01-01T00:00:01Z', durationMs: 1000 },
  warnings: [],
  usage: { pages: 1 },
}

test('watch waits for a service that is away, longer each time, and then asks for the same job', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-outage-'))
  context.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'in'))
  await writeFile(join(folder, 'in/a.md'), '# A')
  await utimes(join(folder, 'in/a.md'), 0, 0)

  const keys: unknown[] = []
  const said: string[] = []
  const stop = new AbortController()
  const reader: DocumentReader = {
    catalog: [],
    concurrency: 1,
    read: async (_source, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      if (keys.length < 3) throw new CliError('http://localhost:1 cannot be reached: ECONNREFUSED.')
      return parsed
    },
  }
  const display = {
    watch: () => ({
      onStatus: () => {},
      onRun: () => {},
      end: (words: string) => words.startsWith('parsed') && stop.abort(),
    }),
    say: (text: string) => void said.push(text),
    [Symbol.dispose]: () => {},
  }
  const target = folderPlace(join(folder, 'out'), process)
  const parts = { source: folderPlace(join(folder, 'in'), process), target, targetFolder: null, reader, display }
  const options = { query: { outputs: ['markdown'], includeRaw: false }, retryFailed: false, intervalMs: 10 } as const
  await assert.rejects(syncDocuments({ ...parts, records: await readRecords(target), signal: stop.signal }, options))

  assert.deepEqual(
    said.map((text) => /Trying again in \d s/.exec(text)?.[0]),
    ['Trying again in 1 s', 'Trying again in 2 s'],
  )
  assert.equal(new Set(keys).size, 1)
  assert.equal(await readFile(join(folder, 'out/a.md.md'), 'utf8'), '# A\n')
})
