import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startServer, temporaryPlace } from '../support/server.ts'
import { command, listOf, run } from './run.ts'

const sample = new URL('../../../../examples/sample.pdf', import.meta.url).pathname
const scan = new URL('../../../../examples/scan.pdf', import.meta.url).pathname

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
})
after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

/** The folder for temporary files in one test, to show what is left of them. */
const temporary = async (name: string): Promise<string> => {
  const path = join(folder, name)
  await mkdir(path)
  return path
}

test('with no service running, the engines are asked directly, and nothing of them is left', async () => {
  const TMPDIR = await temporary('direct')
  await writeFile(join(folder, 'hello.md'), '# Hello\n')
  const { code, stdout, stderr } = await run(['parse', 'hello.md'], { TMPDIR, PORT: '0' }, { cwd: folder })
  assert.deepEqual([code, stdout], [0, '# Hello\n'], stderr)
  assert.match(stderr, /^hello\.md: auto working\nhello\.md: parsed by auto, 1 page, /)
  assert.deepEqual(await readdir(TMPDIR), [])
  assert.deepEqual(await processesIn(TMPDIR), [])
})

test('a result that the engines give directly is that of a service', async (context) => {
  const TMPDIR = await temporary('same')
  const argv = ['parse', sample, '--outputs', 'markdown,json,chunks', '--pages', '1,9', '--json']
  const server = await startServer(await temporaryPlace(context))
  context.after(() => server.end('SIGTERM'))
  const environment = { POLYPARSE_URL: server.url, POLYPARSE_API_KEY: server.key ?? '' }
  const [direct, served] = await Promise.all([run(argv, { TMPDIR, PORT: '0' }), run(argv, environment)])
  const { id: _own, timing: _time, ...read } = JSON.parse(direct.stdout)
  const { id: _its, timing: _other, ...expected } = JSON.parse(served.stdout)
  assert.deepEqual(read, expected)
})

test('with no service running, one is started where engines are not enough, and nothing of it is left', async () => {
  const TMPDIR = await temporary('plain')
  const { code, stdout, stderr } = await run(
    ['parse', 'hello.md', '--fallback', 'provider-c'],
    { TMPDIR, PORT: '0' },
    { cwd: folder },
  )
  assert.equal(code, 0, stderr)
  assert.equal(stdout, '# Hello\n')
  assert.match(stderr, /^Starting a temporary service\.\nhello\.md: queued\n/)
  assert.doesNotMatch(stderr, /"level"/, 'the log is quiet')
  assert.deepEqual(await readdir(TMPDIR), [])
  assert.equal((await readdir(folder)).includes('data'), false)
  assert.deepEqual(await processesIn(TMPDIR), [])
})

test('a temporary service uses neither database, data directory nor sign-in of another service', async () => {
  const TMPDIR = await temporary('untouched')
  const data = await temporary('data-of-another')
  await mkdir(join(data, 'blobs'))
  await writeFile(join(data, 'blobs', '0196f0f0-0000-7000-8000-000000000000'), 'a document of another')
  const before = await readdir(data, { recursive: true })
  const settings = {
    POLYPARSE_DATA_DIR: data,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    POLYPARSE_BASE_URL: 'https://parse.example.com',
    POLYPARSE_OIDC_ISSUER: 'https://login.example.com',
    POLYPARSE_OIDC_CLIENT_ID: 'polyparse',
    POLYPARSE_OIDC_OPERATORS: 'groups=admins',
  }
  await writeFile(join(folder, 'own.md'), 'Own.\n')
  const environment = { TMPDIR, PORT: '0', ...settings }
  const { code, stdout, stderr } = await run(['parse', 'own.md'], environment, { cwd: folder })
  assert.deepEqual([code, stdout], [0, 'Own.\n'], stderr)
  assert.deepEqual(await readdir(data, { recursive: true }), before)
  assert.deepEqual(await readdir(TMPDIR), [])
})

test('another program on the usual port is reported, and the command continues', async () => {
  const TMPDIR = await temporary('taken')
  const { createServer } = await import('node:http')
  const foreign = createServer((_request, response) => response.end('<html>hello</html>')).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const address = foreign.address()
  assert.ok(typeof address === 'object' && address !== null)
  await writeFile(join(folder, 'other.md'), 'Other.\n')
  const ended = await run(['parse', 'other.md'], { TMPDIR, PORT: String(address.port) }, { cwd: folder })
  foreign.close()
  assert.deepEqual([ended.code, ended.stdout], [0, 'Other.\n'])
  assert.match(ended.stderr, /is not Polyparse/)
})

test('a reader that closes the output early leaves nothing behind', async () => {
  const TMPDIR = await temporary('pipe')
  const child = spawn('sh', ['-c', `"${process.execPath}" "${command}" parse hello.md | true`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TMPDIR, PORT: '0' },
    stdio: 'ignore',
  })
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.deepEqual(await readdir(TMPDIR), [])
})

test('Ctrl-C during the work ends with 130 and leaves no process and no folder', async () => {
  const TMPDIR = await temporary('interrupted')
  const child = spawn(process.execPath, [command, 'parse', scan, '--provider', 'provider-b'], {
    env: { PATH: process.env['PATH'], TMPDIR, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, all of which receives Ctrl-C, as at a terminal.
    detached: true,
  })
  await said(child.stderr, /provider-b working/)
  assert.ok(child.pid !== undefined)
  process.kill(-child.pid, 'SIGINT')
  assert.deepEqual(await once(child, 'exit'), [130, null])
  assert.deepEqual(await readdir(TMPDIR), [])
  await noneLeft(TMPDIR)
})

test('a second Ctrl-C ends the command without waiting, and leaves no process and no folder either', async () => {
  const TMPDIR = await temporary('twice')
  const child = spawn(process.execPath, [command, 'parse', scan, '--provider', 'provider-b'], {
    env: { PATH: process.env['PATH'], TMPDIR, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await said(child.stderr, /provider-b working/)
  child.kill('SIGINT')
  await said(child.stderr, /Stopping/)
  child.kill('SIGINT')
  assert.deepEqual(await once(child, 'exit'), [130, null])
  assert.deepEqual(await readdir(TMPDIR), [])
  await noneLeft(TMPDIR)
})

test('Ctrl-C erases the job on a service that runs on, and disables the key of the call', async (context) => {
  const place = await temporaryPlace(context)
  const server = await startServer(place)
  context.after(() => server.end('SIGTERM'))
  const environment = { POLYPARSE_URL: server.url, POLYPARSE_DATA_DIR: place.folder }
  const child = spawn(process.execPath, [command, 'parse', scan, '--provider', 'provider-b'], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await said(child.stderr, /provider-b working/)
  child.kill('SIGINT')
  assert.deepEqual(await once(child, 'exit'), [130, null])
  assert.deepEqual(listOf(await run(['jobs', 'list', '--json'], environment), 'jobs'), [])
  const keys = listOf(await run(['keys', 'list', '--account', 'command-line', '--json'], environment), 'keys')
  assert.deepEqual(
    keys.map(({ disabledAt }) => disabledAt === null),
    [false],
  )
})

const said = async (stream: NodeJS.ReadableStream, words: RegExp): Promise<void> => {
  let text = ''
  while (!words.test(text)) {
    const [piece] = await once(stream, 'data')
    text += String(piece)
  }
}

/** Engines notice within about a second that their parent process has ended. */
const noneLeft = async (place: string): Promise<void> => {
  while ((await processesIn(place)).length > 0) await setTimeout(100)
}

/** The command lines of processes that work in the folder or name it. */
const processesIn = async (place: string): Promise<string[]> => {
  const lines: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const own = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (own.includes(place) || cwd.startsWith(place)) lines.push(own)
  }
  return lines
}
