import assert from 'node:assert/strict'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { test } from 'node:test'
import { createClient } from '@polyparse/client'
import { findDocuments } from '../src/bench/find-documents.ts'
import { jsonOf } from './run.ts'
import { withService } from './with-service.ts'

const { path, write, polyparse, server } = withService()

const page = (title: string) =>
  `<h1>${title}</h1><p>In the first quarter 4,210 parcels were sent, and 12 came back.</p><ul><li>north</li><li>south</li></ul>`

const truth = (title: string) =>
  `# ${title}\n\nIn the first quarter 4,210 parcels were sent, and 12 came back.\n\n- north\n- south\n`

test('bench compares all documents of a folder, scores them against the ground truth beside them, and writes one report', async () => {
  await mkdir(path('docs/deeper'), { recursive: true })
  await write('docs/right.html', page('Parcels'))
  await write('docs/right.md', truth('Parcels'))
  await write('docs/wrong.html', page('Parcels'))
  await write('docs/wrong.md', '# Something else\n\nWhich has nothing to do with what stands there, not at all.\n')
  await write('docs/deeper/alone.md', truth('Alone'))
  await write('docs/empty.html', '')
  await write('docs/program.bin', 'x')

  const ended = await polyparse('bench', 'docs', '--providers', 'provider-a,provider-c', '-o', 'results')
  assert.equal(ended.code, 1, 'as one document came to nothing')
  assert.match(ended.stderr, /^Not compared: empty\.html$/m)
  assert.match(ended.stderr, /^Skipped 1 file that none of these providers supports: program\.bin$/m)
  assert.match(
    ended.stdout,
    /^4 documents, 2 of them with a ground truth\n\nPROVIDER +PARSED +FAILED +UNSUPPORTED +TRUTH +AGREEMENT /,
  )
  assert.match(ended.stdout, /^provider-c +3 +0 +0 +\d[\d.]* % /m)

  const { documents, providers } = JSON.parse(await readFile(path('results/bench.json'), 'utf8'))
  assert.deepEqual(
    documents.map(({ name }: { name: string }) => name),
    ['deeper/alone.md', 'empty.html', 'right.html', 'wrong.html'],
  )
  const [alone, , right, wrong] = documents
  assert.equal(alone.truth, undefined)
  assert.equal(right.truth.name, 'right.md')
  for (const provider of ['provider-a', 'provider-c']) {
    assert.ok(right.truth.scores[provider].overall > 0.99)
    assert.ok(wrong.truth.scores[provider].overall < 0.7)
  }
  const { overall: one } = right.truth.scores['provider-a']
  const { overall: other } = wrong.truth.scores['provider-a']
  assert.equal(providers[0].truth, (one + other) / 2)
  const report = await readFile(path('results/bench.html'), 'utf8')
  for (const { name } of documents) assert.ok(report.includes(name), name)
})

test('bench --json prints the figures, and the next bench does not take its files for documents', async () => {
  await mkdir(path('again'))
  await write('again/a.txt', 'Some words that are read.')
  const bench = (...more: string[]) => polyparse('bench', 'again', '-o', 'again', '--json', ...more)
  const { documents, recommended } = jsonOf(await bench())
  assert.ok(Array.isArray(documents) && documents.length === 1)
  assert.equal(recommended, undefined, 'one document is no evidence')
  assert.match((await bench()).stderr, /^again\/bench\.html already exists; use --force/)
  const again = jsonOf(await bench('--force'))['documents']
  assert.ok(Array.isArray(again) && again.length === 1)
})

test('bench --judgements looks for what was settled in the new readings, and says how sure that makes it', async () => {
  await mkdir(path('judged'))
  await write('judged/parcels.html', page('Parcels'))
  const around = { before: 'In the first quarter', after: 'parcels were sent' }
  const settlement = (dispute: number, truth: string) => ({
    dispute,
    kind: 'number',
    page: 1,
    sides: [
      { provider: 'provider-a', text: '4,210', ...around },
      { provider: 'provider-c', text: '4,120', ...around },
    ],
    answer: 'text',
    truth,
    right: [],
  })
  const document = {
    name: 'parcels.html',
    comparedAt: '2026-01-31T10:00:00Z',
    disputes: 3,
    words: { all: 20, disputed: 2 },
    readings: [],
    settlements: [settlement(1, '4,210'), settlement(2, '4,120'), { ...settlement(3, ''), answer: 'skip' }],
  }
  const file = { schema: 'judgements/1', exportedAt: '2026-01-31T10:00:00Z', documents: [document] }
  await write('judged/judgements.json', JSON.stringify(file))
  const bench = (judgements: string) =>
    polyparse('bench', 'judged', '--judgements', judgements, '--providers', 'provider-a,provider-c', '-o', 'judged')
  const { stdout } = await bench('judged/judgements.json')
  assert.match(
    stdout,
    /^On 1 judged document: provider-a 95\.0 % \(90\.9 % to 99\.1 %, right in 1 of 2\) and provider-c/m,
  )
  const { judged } = JSON.parse(await readFile(path('judged/bench.json'), 'utf8'))
  assert.deepEqual(
    judged.map(({ provider, right, settled }: Record<string, unknown>) => [provider, right, settled]),
    [
      ['provider-a', 1, 2],
      ['provider-c', 1, 2],
    ],
  )
  const report = await readFile(path('judged/bench.html'), 'utf8')
  assert.match(report, /<svg[^>]+aria-label="Accuracy against time a page, as in the table"/)
  assert.doesNotMatch(report, /<script/)

  await write('other.json', '{"schema":"judgements/2"}')
  for (const [name, message] of [
    ['gone.json', /--judgements: gone\.json cannot be read/],
    ['other.json', /--judgements: other\.json is not a file of judgements/],
  ] as const) {
    const { code, stderr } = await polyparse('bench', 'judged', '--judgements', name, '--force', '-o', 'judged')
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
})

test('bench --schema fills a schema again, and counts who has the settled values right', async () => {
  await mkdir(path('filled'))
  await write('filled/invoice.html', '<h1>Invoice</h1><p>Invoice number: A-17</p><p>Total: 120.50</p>')
  const schema = {
    type: 'object',
    properties: { invoiceNumber: { type: 'string' }, total: { type: 'number' }, customer: { type: 'string' } },
  }
  await write('schema.json', JSON.stringify(schema))
  const settled = (field: number, name: string, truth: string | number) => ({
    field,
    path: `/${name}`,
    sides: [{ provider: 'vision', value: 'B' }],
    answer: 'value',
    truth,
    right: [],
  })
  const document = {
    name: 'invoice.html',
    comparedAt: '2026-01-31T10:00:00Z',
    disputes: 3,
    readings: [],
    settlements: [],
    fields: [settled(1, 'invoiceNumber', 'A-17'), settled(2, 'total', 99), settled(3, 'customer', 'Holm')],
  }
  await write(
    'filled.json',
    JSON.stringify({ schema: 'judgements/1', exportedAt: '2026-01-31T10:00:00Z', documents: [document] }),
  )
  const bench = (...more: string[]) =>
    polyparse('bench', 'filled', '--providers', 'auto', '--schema', 'schema.json', '-o', 'filled', '--force', ...more)
  for (const [by, ...models] of [['auto'], ['local', '--models', 'local']] as const) {
    const { stdout, code, stderr } = await bench('--judgements', 'filled.json', ...models)
    assert.equal(code, 0, stderr)
    assert.match(
      stdout,
      new RegExp(`^Of the settled values of 1 document: ${by} 33\\.3 % .+ 1 right, 1 wrong and 1 missing`, 'm'),
    )
  }
  const { judgedFields } = JSON.parse(await readFile(path('filled/bench.json'), 'utf8'))
  assert.partialDeepStrictEqual(judgedFields, [{ provider: 'local', settled: 3, right: 1, missing: 1 }])
  assert.match(await readFile(path('filled/bench.html'), 'utf8'), /Of the settled values of 1 document/)

  assert.match((await bench()).stderr, /--schema is only for --judgements/)
  const { stderr } = await polyparse('bench', 'filled', '--models', 'local')
  assert.match(stderr, /--models is only for --schema/)
})

test('judgements has what was corrected in results, and bench --judgements takes it for the truth', async () => {
  await mkdir(path('corrected'))
  await write('corrected/parcels.html', page('Parcels'))
  const client = createClient({ url: server().url, apiKey: server().key ?? '' })
  const request = { operation: 'parse', outputs: ['json'] } as const
  const jobOf = async (name: string) => (await client.jobs.run(path(name), request)).id
  const [job, untouched] = [await jobOf('corrected/parcels.html'), await jobOf('corrected/parcels.html')]
  const { pages } = await client.jobs.output(job, 'json')
  const block = pages.flatMap(({ blocks }) => blocks).find(({ text }) => text.includes('4,210'))
  assert.ok(block !== undefined)
  const { id, text } = block
  const answer = await fetch(`${server().url}/api/v1/jobs/${job}/corrections`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server().key ?? ''}`, 'content-type': 'application/json', 'if-match': '*' },
    body: JSON.stringify({ corrections: [{ block: id, read: text, text: text.replace('4,210', '4,120') }] }),
  })
  assert.equal(answer.status, 200, await answer.text())

  const written = await polyparse('judgements', job, untouched, '-o', 'corrected/judgements.json')
  assert.equal(written.code, 0, written.stderr)
  assert.match(
    written.stderr,
    new RegExp(`^Nothing that words can tell was corrected in the job ${untouched}\\.$`, 'm'),
  )
  assert.match(written.stderr, /^Wrote 1 correction of 1 document to corrected\/judgements\.json$/m)
  const bench = (out: string) =>
    polyparse(
      'bench',
      'corrected',
      '--judgements',
      'corrected/judgements.json',
      '--providers',
      'provider-a,auto',
      '-o',
      out,
    )
  assert.match(
    (await bench('as-read')).stdout,
    /^On 1 judged document: .* right in 0 of 1\) and .* right in 0 of 1\)\.$/m,
  )
  await write('corrected/parcels.html', page('Parcels').replace('4,210', '4120'))
  assert.match(
    (await bench('mended')).stdout,
    /^On 1 judged document: .* right in 1 of 1\) and .* right in 1 of 1\)\.$/m,
  )

  const nothing = await polyparse('judgements', untouched, '-o', 'nothing.json')
  assert.equal(nothing.code, 1)
  assert.match(nothing.stderr, /No result has corrections, so there is nothing to write\./)
  assert.equal((await polyparse('judgements', job, '-o', 'corrected/judgements.json')).code, 2, 'it exists')
  assert.equal((await polyparse('judgements', 'no-id')).code, 2)
})

test('wrong usage ends with 2, and says what is allowed; a folder without documents ends with 1', async () => {
  await mkdir(path('nothing'))
  const mistakes: readonly [string[], number, RegExp][] = [
    [['gone'], 2, /There is no folder gone/],
    [['docs/right.md'], 2, /is a file; `polyparse compare` takes files/],
    [['docs', '--parallel', '0'], 2, /--parallel.*from 1 to 16/],
    [['docs', '--providers', 'nobody'], 2, /--providers: "nobody" is not available; choose from/],
    [['nothing'], 1, /nothing has no document that these providers support/],
  ]
  for (const [argv, expected, message] of mistakes) {
    const { code, stdout, stderr } = await polyparse('bench', ...argv)
    assert.deepEqual({ code, stdout }, { code: expected, stdout: '' }, argv.join(' '))
    assert.match(stderr, message)
  }
})

test('documents are found in nested folders, sorted by name, without hidden files and endless loops', async () => {
  await mkdir(path('tree/b/.git'), { recursive: true })
  for (const name of ['z.pdf', 'b/a.PDF', 'b/a.md', 'b/.hidden.pdf', 'b/.git/c.pdf', 'README.md', 'b/report.txt', 'x'])
    await write(`tree/${name}`, 'x')
  await symlink('..', path('tree/b/up'))
  await symlink('../z.pdf', path('tree/b/link.pdf'))
  await symlink('nowhere.pdf', path('tree/b/broken.pdf'))
  const canRead = (type: string) => type !== 'text/plain'
  const { documents, skipped } = await findDocuments(path('tree'), { canRead, except: [] })
  assert.deepEqual(
    documents.map(({ name, truth }) => [name, truth]),
    [
      ['README.md', null],
      ['b/a.PDF', path('tree/b/a.md')],
      ['b/link.pdf', null],
      ['z.pdf', null],
    ],
  )
  assert.deepEqual(skipped, ['b/report.txt', 'x'])
})
