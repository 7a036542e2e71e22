import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeOption } from '../src/options.ts'
import { formatTable } from '../src/output.ts'
import { run, runProcess } from './run.ts'

const id = '0196f0f0-0000-7000-8000-000000000000'
const environment = { POLYPARSE_DATA_DIR: '/nowhere', PORT: '1' }

test('wrong usage ends with 2, prints no result, and says which option and what is allowed', async () => {
  const mistakes: readonly [string[], RegExp][] = [
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['keys', 'frobnicate'], /unknown command 'frobnicate'/],
    [['keys', 'create'], /required option '--account <name>'/],
    [['keys', 'create', '--account', ' '], /--account.*1 to 100 characters/],
    [['keys', 'create', '--account', 'a', '--name', 'a\nb'], /--name[^]*1 to 100 characters/],
    [['keys', 'create', '--account', 'a', '--expires', 'tomorrow'], /--expires.*ISO 8601/],
    [['keys', 'create', '--account', 'a', '--expires', '2027-02-29'], /--expires.*ISO 8601/],
    [['keys', 'create', '--account', 'a', '--scope', 'all'], /--scope.*jobs:write, jobs:read, jobs:delete, webhooks/],
    [['keys', 'create', '--account', 'a', '--requests-per-minute', '0'], /--requests-per-minute.*from 1 to/],
    [['keys', 'list', '--frobnicate'], /unknown option '--frobnicate'/],
    [['keys', 'disable'], /missing required argument 'id'/],
    [['keys', 'disable', 'x'], /'id'.*UUID/],
    [['keys', 'rotate', id, '--grace-seconds', '1.5'], /--grace-seconds.*whole number from 0 to/],
    [['jobs', 'list', '--status', 'done'], /--status.*queued, running, complete, failed/],
    [['jobs', 'list', '--limit', '101'], /--limit.*from 1 to 100/],
    [['extract', 'a.pdf'], /--schema FILE, or by --schema-id ID/],
    [['extract', 'a.pdf', '--schema-id', 'invoice'], /--schema-id.*UUID/],
    [['extract', 'a.pdf', '--schema-id', id, '--schema-version', '0'], /--schema-version.*from 1 to/],
    [['extract', 'a.pdf', '--schema-version', '1'], /--schema FILE, or by/],
    [['extract', import.meta.filename, '--schema-id', id], /names a schema of a service, and none runs here/],
    [['classify', 'a.pdf'], /required option '--label/],
    [['classify', 'a.pdf', '--label', 'Invoice', '--label', 'invoice=To pay'], /--label[^]*same as that of label 1/],
    [['classify', 'a.pdf', '--label', '=nothing'], /--label[^]*NAME or NAME=DESCRIPTION/],
    [['classify', 'a.pdf', '--label', 'invoice', '--by', 'chapters'], /--by[^]*document, pages/],
    [['schemas', 'list'], /Schemas are stored in a service, and none runs here/],
    [['schemas', 'store', 'invoice', 'none.json'], /none\.json cannot be read/],
    [['corrections', 'show', 'report.pdf'], /id.*UUID/],
    [['corrections', 'replace', id, import.meta.filename], /usage\.test\.ts is no JSON/],
    [['corrections', 'output', id, 'words'], /output[^]*markdown, text/],
    [['corrections', 'show', id], /Corrections are stored in a service, and none runs here/],
    [['backup'], /missing required argument 'file'/],
    [['restore'], /missing required argument 'file'/],
  ]
  for (const [argv, message] of mistakes) {
    const { code, stdout, stderr } = await run(argv, environment)
    assert.equal(code, 2, argv.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, message)
  }
})

test('--help ends with 0 and lists all commands', async () => {
  const { code, stdout } = await run(['--help'], environment)
  assert.equal(code, 0)
  for (const name of [
    'serve',
    'parse',
    'compare',
    'bench',
    'keys',
    'accounts',
    'jobs',
    'schemas',
    'corrections',
    'providers',
    'backup',
    'restore',
  ])
    assert.ok(stdout.includes(name))
  const words = stdout.replaceAll(/\s+/g, ' ')
  assert.ok(words.includes('manage API keys: create, list, disable, enable, rotate'), 'the commands of a command')
})

test('mistakes in the environment are reported together', async () => {
  const { code, stderr } = await runProcess(['keys', 'list'], { PORT: 'x', POLYPARSE_MAX_PAGES: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /PORT must be .*\n.*POLYPARSE_MAX_PAGES must be/)
})

test('times are ISO 8601, in UTC where no zone is given, and dates are days that exist', () => {
  const times = [
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2030-01-31T12:30', '2030-01-31T12:30:00.000Z'],
    ['2030-01-31T12:30:15', '2030-01-31T12:30:15.000Z'],
    ['2030-01-31T12:30:15.123456+00:00', '2030-01-31T12:30:15.123Z'],
    ['2030-01-31T12:30:15+02:00', '2030-01-31T10:30:15.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['1999-12-31T23:59:59Z', '1999-12-31T23:59:59.000Z'],
  ] as const
  for (const [text, instant] of times) assert.equal(timeOption(text), instant)
  for (const text of [
    '',
    '2030',
    '2030-1-1',
    '2030-02-30',
    '2030-13-01',
    '2030-00-10',
    '2030-01-31T25:00Z',
    '31.1.2030',
    '+1d',
  ])
    assert.throws(() => timeOption(text))
})

test('the columns of a table are as wide as their content, and nothing in it controls the terminal', () => {
  const rows = [
    ['ID', 'NAME', 'X'],
    ['1', 'e\u0301', 'x'],
    ['22', '\u001b[2Jb\nc', ''],
  ]
  assert.equal(formatTable(rows), 'ID  NAME     X\n1   e\u0301        x\n22  \ufffd[2Jb\ufffdc')
})
