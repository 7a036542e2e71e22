import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { jsonOf } from './run.ts'
import { withService } from './with-service.ts'

const { path, write, polyparse } = withService()

const invoice = '# Invoice\n\nThe total is 1,250 pounds, to be paid by 3 May 2026.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n'

test('compare prints a table of the providers and a recommendation in words, and writes one report', async () => {
  await write('invoice.md', invoice)
  const { code, stdout, stderr } = await polyparse('compare', 'invoice.md')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^invoice\.md\n\nPROVIDER +STATUS +AGREEMENT +OUTLIER +TIME +A PAGE +WARNINGS\n/)
  assert.match(stdout, /^provider-a +parsed +\d[\d.]* % +- +\d[\d.]* m?s +\d[\d.]* m?s +0$/m)
  assert.match(stdout, /^provider-b +unsupported +- +- +- +- +-$/m)
  assert.match(stdout, /^(Recommended: provider-|Look yourself: |No recommendation)/m)
  for (const provider of ['provider-a', 'provider-c'])
    assert.match(stderr, new RegExp(`^invoice\\.md: ${provider} parsed$`, 'm'))
  assert.match(stderr, /^Wrote the report invoice\.comparison\.html$/m)
  const report = await readFile(path('invoice.comparison.html'), 'utf8')
  assert.match(report, /^<!doctype html>/i)
  assert.ok(report.includes('1,250') && report.includes('provider-c'))
  assert.doesNotMatch(report, /<script|<link [^>]*href="http|src="http/)

  const again = await polyparse('compare', 'invoice.md', '--providers', 'provider-a,provider-c')
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stderr, /^Wrote the report invoice\.comparison-2\.html$/m)
  assert.equal(await readFile(path('invoice.comparison.html'), 'utf8'), report)
})

test('--report names the report file, which is never overwritten without --force', async () => {
  await write('other.md', invoice)
  assert.equal((await polyparse('compare', 'other.md', '--report', 'sub/mine.html')).code, 0)
  const before = await readFile(path('sub/mine.html'), 'utf8')
  const refused = await polyparse('compare', 'other.md', '--report', 'sub/mine.html')
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.match(refused.stderr, /^sub\/mine\.html already exists; use --force/)
  assert.equal(await readFile(path('sub/mine.html'), 'utf8'), before)
  assert.equal((await polyparse('compare', 'other.md', '--report', 'sub/mine.html', '--force')).code, 0)
})

test('-o writes a file per provider and output, and the agreement; --providers selects the providers', async () => {
  await write('files.md', invoice)
  const argv = [
    'compare',
    'files.md',
    '--providers',
    'provider-c,provider-a',
    '--outputs',
    'markdown,json',
    '-o',
    'out',
  ]
  const { code, stdout, stderr } = await polyparse(...argv)
  assert.equal(code, 0, stderr)
  assert.ok(stdout.indexOf('provider-c') < stdout.indexOf('provider-a'), 'in the order in which they are named')
  assert.deepEqual((await readdir(path('out'))).toSorted(), [
    'files.agreement.json',
    'files.comparison.html',
    'files.provider-a.json',
    'files.provider-a.md',
    'files.provider-c.json',
    'files.provider-c.md',
  ])
  assert.match(await readFile(path('out/files.provider-c.md'), 'utf8'), /^# Invoice\n/)
  assert.equal(JSON.parse(await readFile(path('out/files.agreement.json'), 'utf8')).pairs.length, 1)
  assert.equal((await polyparse(...argv)).code, 2)
})

test('several documents go into one report, and one that fails does not stop the others', async () => {
  await write('first.md', invoice)
  await write('empty.md', '')
  await write('first.html', '<h1>Another</h1><p>With the same name but for its end.</p>')
  const ended = await polyparse(
    'compare',
    'first.md',
    'empty.md',
    'first.html',
    '--report',
    'all.html',
    '-o',
    'several',
  )
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /^empty\.md: failed: /m)
  assert.match(ended.stderr, /Not parsed by any provider: empty\.md\n$/)
  assert.deepEqual(ended.stdout.match(/^first\..*$/gm), ['first.md', 'first.html'])
  const report = await readFile(path('all.html'), 'utf8')
  assert.ok(report.includes('first.md') && report.includes('first.html'))
  const names = await readdir(path('several'))
  assert.ok(names.includes('first.provider-a.md') && names.includes('first-2.provider-a.md'), names.join(' '))
})

test('--json prints one object with the agreement and without the outputs', async () => {
  await write('json.md', invoice)
  const { documents, report } = jsonOf(await polyparse('compare', 'json.md', '--json'))
  assert.equal(report, 'json.comparison.html')
  assert.ok(Array.isArray(documents))
  const [{ name, result }] = documents
  assert.equal(name, 'json.md')
  assert.deepEqual(
    result.providers.map(({ status }: { status: string }) => status),
    ['parsed', 'unsupported', 'parsed'],
  )
  assert.deepEqual(result.providers[0].result.outputs, {})
  assert.equal(result.agreement.pairs[0].text, 1)
})

test('a document that every provider fails on ends with 1, and says why for each', async () => {
  await write('damaged.pdf', '%PDF-1.4\nthis is none')
  const { code, stdout } = await polyparse('compare', 'damaged.pdf', '--providers', 'provider-a,provider-c')
  assert.equal(code, 1)
  assert.match(stdout, /^provider-a failed: .*\(document_damaged\)$/m)
  assert.match(stdout, /^provider-c failed: .*\(document_damaged\)$/m)
})

test('wrong usage ends with 2, and says which option and what is allowed', async () => {
  const mistakes: readonly [string[], RegExp][] = [
    [[], /missing required argument 'document'/],
    [['invoice.md', '--providers', ','], /--providers.*separated by commas/],
    [
      ['invoice.md', '--providers', 'provider-a,nobody'],
      /--providers: "nobody" is not available; choose from auto, provider-a, /,
    ],
    [['invoice.md', '--outputs', 'everything'], /--outputs.*one or more of markdown/],
    [['invoice.md', 'gone.md'], /There is no file gone\.md/],
  ]
  for (const [argv, message] of mistakes) {
    const { code, stdout, stderr } = await polyparse('compare', ...argv, '--force')
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, argv.join(' '))
    assert.match(stderr, message)
  }
})
