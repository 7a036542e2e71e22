import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from './run.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-before-'))
  await writeFile(join(folder, 'hello.md'), '# Hello\n')
  await mkdir(join(folder, 'taken.md'))
})
after(() => rm(folder, { recursive: true }))

const polyparse = (...argv: string[]) =>
  run(argv, { PORT: '0', HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }, { cwd: folder })

test('a place that cannot be written to is refused before a document is read, in words', async () => {
  const refused: readonly [string[], RegExp][] = [
    [['parse', 'hello.md', '-o', 'hello.md/x'], /^hello\.md\/x\S* cannot be written: a part of the path is a file/],
    [['parse', 'hello.md', '-o', 'hello.md/x.md'], /^hello\.md\/x\.md cannot be written: a part of the path is a file/],
    [
      ['parse', 'hello.md', '--force', '-o', 'taken.md'],
      /^taken\.md cannot be written: it is a folder, not a file\.$/m,
    ],
    [['compare', 'hello.md', '--report', 'hello.md/x.html'], /^hello\.md\/x\.html cannot be written/],
    [['bench', '.', '-o', 'hello.md/x'], /^hello\.md\/x\/bench\.html cannot be written/],
    [['sync', '.', 'hello.md/x'], /cannot be written: a part of the path is a file/],
    [['backup', 'none/backup.tar'], /^none\/backup\.tar cannot be written: there is no such file or folder\.$/m],
  ]
  const had = await readdir(folder)
  for (const [argv, message] of refused) {
    const { code, stdout, stderr } = await polyparse(...argv)
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, `${argv.join(' ')}: ${stderr}`)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /working|Starting/)
  }
  assert.deepEqual(await readdir(folder), had)
})

test('a folder for results that is not there is made, and nothing is tried out that stays', async () => {
  const { code, stderr } = await polyparse('parse', 'hello.md', '-o', 'new/deep')
  assert.equal(code, 0, stderr)
  assert.deepEqual(await readdir(join(folder, 'new/deep')), ['hello.md'])
  assert.equal(await readFile(join(folder, 'new/deep/hello.md'), 'utf8'), '# Hello\n')
})

test('an unknown provider is refused before a service is started, with the one that was meant', async () => {
  const refused: readonly [string[], string][] = [
    [
      ['parse', 'hello.md', '--provider', 'provder-a'],
      '--provider: there is no provider "provder-a". Did you mean provider-a?',
    ],
    [
      ['parse', 'hello.md', '--fallback', 'mistral-orc'],
      '--fallback: there is no provider "mistral-orc". Did you mean mistral-ocr?',
    ],
    [
      ['compare', 'hello.md', '--providers', 'auto,tikka'],
      '--providers: there is no provider "tikka". Did you mean tika?',
    ],
    [['bench', '.', '--providers', 'something-else'], '--providers: there is no provider "something-else".'],
  ]
  for (const [argv, message] of refused) {
    const { code, stderr } = await polyparse(...argv)
    assert.equal(code, 2)
    assert.ok(stderr.startsWith(message), stderr)
    assert.doesNotMatch(stderr, /Starting/)
  }
})

test('login stores neither an empty key nor one that no request could carry, and says so', async (t) => {
  const server = createServer((_request, response) => response.end('{"status":"ok"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const listening = server.address()
  assert.ok(typeof listening === 'object' && listening !== null)
  for (const [input, message] of [
    ['\n', /^No key was given, so nothing was stored\.$/m],
    ['pp_live_é\n', /^No key has such characters/m],
  ] as const) {
    const { code, stderr } = await run(
      ['login', `http://127.0.0.1:${listening.port}`],
      { HOME: folder },
      { input, cwd: folder },
    )
    assert.equal(code, 1)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /Unexpected error|\n {4}at /)
  }
})
