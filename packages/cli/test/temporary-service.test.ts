import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startServer, temporaryPlace, type Place, type Server } from '../../service/test/support/server.ts'
import { command, listOf, run, runProcess, start } from './run.ts'

const sample = new URL('../../../examples/sample.pdf', import.meta.url).pathname
const scan = new URL('../../../examples/scan.pdf', import.meta.url).pathname

let folder: string
let place: Place
let server: Server
const leaving: (() => Promise<unknown>)[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
  leaving.unshift(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  await writeFile(join(folder, 'hello.md'), '# Hello\n')
  place = await temporaryPlace({ after: (done) => void leaving.unshift(done) })
  server = await startServer(place)
  leaving.unshift(() => server.end('SIGTERM'))
})
after(async () => {
  for (const leave of leaving) await leave()
})

const temporary = async (name: string): Promise<string> => {
  const path = join(folder, name)
  await mkdir(path)
  return path
}

/** A folder for what commands of this process create temporarily in one test, to show what is left of it. */
const temporaryHere = async (context: TestContext, name: string): Promise<string> => {
  const path = await temporary(name)
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = path
  context.after(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  })
  return path
}

test('with no service running, the engines are asked directly, and nothing of them is left', async () => {
  const TMPDIR = await temporary('direct')
  const { code, stdout, stderr } = await runProcess(['parse', join(folder, 'hello.md')], { TMPDIR, PORT: '0' })
  assert.deepEqual([code, stdout], [0, '# Hello\n'], stderr)
  assert.match(stderr, /^hello\.md: auto working\nhello\.md: parsed by auto, 1 page, /)
  assert.deepEqual(await readdir(TMPDIR), [])
  assert.deepEqual(await processesIn(TMPDIR), [])
})

test('a result that the engines give directly is that of a service', async () => {
  const argv = ['parse', sample, '--outputs', 'markdown,json,chunks', '--pages', '1,9', '--json']
  const environment = { POLYPARSE_URL: server.url, POLYPARSE_API_KEY: server.key ?? '' }
  const [direct, served] = await Promise.all([run(argv, { PORT: '0' }), run(argv, environment)])
  const { id: _own, timing: _time, ...read } = JSON.parse(direct.stdout)
  const { id: _its, timing: _other, ...expected } = JSON.parse(served.stdout)
  assert.deepEqual(read, expected)
})

test('with no service running, one is started where engines are not enough, and nothing of it is left', async (context) => {
  const TMPDIR = await temporaryHere(context, 'plain')
  const { code, stdout, stderr } = await run(
    ['parse', 'hello.md', '--fallback', 'provider-c'],
    { PORT: '0' },
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

test('a temporary service uses neither database, data directory nor sign-in of another service', async (context) => {
  const TMPDIR = await temporaryHere(context, 'untouched')
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
  const environment = { PORT: '0', ...settings }
  const { code, stdout, stderr } = await run(['parse', 'own.md'], environment, { cwd: folder })
  assert.deepEqual([code, stdout], [0, 'Own.\n'], stderr)
  assert.deepEqual(await readdir(data, { recursive: true }), before)
  assert.deepEqual(await readdir(TMPDIR), [])
})

test('another program on the usual port is reported, and the command continues', async () => {
  const { createServer } = await import('node:http')
  const foreign = createServer((_request, response) => response.end('<html>hello</html>')).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const address = foreign.address()
  assert.ok(typeof address === 'object' && address !== null)
  await writeFile(join(folder, 'other.md'), 'Other.\n')
  const ended = await run(['parse', 'other.md'], { PORT: String(address.port) }, { cwd: folder })
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

test('Ctrl-C erases the job on a service that runs on, and disables the key of the call', async () => {
  const environment = { POLYPARSE_URL: server.url, POLYPARSE_DATA_DIR: place.folder }
  const jobs = async () => listOf(await run(['jobs', 'list', '--json'], environment), 'jobs')
  const before = await jobs()
  const parse = start(['parse', scan, '--provider', 'provider-b'], environment)
  await parse.said(/provider-b working/)
  parse.signal('SIGINT')
  assert.equal((await parse.ended).code, 130)
  assert.deepEqual(await jobs(), before)
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
