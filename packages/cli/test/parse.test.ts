import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { command, jsonOf, listOf, run } from './run.ts'
import { withService } from './with-service.ts'

/** A picture in base64. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAFElEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC'

const { data, folder, path, write, polyparse, server, environment } = withService()

test('a single textual output goes to standard output, and nothing else does', async () => {
  await write('hello.md', '# Hello\n\nA *short* text.\n')
  const { code, stdout, stderr } = await polyparse('parse', 'hello.md')
  assert.equal(code, 0, stderr)
  assert.equal(stdout, '# Hello\n\nA _short_ text.\n')
  assert.match(stderr, /^hello\.md: queued$/m)
  assert.match(stderr, /^hello\.md: parsed by auto, 1 page, \d/m)
  assert.match((await polyparse('parse', 'hello.md', '--outputs', 'text')).stdout, /^Hello\n+A short text\.\n$/)
})

test('--fallback reads what the provider cannot, and the warning says so', async () => {
  await write('fallback.txt', 'Read by another.')
  const parse = (fallback: string) =>
    polyparse('parse', 'fallback.txt', '--provider', 'provider-b', '--fallback', fallback)
  const { code, stdout, stderr } = await parse('provider-a')
  assert.deepEqual([code, stdout], [0, 'Read by another.\n'], stderr)
  assert.match(
    stderr,
    /^warning: provider-a read the document, because provider-b did not\. .* \(provider_fallback\)$/m,
  )
  assert.match((await parse('nobody')).stderr, /--fallback: "nobody" is not available; choose from auto, provider-a/)
})

test('with --quiet nothing but the output is printed', async () => {
  await write('quiet.txt', 'Quiet.')
  assert.deepEqual(await polyparse('parse', 'quiet.txt', '--quiet'), { code: 0, stdout: 'Quiet.\n', stderr: '' })
})

test('a single JSON output goes to standard output as JSON, and --json prints the whole result', async () => {
  await write('table.csv', 'a,b\n1,2\n')
  const { code, stdout } = await polyparse('parse', 'table.csv', '--outputs', 'tables')
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout)[0].rows, [
    ['a', 'b'],
    ['1', '2'],
  ])
  const result = jsonOf(await polyparse('parse', 'table.csv', '--outputs', 'text,markdown', '--json', '--include-raw'))
  assert.deepEqual([result['provider'], result['pageCount']], ['auto', 1])
  assert.deepEqual(Object.keys(Object(result['outputs'])), ['text', 'markdown'])
})

test('-o makes the folder and writes one file for each output, pictures beside their list', async () => {
  const sample = new URL('../../../examples/sample.pdf', import.meta.url).pathname
  const parse = (provider: string, outputs: string) =>
    polyparse('parse', sample, '--provider', provider, '--outputs', outputs, '-o', 'new/all')
  const { code, stdout, stderr } = await parse('provider-a', 'markdown,text,pages,tables,images,json,metadata')
  assert.equal(code, 0, stderr)
  assert.equal(stdout, '')
  assert.equal((await parse('provider-c', 'html,chunks')).code, 0)
  const endings = 'chunks.json html images images.json json md metadata.json pages.json tables.json txt'
  const expected = endings.split(' ').map((ending) => `sample.${ending}`)
  assert.deepEqual((await readdir(path('new/all'))).toSorted(), expected)
  const [image] = JSON.parse(await readFile(path('new/all/sample.images.json'), 'utf8'))
  assert.equal('data' in image, false)
  assert.ok((await readFile(path('new/all', image.file))).length > 100)
  const { images } = JSON.parse(await readFile(path('new/all/sample.json'), 'utf8'))
  assert.deepEqual(images[0], image, 'no address of a service that is gone')
  assert.ok((await readFile(path('new/all/sample.md'), 'utf8')).includes(`](${image.file})`), 'the Markdown shows it')
})

test('existing files are not overwritten without --force, which is checked before any work is done', async () => {
  await write('kept.txt', 'New words.')
  await mkdir(path('out'))
  await writeFile(path('out/kept.md'), 'precious')
  const refused = await polyparse('parse', 'kept.txt', '-o', 'out', '--outputs', 'text,markdown')
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.equal(refused.stderr, 'out/kept.md already exists; use --force to overwrite it\n')
  assert.deepEqual(await readdir(path('out')), ['kept.md'])
  assert.equal(await readFile(path('out/kept.md'), 'utf8'), 'precious')
  assert.equal((await polyparse('parse', 'kept.txt', '-o', 'out', '--force')).code, 0)
  assert.equal(await readFile(path('out/kept.md'), 'utf8'), 'New words.\n')
})

test('--pages accepts numbers and ranges', async () => {
  await write('five.pdf', await pagesPdf(5))
  const { code, stdout } = await polyparse('parse', 'five.pdf', '--outputs', 'text', '--pages', '1-2, 4')
  assert.equal(code, 0)
  assert.deepEqual(stdout.match(/said on page \d/g), ['said on page 1', 'said on page 2', 'said on page 4'])
  const beyond = await polyparse('parse', 'five.pdf', '--pages', '5,9')
  assert.equal(beyond.code, 0)
  assert.match(beyond.stderr, /^warning: .*9.*\(page_out_of_range\)$/m)
})

test('--provider-options reach the provider, whether from the command line or from a file', async () => {
  const { code, stderr } = await polyparse('parse', 'hello.md', '--provider-options', '{"provider-a":{"nonsense":1}}')
  assert.equal(code, 2)
  assert.match(stderr, /--provider-options .*nonsense/)
  await write('options.json', '{"provider-a":{"nonsense":1}}')
  const other = await polyparse('parse', 'hello.md', '--provider-options', '@options.json')
  assert.deepEqual([other.code, /nonsense/.test(other.stderr)], [2, true])
})

test('a job that fails ends with 1, writes nothing, and says why', async () => {
  await write('damaged.pdf', '%PDF-1.4\nthis is none')
  const { code, stdout, stderr } = await polyparse('parse', 'damaged.pdf', '-o', 'never')
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr.split('\n').at(-2) ?? '', /damaged|cannot be read|PDF/i)
  assert.equal((await readdir(folder())).includes('never'), false)
})

test('folders, patterns and files are parsed together, and those that fail are listed at the end', async () => {
  await mkdir(join(folder(), 'in/deep'), { recursive: true })
  await write('in/one.md', '# One\n')
  await write('in/deep/two.html', `<h1>Two</h1><img src="data:image/png;base64,${dot}">`)
  await write('in/deep/bad.pdf', '%PDF-1.4\nthis is none')
  await write('in/unread.xyz', 'of no type')
  await write('also.md', 'Also.\n')
  const outputs = ['--outputs', 'markdown,images']
  const { code, stdout, stderr } = await polyparse('parse', 'in', 'als*.md', 'also.md', '-o', 'many', ...outputs)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /Skipped in\/unread\.xyz/)
  assert.match(stderr, /1 of 4 documents could not be parsed:\nDOCUMENT +REASON\nin\/deep\/bad\.pdf +\S/)
  const written = await readdir(join(folder(), 'many'), { recursive: true })
  const parsed = new Set(written.filter((name) => name.endsWith('.md')))
  assert.deepEqual(parsed, new Set(['also.md', 'deep/two.md', 'one.md']))
  const markdown = await readFile(path('many/deep/two.md'), 'utf8')
  const [, link = ''] = /^# Two\n\n!\[\]\((.+)\)\n$/.exec(markdown) ?? []
  assert.equal((await readFile(path('many/deep', link))).toString('base64'), dot)
  const again = await polyparse('parse', 'in/one.md', 'also.md', '-o', 'many', ...outputs)
  assert.equal(again.code, 2)
  assert.match(again.stderr, /already exists; use --force/)

  const lines = await polyparse('parse', 'in/one.md', 'also.md', '--json')
  const read = lines.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ document, outputs: { markdown } }) => [document, markdown])
  assert.deepEqual(Object.fromEntries(read), { 'in/one.md': '# One', 'also.md': 'Also.' })
})

test('-o with the extension of the only output names the file, and - reads standard input', async () => {
  assert.equal((await polyparse('parse', 'hello.md', '--outputs', 'html', '-o', 'hello.html')).code, 0)
  assert.match(await readFile(join(folder(), 'hello.html'), 'utf8'), /<h1/)
  assert.equal((await polyparse('parse', 'hello.md', '--outputs', 'html', '-o', 'hello.html')).code, 2)
  const child = spawn(process.execPath, [command, 'parse', '-', '--filename', 'in.html', '-q'], {
    env: { PATH: process.env['PATH'], ...environment() },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end('<h1>From a pipe</h1>')
  assert.equal(await text(child.stdout), '# From a pipe\n')
})

test('login stores a key that the service accepts, for its owner alone, and commands use it until logout', async () => {
  const home = { HOME: path('home') }
  const login = async (key: string) => {
    const { stderr } = await run(['login', server().url], home, { input: `${key}\n` })
    return stderr
  }
  assert.match(await login('pp_live_wrong'), /rejected the key/)
  const file = path('home', '.config/polyparse/login.json')
  assert.match(await login(server().key ?? ''), /Stored in .*login\.json/)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const { stderr } = await run(['parse', 'hello.md'], home, { cwd: folder() })
  assert.match(stderr, /^hello\.md: queued$/m)
  assert.equal((await run(['logout'], home)).code, 0)
  await assert.rejects(stat(file), { code: 'ENOENT' })
})

test('--metadata labels the job, to find it again in the service', async () => {
  const { code, stderr } = await polyparse('parse', 'hello.md', '--metadata', 'customer=4711', '--metadata', 'kind=a=b')
  assert.equal(code, 0, stderr)
  const headers = { authorization: `Bearer ${server().key}` }
  const answer = await fetch(`${server().url}/api/v1/jobs?metadata.customer=4711`, { headers })
  const { jobs } = Object(await answer.json())
  assert.deepEqual(
    jobs.map(({ metadata }: { metadata: unknown }) => metadata),
    [{ customer: '4711', kind: 'a=b' }],
  )
  const none = await run(['parse', 'hello.md', '--metadata', 'a=b'], { PORT: '0' }, { cwd: folder() })
  assert.deepEqual([none.code, /needs|none runs here/.test(none.stderr)], [2, true])
})

test('completion knows every command and option', async () => {
  const { stdout } = await polyparse('completion', 'bash')
  const asked = `COMP_WORDS=(polyparse keys create --sc); COMP_CWORD=3; _polyparse; echo "\${COMPREPLY[@]}"`
  const shell = spawn('bash', ['-c', `${stdout}\n${asked}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  assert.equal(await text(shell.stdout), '--scope\n')
  assert.match((await polyparse('--version')).stdout, /^\d+\.\d+\.\d+\n$/)
})

test('a URL is fetched by the service, under its rules', async () => {
  const refused = await polyparse('parse', 'http://127.0.0.1:1/a.pdf')
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /^The URL .*(address|private)/m)
})

test('wrong usage ends with 2, and says which option and what is allowed', async () => {
  const mistakes: readonly [string[], RegExp][] = [
    [[], /missing required argument 'documents'/],
    [['no.pdf'], /There is no file no\.pdf/],
    [['.'], /Several documents need a folder for their results: use -o, or --json/],
    [['*.nothing'], /There is no file \*\.nothing/],
    [['hello.md', '-'], /`-` is parsed alone/],
    [['hello.md', '--filename', 'a.md'], /--filename is only for `-`/],
    [['ftp://example.com/a'], /starts with http:\/\/ or https:\/\//],
    [['hello.md', '--outputs', 'docx'], /--outputs.*one or more of markdown, text, html/],
    [['hello.md', '--outputs', 'text,html'], /--outputs lists several.*-o/],
    [['hello.md', '--outputs', 'images'], /--outputs lists images.*-o/],
    [['hello.md', '--include-raw'], /--include-raw needs a folder: use -o, or --json/],
    [['hello.md', '--pages', '0'], /--pages.*1-3,7/],
    [['hello.md', '--pages', '3-1'], /--pages.*1-3,7/],
    [['hello.md', '--pages', '1-9999999'], /--pages.*at most 10000/],
    [
      ['hello.md', '--provider', 'provider-z'],
      /--provider: "provider-z" is not available; choose from auto, provider-a, provider-b, provider-c/,
    ],
    [
      ['hello.md', '--provider', 'provider-b', '--outputs', 'chunks'],
      /--outputs: provider-b cannot produce chunks; choose from/,
    ],
    [['hello.md', '--provider-options', '{'], /--provider-options.*must be a JSON object/],
    [['hello.md', '--provider-options', '@gone.json'], /--provider-options.*gone\.json cannot be read/],
    [['hello.md', '--metadata', 'customer'], /--metadata.*KEY=VALUE/],
    [['hello.md', '--url', 'localhost'], /--url.*http:\/\/ or https:\/\//],
  ]
  for (const [argv, message] of mistakes) {
    const { code, stdout, stderr } = await polyparse('parse', ...argv)
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, argv.join(' '))
    assert.match(stderr, message)
  }
})

test('without a key the command creates one with the admin token, and disables it at the end', async () => {
  const place = { POLYPARSE_URL: server().url, POLYPARSE_DATA_DIR: data() }
  const { code, stdout, stderr } = await run(['parse', 'hello.md'], place, { cwd: folder() })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^# Hello/)
  const keys = listOf(await run(['keys', 'list', '--account', 'command-line', '--json'], place), 'keys')
  assert.equal(keys.length, 1)
  assert.notEqual(keys[0]?.['disabledAt'], null)
  assert.ok(Date.parse(String(keys[0]?.['expiresAt'])) < Date.now() + 25 * 3600 * 1000)
})

test('without a key and without an admin token the command says which settings are missing', async () => {
  const place = { POLYPARSE_URL: server().url, POLYPARSE_DATA_DIR: folder() }
  const { code, stderr } = await run(['parse', 'hello.md'], place, { cwd: folder() })
  assert.equal(code, 1)
  assert.match(stderr, /POLYPARSE_API_KEY is not set.*POLYPARSE_ADMIN_TOKEN is not set.*POLYPARSE_DATA_DIR/)
  const wrong = await run(
    ['parse', 'hello.md'],
    { ...environment(), POLYPARSE_API_KEY: 'pp_live_x' },
    { cwd: folder() },
  )
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /rejected the API key in POLYPARSE_API_KEY/)
})

test('a given address that does not answer is reported, and no other service is used in its place', async () => {
  const url = await closedAddress()
  const { code, stderr } = await run(['parse', 'hello.md', '--url', url], environment(), { cwd: folder() })
  assert.equal(code, 1)
  assert.ok(stderr.startsWith(`No service answers at ${url}.`), stderr)
})

/** An address at which nothing listens any more. */
const closedAddress = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${address.port}`
}
