import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CatalogEntry, JobSummary } from '@polyparse/contract'
import { createEntryNames, safePath } from '../src/archive/entry-names.ts'
import { batchLabels, commonFolder } from '../src/job-data/batch-labels.ts'
import { checkSources, maxDocuments } from '../src/batches/refusals.ts'
import { batchRows, sortRows, sumsOf } from '../src/batches/rows.ts'
import { filesOfEntries, filesOfInput } from '../src/batches/take-files.ts'
import { progressOf, timeLeft } from '../src/job-data/time-left.ts'

const fileEntry = (fullPath: string, isReadable = true) => ({
  name: fullPath.replace(/^.*\//, ''),
  fullPath,
  isFile: true,
  isDirectory: false,
  file: (resolve: (file: File) => void, reject: (error: unknown) => void) =>
    isReadable ? resolve(new File(['x'], fullPath.replace(/^.*\//, ''))) : reject(new Error('no')),
})

type FakeEntry = Parameters<typeof filesOfEntries>[0][number]

/** Gives its children a hundred at a time, as Chromium does. */
const folderEntry = (fullPath: string, children: readonly FakeEntry[]) => ({
  name: fullPath.replace(/^.*\//, ''),
  fullPath,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const rest = [...children]
    return { readEntries: (resolve: (entries: FakeEntry[]) => void) => resolve(rest.splice(0, 100)) }
  },
})

describe('A folder that is dropped', () => {
  it('is read with the folders in it, without what is hidden, in the order of numbers', async () => {
    const many = Array.from({ length: 250 }, (_, index) => fileEntry(`/in/deep/${index + 1}.pdf`))
    const taken = await filesOfEntries([
      folderEntry('/in', [
        folderEntry('/in/deep', many),
        folderEntry('/in/.git', [fileEntry('/in/.git/config')]),
        fileEntry('/in/.DS_Store'),
        fileEntry('/in/~$letter.docx'),
        fileEntry('/in/locked.pdf', false),
      ]),
      fileEntry('/.alone'),
    ])
    assert.equal(taken.files.length, 251)
    assert.deepEqual(
      [taken.files[0], taken.files[1], taken.files[2], taken.files[10]].map((each) => each?.path ?? each?.file.name),
      ['.alone', 'in/deep/1.pdf', 'in/deep/2.pdf', 'in/deep/10.pdf'],
    )
    assert.equal(taken.hidden, 3)
    assert.deepEqual(taken.unreadable, ['in/locked.pdf'])
  })

  it('is the same when it is chosen', () => {
    const chosen = (path: string) => Object.assign(new File(['x'], 'a.pdf'), { webkitRelativePath: path })
    const taken = filesOfInput(['in/a.pdf', 'in/.b/a.pdf', 'in/Thumbs.db'].map(chosen))
    assert.deepEqual([taken.files.map(({ path }) => path), taken.hidden], [['in/a.pdf'], 2])
    const alone = filesOfInput([chosen('')])
    assert.deepEqual(
      alone.files.map(({ path }) => path),
      [undefined],
    )
  })
})

const provider = (id: string, mediaTypes: string[]): CatalogEntry => ({
  id,
  name: id,
  capabilities: { execution: 'sync', features: [], outputs: ['markdown'] },
  mediaTypes,
  default: false,
  enabled: true,
})

describe('Documents are checked before they are sent', () => {
  const catalog = [provider('a', ['application/pdf', 'text/plain']), provider('b', ['text/html'])]
  const check = async (file: File, chosen = ['a']) => {
    const [checked] = await checkSources([{ file }], { catalog, chosen, maxBytes: 1000 })
    return checked?.refusal ?? null
  }

  it('by size, name, and the first bytes where the name says nothing', async () => {
    assert.deepEqual(await check(new File([], 'a.pdf')), { reason: 'empty' })
    assert.deepEqual(await check(new File(['x'.repeat(1001)], 'a.pdf')), { reason: 'too_large', maxBytes: 1000 })
    assert.equal(await check(new File(['x'], 'A.PDF')), null)
    assert.equal(await check(new File(['plain words'], 'README')), null)
    assert.equal(await check(new File(['%PDF-1.7'], 'report.final')), null)
    assert.deepEqual(await check(new File([Uint8Array.of(1, 2, 3)], 'core.bin')), { reason: 'unknown_type' })
    assert.equal(await check(new File([`${'words '.repeat(20)}\b`], 'notes')), null)
  })

  it('against what the chosen providers read, with those that would', async () => {
    const page = new File(['<p>'], 'a.html')
    assert.deepEqual(await check(page), { reason: 'not_read', type: 'HTML', others: ['b'] })
    assert.equal(await check(page, ['a', 'b']), null)
    assert.deepEqual(await check(new File(['x'], 'a.heic')), { reason: 'not_read', type: 'HEIC', others: [] })
  })

  it('and counted, of which refused ones are none', async () => {
    const files = Array.from({ length: maxDocuments + 2 }, (_, index) => ({
      file: new File(index === 0 ? [] : ['x'], 'a.pdf'),
    }))
    const checked = await checkSources(files, { catalog, chosen: ['a'], maxBytes: null })
    assert.deepEqual(
      checked.flatMap(({ refusal }) => (refusal === null ? [] : [refusal.reason])),
      ['empty', 'too_many'],
    )
  })
})

const job = (id: string, more: Partial<JobSummary> = {}): JobSummary => ({
  id,
  status: 'complete',
  operation: 'parse',
  createdAt: '2026-01-15T09:30:00.000Z',
  startedAt: '2026-01-15T09:30:01.000Z',
  source: { filename: `${id}.pdf` },
  ...more,
})

describe('The documents of a batch', () => {
  const complete = { completedAt: '2026-01-15T09:30:03.000Z', pageCount: 10 }
  const jobs = [
    job('sure', { ...complete, quality: { score: 0.99, scale: '0-1' }, cost: 0.5 }),
    job('unrated', complete),
    job('running', { status: 'running' }),
    job('unsure', {
      ...complete,
      quality: { score: 0.98, scale: '0-1' },
      doubtedPages: { count: 3, worst: 7 },
      warningCount: 3,
      completedAt: '2026-01-15T09:31:00.000Z',
    }),
    job('worst', { ...complete, quality: { score: 0.6, scale: '0-1' }, doubtedPages: { count: 1, worst: 1 } }),
    job('failed', { status: 'failed', completedAt: complete.completedAt }),
  ]
  const rows = batchRows(jobs, [], {})

  it('are sorted with those first that a person should look at', () => {
    const order = sortRows(rows, { by: 'look', isDescending: false }).map(({ id }) => id)
    assert.deepEqual(order, ['failed', 'worst', 'unsure', 'sure', 'unrated', 'running'])
    assert.equal(sortRows(rows, { by: 'took', isDescending: true })[0]?.id, 'unsure')
  })

  it('are summed up', () => {
    const { counts, pages, doubtedPages, warnings, cost, tookMs } = sumsOf(rows)
    assert.deepEqual(counts, { complete: 4, failed: 1, running: 1, queued: 0, unsent: 0 })
    assert.deepEqual(
      { pages, doubtedPages, warnings, cost, tookMs },
      { pages: 40, doubtedPages: 4, warnings: 3, cost: 0.5, tookMs: 60_000 },
    )
  })

  it('carry the end of a path that is too long, and the folder that they share', () => {
    const labels = batchLabels('b', `${'x'.repeat(600)}/a.pdf`, false)
    assert.equal(labels['path']?.length, 512)
    assert.match(labels['path'] ?? '', /\/a\.pdf$/)
    assert.equal(commonFolder(['a/b/c.pdf', 'a/b/d/e.pdf']), 'a/b')
    assert.equal(commonFolder(['a/b.pdf', null]), null)
    assert.equal(commonFolder(['a/b.pdf', 'c/b.pdf']), null)
  })
})

describe('Names in an archive', () => {
  it('lead nowhere else, and fit every file system', () => {
    assert.equal(safePath('../../etc/passwd'), 'etc/passwd')
    assert.equal(safePath('C:\\a?.pdf'), 'C__a_.pdf')
    assert.equal(safePath('/a/./b /CON.txt'), 'a/b/_CON.txt')
    assert.equal(safePath('a\u202Efdp.exe'), 'a_fdp.exe')
    assert.equal(safePath('..'), '_')
    assert.ok(safePath(`${'ä'.repeat(400)}.pdf`).length <= 150)
    assert.match(safePath(`${'ä'.repeat(400)}.pdf`), /\.pdf$/)
  })

  it('are given once, whatever their case', () => {
    const name = createEntryNames()
    assert.deepEqual(
      ['in/a.md', 'in/A.md', 'in/a.md', 'b'].map((each) => name(each)),
      ['in/a.md', 'in/A (2).md', 'in/a (3).md', 'b'],
    )
  })
})

describe('The time that is left', () => {
  it('follows from the pages that all providers have read', () => {
    const run = { provider: 'a', state: 'working', pagesDone: 10, pagesTotal: 40 } as const
    const startedAt = '2026-01-15T09:30:00.000Z'
    const now = Date.parse(startedAt) + 5000
    assert.deepEqual(progressOf({ progress: [run], startedAt }, now), { done: 10, total: 40, leftMs: 15_000 })
    assert.deepEqual(progressOf({ progress: [run, { ...run, provider: 'b', pagesDone: 30 }], startedAt }, now), {
      done: 40,
      total: 80,
      leftMs: 5000,
    })
    assert.equal(progressOf({ progress: [{ provider: 'a', state: 'working', pagesDone: 0 }], startedAt }, now), null)
  })

  it('is not guessed at the beginning', () => {
    assert.equal(timeLeft({ done: 1, total: 100, sinceMs: 500 }), null)
    assert.equal(timeLeft({ done: 0, total: 100, sinceMs: 50_000 }), null)
    assert.equal(timeLeft({ done: 100, total: 100, sinceMs: 50_000 }), null)
  })
})
