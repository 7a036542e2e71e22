import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { noS3Server, startS3Server } from '../../service/test/support/s3-server.ts'
import { run, start } from './run.ts'
import { withService } from './with-service.ts'

const { folder, path, polyparse, server } = withService()

/** A file that was last changed a minute ago, as one that is not being written. */
const put = async (name: string, content: string): Promise<void> => {
  await mkdir(join(path(name), '..'), { recursive: true })
  await writeFile(path(name), content)
  const before = new Date(Date.now() - 60_000)
  await utimes(path(name), before, before)
}

const filesIn = async (name: string): Promise<string[]> => {
  const entries = await readdir(path(name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.polyparse'))
    .map((entry) => join(entry.parentPath, entry.name).slice(path(name).length + 1))
    .toSorted()
}

const jobsOf = async (label: string): Promise<readonly unknown[]> => {
  const headers = { authorization: `Bearer ${server().key}` }
  const answer = await fetch(`${server().url}/api/v1/jobs?metadata.run=${label}`, { headers })
  return Object(await answer.json()).jobs
}

test('sync parses each document once, again when it changes, and says what failed', async () => {
  await put('in/a.md', '# A\n')
  await put('in/a.html', '<h1>A page</h1>')
  await put('in/deep/b.md', '# B\n')
  await put('in/deep/bad.pdf', '%PDF-1.4\nthis is none')
  await put('in/.hidden.md', 'x')
  await put('in/unread.xyz', 'of no type')
  const sync = (...argv: string[]) => polyparse('sync', 'in', 'out', '--metadata', 'run=first', ...argv)
  const first = await sync()
  assert.deepEqual([first.code, first.stdout], [1, ''])
  assert.match(first.stderr, /Skipped unread\.xyz: nothing reads its type/)
  assert.match(first.stderr, /3 documents parsed, 1 failed\n1 of 4 documents could not be parsed:\n.*\ndeep\/bad\.pdf /)
  assert.deepEqual(await filesIn('out'), ['a.html.md', 'a.md.md', 'deep/b.md.md'])
  assert.equal(await readFile(path('out/a.html.md'), 'utf8'), '# A page\n')

  const second = await sync()
  assert.deepEqual([second.code, second.stderr.split('\n').at(-2)], [0, '0 documents parsed, 4 known from before'])
  assert.equal((await jobsOf('first')).length, 4)

  await put('in/a.md', '# A, changed\n')
  assert.match((await sync()).stderr, /1 document parsed, 3 known from before/)
  assert.equal(await readFile(path('out/a.md.md'), 'utf8'), '# A, changed\n')
  assert.match((await sync('--retry-failed')).stderr, /0 documents parsed, 1 failed, 3 known from before/)
  assert.equal((await jobsOf('first')).length, 6)
})

test('links that lead out of a folder are not followed, and told', async () => {
  await put('linked/own.md', '# Own\n')
  await put('secret.md', '# Secret\n')
  await put('secrets/more.md', '# More\n')
  await symlink('own.md', path('linked/inside.md'))
  await symlink('../secret.md', path('linked/outside.md'))
  await symlink(path('secrets'), path('linked/folder'))
  await symlink('.', path('linked/loop'))
  const synced = await polyparse('sync', 'linked', 'synced')
  assert.equal(synced.code, 0, synced.stderr)
  assert.match(synced.stderr, /^Skipped \S*outside\.md: a link that leads out of the folder$/m)
  assert.deepEqual(await filesIn('synced'), ['inside.md.md', 'own.md.md'])

  const parsed = await polyparse('parse', 'linked', '-o', 'parsed-links')
  assert.match(parsed.stderr, /^Skipped \S*outside\.md: a link that leads out of the folder$/m)
  assert.deepEqual(await filesIn('parsed-links'), ['inside.md', 'own.md'])

  const named = await polyparse('parse', 'linked/outside.md')
  assert.deepEqual([named.code, named.stdout], [0, '# Secret\n'])
  await symlink('linked', path('itself'))
  assert.match((await polyparse('sync', 'itself', 'synced-itself')).stderr, /2 documents parsed/)
})

test('a process that dies before it has recorded a document asks for the same job again', async () => {
  await put('once/a.md', '# A\n')
  const sync = () => polyparse('sync', 'once', 'once/out', '--metadata', 'run=once')
  assert.equal((await sync()).code, 0)
  await rm(path('once/out/.polyparse'), { recursive: true })
  await rm(path('once/out/a.md.md'))
  const again = await sync()
  assert.match(again.stderr, /1 document parsed/)
  assert.deepEqual(await filesIn('once/out'), ['a.md.md'])
  assert.equal((await jobsOf('once')).length, 1)
})

test('watch parses what comes, once it is complete, until it is interrupted, and goes on where it was', async (context) => {
  await mkdir(path('inbox'))
  await put('inbox/before.md', '# Before\n')
  const first = watch(context, 'inbox', 'inbox/parsed')
  await first.until('parsed/before.md.md')
  await writeFile(path('inbox/new.md'), '# New')
  await setTimeout(300)
  await writeFile(path('inbox/new.md'), '# New, whole\n')
  await first.until('parsed/new.md.md')
  assert.equal(await readFile(path('inbox/parsed/new.md.md'), 'utf8'), '# New, whole\n')
  assert.equal(await first.end(), 130)

  await writeFile(path('inbox/later.md'), '# Later\n')
  const second = watch(context, 'inbox', 'inbox/parsed')
  await second.until('parsed/later.md.md')
  await second.end()
  assert.doesNotMatch(second.stderr(), /before\.md|parsed\/|\bnew\.md/)
})

/** `polyparse watch` without a service, in the folder of the tests. */
const watch = (context: TestContext, source: string, target: string) => {
  const started = start(['watch', source, '-o', target, '--interval', '1'], { PORT: '0' }, { cwd: folder() })
  context.after(() => started.signal('SIGINT'))
  let isOver = false
  const over = started.ended.finally(() => (isOver = true))
  return {
    stderr: () => started.stderr(),
    until: async (name: string): Promise<void> => {
      while (!(await filesIn(source)).includes(name)) {
        assert.equal(isOver, false, started.stderr())
        await setTimeout(50)
      }
    },
    end: async (): Promise<number> => {
      started.signal('SIGINT')
      return (await over).code
    },
  }
}

test('sync reads a bucket and writes to one', { skip: noS3Server }, async (context) => {
  const s3 = await startS3Server()
  context.after(() => s3.close())
  const environment = { ...s3.environment, PORT: '0' }
  // The library of the bucket looks for its credentials itself.
  const credentials = Object.entries(s3.environment).filter(([name]) => name.startsWith('AWS_'))
  for (const [name, value] of credentials) process.env[name] = value
  context.after(() => {
    for (const [name] of credentials) delete process.env[name]
  })
  const place = (name: string) => `s3://${s3.bucket}/${name}`
  await put('for-bucket/a.md', '# A\n')
  await put('for-bucket/deep/b.html', '<h1>B</h1>')
  const sync = (...argv: string[]) => run(['sync', ...argv], environment, { cwd: folder() })
  const stored = await sync('for-bucket', place('documents'), '--outputs', 'markdown')
  assert.equal(stored.code, 0, stored.stderr)
  const read = await sync(place('documents'), place('documents/parsed'), '--outputs', 'text')
  assert.match(read.stderr, /2 documents parsed/, read.stderr)
  assert.match((await sync(place('documents'), place('documents/parsed'))).stderr, /0 documents parsed, 2 known/)
  assert.equal((await sync(place('documents/parsed'), 'from-bucket')).code, 0)
  assert.deepEqual(await filesIn('from-bucket'), ['a.md.md.txt.md', 'deep/b.html.md.txt.md'])
})

test('wrong usage of sync and watch ends with 2, and says what is allowed', async () => {
  await mkdir(path('there'))
  const mistakes: readonly [string[], RegExp][] = [
    [['sync', 'gone', 'out'], /There is no folder .*gone/],
    [['sync', 'there', 'there'], /place that does not contain the documents/],
    [['sync', 'there', '.'], /place that does not contain the documents/],
    [['sync', 's3://Bucket', 'out'], /must be a folder, or s3:\/\/BUCKET\/PREFIX/],
    [['sync', 'there'], /missing required argument 'target'/],
    [['watch', 'there'], /required option '-o, --out <target>'/],
    [['watch', 'there', '-o', 'out', '--interval', '0'], /whole number from 1 to/],
    [['sync', 'there', 'out', '--outputs', 'docx'], /--outputs.*one or more of/],
  ]
  await Promise.all(
    mistakes.map(async ([argv, message]) => {
      const { code, stderr } = await polyparse(...argv)
      assert.equal(code, 2, argv.join(' '))
      assert.match(stderr, message)
    }),
  )
})
