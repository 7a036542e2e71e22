import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Check } from '@polyparse/document/typebox/value'
import { compareFields, type FilledReading } from '../../src/fields.ts'
import { fieldsJudgedAgain } from '../../src/judgements/find-fields.ts'
import {
  judgedFieldScores,
  settleField,
  typedFieldValue,
  typeOfField,
  withFieldSettlement,
  withoutFieldSettlement,
} from '../../src/judgements.ts'
import { type FieldSettlement, JudgedDocument } from '@polyparse/contract/judgements'

type Datum = string | number | boolean | null

const found = (path: string, value: Datum) => ({
  path,
  value,
  status: 'found' as const,
  page: 1,
  bbox: null,
  text: String(value),
  confidence: 0.9,
  from: [],
})

/** A filling with evidence of each of its values. */
const filledBy = (by: string, data: Record<string, unknown>): FilledReading => {
  const entries = (node: unknown, path: string): ReturnType<typeof found>[] => {
    if (typeof node === 'object' && node !== null)
      return Object.entries(node).flatMap(([name, member]) => entries(member, `${path}/${name}`))
    assert.ok(node === null || typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean')
    return [found(path, node)]
  }
  return { by, extraction: { data, evidence: entries(data, '') } }
}

const ours = {
  number: 'A-17',
  total: 1234.5,
  items: [
    { name: 'Paper', amount: 20 },
    { name: 'Ink', amount: 35.5 },
    { name: 'Glue', amount: 3 },
  ],
}
const theirs = {
  number: 'A-71',
  total: 1234.5,
  items: [
    { name: 'Ink', amount: 33.5 },
    { name: 'Glue', amount: 3 },
  ],
}
const { fields } = compareFields([filledBy('local', ours), filledBy('vision', theirs)])
const numberOf = (path: string): number => fields.findIndex((field) => field.path === path) + 1

const judged = (...settled: FieldSettlement[]): JudgedDocument =>
  settled.reduce(withFieldSettlement, {
    name: 'invoice.pdf',
    comparedAt: '2026-01-31T10:00:00Z',
    disputes: 2,
    readings: [],
    settlements: [],
  })

describe('Settling a value that several have filled', () => {
  it('makes those right that say so, however they spell it, or none', () => {
    const settled = settleField(fields, numberOf('/number'), { answer: 'value', value: 'a-17' })
    assert.deepEqual([settled.truth, settled.right], ['a-17', ['local']])
    assert.deepEqual(settleField(fields, numberOf('/number'), { answer: 'value', value: 'B' }).right, [])
    assert.deepEqual(settleField(fields, numberOf('/total'), { answer: 'side', value: 1234.5 }).right, [
      'local',
      'vision',
    ])
    const skipped = settleField(fields, numberOf('/number'), { answer: 'skip' })
    assert.ok(!('truth' in skipped))
  })

  it('reads what is typed as a value of the type that the schema gives it', () => {
    assert.equal(typedFieldValue(' 1234.50 ', { type: 'number' }), 1234.5)
    assert.equal(typedFieldValue('1,234.50', { type: 'number' }), 1234.5)
    assert.equal(typedFieldValue('-3', { type: 'integer' }), -3)
    assert.equal(typedFieldValue('3.5', { type: 'integer' }), undefined)
    assert.equal(typedFieldValue('0x10', { type: 'number' }), undefined)
    assert.equal(typedFieldValue('none', { type: 'number' }), undefined)
    assert.equal(typedFieldValue('0042', { type: 'string' }), '0042')
    assert.equal(typedFieldValue('paid', { type: 'string', enum: ['paid', 'open'] }), 'paid')
    assert.equal(typedFieldValue('payed', { type: 'string', enum: ['paid', 'open'] }), undefined)
    assert.equal(typedFieldValue('TRUE', { type: 'boolean' }), true)
    assert.equal(typedFieldValue('yes', { type: 'boolean' }), undefined)
    assert.equal(typedFieldValue('  ', { type: 'number' }), null)
  })

  it('knows that type by the pointer of the value, whichever item of an array it is in', () => {
    const types = [
      { path: '/2025/sum', type: 'number' as const },
      { path: '/items/*/amount', type: 'integer' as const },
    ]
    assert.equal(typeOfField('/items/12/amount', types).type, 'integer')
    assert.equal(typeOfField('/2025/sum', types).type, 'number')
    assert.equal(typeOfField('/2024/sum', types).type, 'string')
  })

  it('keeps the last word about a field in the file of judgements, and forgets it', () => {
    const at = numberOf('/number')
    const once = judged(settleField(fields, at, { answer: 'value', value: 'A-17' }))
    const twice = withFieldSettlement(once, settleField(fields, at, { answer: 'skip' }))
    assert.deepEqual(
      twice.fields?.map(({ answer }) => answer),
      ['skip'],
    )
    assert.ok(Check(JudgedDocument, JSON.parse(JSON.stringify(once))))
    assert.deepEqual(withoutFieldSettlement(twice, at), judged())
  })
})

describe('Settled values as truth', () => {
  it('are looked for in new fillings: at their place, and in arrays in the item that says the same otherwise', () => {
    const document = judged(
      settleField(fields, numberOf('/number'), { answer: 'value', value: 'A-17' }),
      settleField(fields, numberOf('/items/1/amount'), { answer: 'value', value: 35.5 }),
      settleField(fields, numberOf('/items/2/amount'), { answer: 'skip' }),
    )
    const again = fieldsJudgedAgain(
      document,
      new Map<string, unknown>([
        [
          'first',
          {
            number: 'a-17',
            items: [
              { name: 'Glue', amount: 35.5 },
              { name: 'ink', amount: '35.50' },
            ],
          },
        ],
        [
          'second',
          {
            number: 'A-71',
            items: [
              { name: 'Glue', amount: 35.5 },
              { name: 'Ink', amount: 33.5 },
            ],
          },
        ],
        ['third', { number: null, items: [] }],
        ['failed', undefined],
      ]),
    )
    assert.deepEqual(
      again.fields?.map(({ right }) => right),
      [['first'], ['first']],
    )
    assert.deepEqual(
      judgedFieldScores([again]).map(({ provider, settled, right, missing }) => [provider, settled, right, missing]),
      [
        ['first', 2, 2, 0],
        ['second', 2, 0, 0],
        ['third', 2, 0, 2],
        ['failed', 2, 0, 2],
      ],
    )
  })

  it('that the document has nothing make those right that have found nothing', () => {
    const document = judged(settleField(fields, numberOf('/number'), { answer: 'value', value: null }))
    const again = fieldsJudgedAgain(
      document,
      new Map<string, unknown>([
        ['one', { number: null }],
        ['other', { number: 'X' }],
      ]),
    )
    assert.deepEqual(again.fields?.[0]?.right, ['one'])
    assert.equal(judgedFieldScores([again]).find(({ provider }) => provider === 'one')?.missing, 0)
  })

  it('of a property that is named by a number are no item of an array', () => {
    const years = compareFields([
      filledBy('local', { 2024: { sum: 1 }, 2025: { sum: 2 } }),
      filledBy('vision', { 2024: { sum: 1 }, 2025: { sum: 3 } }),
    ]).fields
    const at = years.findIndex(({ path }) => path === '/2025/sum') + 1
    const document = judged(settleField(years, at, { answer: 'value', value: 2 }))
    const again = fieldsJudgedAgain(
      document,
      new Map<string, unknown>([
        ['one', { 2024: { sum: 2 }, 2025: { sum: 1 } }],
        ['other', { 2024: { sum: 1 }, 2025: { sum: 2 } }],
      ]),
    )
    assert.deepEqual(again.fields?.[0]?.right, ['other'])
  })
})
