import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '@polyparse/document'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { agreementOf, prose, withTable } from './agreements.ts'

const before = 'The committee heard that the bridge over the river had been closed for repairs and that'
const after = 'were counted on the southern bank before the winter, which no one had thought possible.'

const disputes = async (...documents: readonly Document[]) => {
  const names = ['one', 'two', 'three']
  const read = Object.fromEntries(documents.map((document, index) => [names[index] ?? '', document]))
  return (await agreementOf(read)).disputes
}

/** The disputes between two readings of one sentence that differ in one word. */
const between = async (one: string, two: string) =>
  (await disputes(prose(`${before} ${one} ${after}`), prose(`${before} ${two} ${after}`))).map(
    ({ kind, severity }) => ({ kind, isSerious: severity > 0.6 }),
  )

for (const [one, two] of [
  ['1,250', '1 250'],
  ['1.250', '1 .250'],
  ['12 March 2024', '2024-03-12'],
  ['the fi\u00ADnal wells', 'the ﬁnal wells'],
  ['“wells”', '"wells"'],
  ['it’s what', 'itʼs what'],
  ['infor- mation', 'information'],
  ['the -5 degrees', 'the −5 degrees'],
] as const)
  test(`“${one}” and “${two}” are the same`, async () => {
    assert.deepEqual(await between(one, two), [])
  })

for (const [one, two, kind, isSerious] of [
  ['1,250', '1,280', 'number', true],
  ['1.5', '15', 'number', true],
  ['12 March 2024', '12 May 2024', 'date', true],
  ['226,545,805', 'Sando 800', 'number', true],
  ['the -5 degrees', 'the 5 degrees', 'number', true],
  ['10² wells', '102 wells', 'number', true],
  ['llm', '11m', 'text', false],
  ['wells', 'welis', 'text', false],
  ['wells', 'bridges', 'text', false],
] as const)
  test(`“${one}” for “${two}” is a dispute about a ${kind}${isSerious ? '' : ', and not a serious one'}`, async () => {
    assert.deepEqual(await between(one, two), [{ kind, isSerious }])
  })

test('a number at the beginning of a paragraph is compared, although it may be a list marker', async () => {
  const [dispute] = await disputes(prose(before, `12 wells ${after}`), prose(before, `17 wells ${after}`))
  assert.equal(dispute?.kind, 'number')
  assert.ok((dispute?.severity ?? 0) >= 0.9)
})

test('a note mark that some providers read as a number, others as a superscript, is not a serious dispute', async () => {
  const raised = documentWith([
    [
      paragraphBlock(`${before} wells2 ${after}`, [
        { text: `${before} wells` },
        { text: '2', superscript: true },
        { text: ` ${after}` },
      ]),
    ],
  ])
  const found = await disputes(prose(`${before} wells 2 ${after}`), prose(`${before} wells ${after}`), raised)
  assert.deepEqual(
    found.filter(({ severity }) => severity > 0.3),
    [],
  )
})

const head = ['Place', '2023', '2024']
const rows = [
  ['Northern bank', '1,204', '1,311'],
  ['Southern bank', '2,873', '2,655'],
  ['Harbour', '918', '1,002'],
  ['Old market', '4,410', '4,526'],
] as const

test('a wrong digit ranks above a table of a different shape and passages in a different order', async () => {
  const [one, two, three] = [1, 2, 3].map((number) => paragraphBlock(`${before} ${number} ships ${after}`))
  assert.ok(one && two && three)
  const page = (
    order: readonly ReturnType<typeof paragraphBlock>[],
    ...table: readonly (readonly string[])[]
  ): Document =>
    documentWith([[...order, { type: 'table', text: '', table: 'p1-t1' }]], { tables: [tableOfTexts(table)] })
  const changed = rows.map((row) => (row[0] === 'Harbour' ? ['Harbour', '978', '1,002'] : row))
  const joined = [[...head, ...(changed[0] ?? [])], ...changed.slice(1)]
  const found = await disputes(page([one, two, three], head, ...rows), page([three, one, two], ...joined))
  assert.equal(found[0]?.kind, 'number')
  assert.match(found[0]?.message ?? '', /918.*978/)
  assert.ok(found.some(({ kind }) => kind === 'order'))
  assert.ok(found.some(({ kind }) => kind === 'table'))
})

test('a missing column is one dispute, and does not hide a wrong number beside it', async () => {
  const without = rows.map(([, ...figures]) => figures)
  const wrong = rows.map((row) => row.map((text) => (text === '2,655' ? '2,665' : text)))
  const found = await disputes(
    withTable(head, ...rows),
    withTable(head.slice(1), ...without),
    withTable(head, ...wrong),
  )
  assert.deepEqual(found.map(({ kind, outlier }) => [kind, outlier]).slice(0, 2), [
    ['number', 'three'],
    ['table', 'two'],
  ])
  assert.match(found[1]?.message ?? '', /column/)
  assert.equal(found.length, 2, JSON.stringify(found.map(({ message }) => message)))
})

test('a spanning head that one provider repeats over each of its columns is not a difference', async () => {
  const found = await disputes(
    withTable(['', 'Men EU-15', 'Women', 'Total'], ...rows.map((row) => [...row, '77'])),
    withTable(['', 'Men EU-15', 'Women EU-15', 'Total EU-15'], ...rows.map((row) => [...row, '77'])),
  )
  assert.deepEqual(found, [])
})

test('words that one provider misreads on a page form one dispute, with the others as its occurrences', async () => {
  const words = ['committee', 'bridge', 'river', 'repairs', 'southern', 'winter']
  const text = `${before} wells ${after}`
  const misread = words.reduce((wrong, word) => wrong.replace(word, `${word.slice(0, -1)}x`), text)
  const found = await disputes(prose(text), prose(misread), prose(text))
  const [dispute, ...more] = found
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(dispute, { kind: 'text', outlier: 'two' })
  assert.match(dispute?.message ?? '', /6 places on page 1: “committex” for “committee”/)
  assert.deepEqual(
    dispute?.otherOccurrences?.map(({ texts }) => texts['two']),
    ['bridgx', 'rivex', 'repairx', 'southerx', 'wintex'],
  )
})

test('each wrong number is a dispute of its own', async () => {
  const wrong = rows.map((row) => row.map((text) => text.replace('1,', '7,')))
  const found = await disputes(withTable(head, ...rows), withTable(head, ...wrong))
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['number', 'number'],
  )
})

test('a table that one provider gives as text is a dispute that names the provider', async () => {
  const lines = prose('What was counted in the year', head.join(' '), ...rows.map((row) => row.join(' ')))
  const [dispute] = await disputes(withTable(head, ...rows), lines)
  assert.equal(dispute?.message, 'one has a table on page 1 that two has as lines of text.')
})
