import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveExtraction, proveModelAnswers } from '../src/extract.ts'
import { pagesOf } from './build-reading.ts'
import { schemaOf } from './schema-of.ts'

const string = { type: 'string' }
const number = { type: 'number' }
const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })

const invoice = pagesOf([
  '# INVOICE  2024-0815',
  'Item                     Qty      Price',
  'Hammer                   2        12.50',
  'Saw                      5        30.25',
  'Pliers                   7        44.00',
])
const lines = [
  { item: 'Hammer', price: 12.5 },
  { item: 'Saw', price: 30.25 },
  { item: 'Pliers', price: 44 },
]
const lineSchema = { item: string, price: number }

describe('An item of an array', () => {
  const schema = schemaOf({ lines: list(lineSchema) })

  it('that was invented is left out, those that follow move up, and it is counted', () => {
    const invented = [lines[0], { item: 'Anvil', price: 999.99 }, lines[1], { item: 'Crane', price: null }, lines[2]]
    const { data, evidence, unproven } = proveExtraction(invoice, schema, { lines: invented })
    assert.deepEqual(data, { lines })
    assert.deepEqual(
      evidence.map(({ path, value, status }) => [path, value, status]),
      lines.flatMap(({ item, price }, index) => [
        [`/lines/${index}/item`, item, 'found'],
        [`/lines/${index}/price`, price, 'found'],
      ]),
    )
    assert.deepEqual(unproven, { '/lines': 2 })
  })

  it('of which nothing is said is left out, and not counted', () => {
    const { data, unproven } = proveExtraction(invoice, schema, { lines: [{}, lines[0], { item: '' }] })
    assert.deepEqual([data, unproven], [{ lines: [lines[0]] }, {}])
  })

  it('of which one value is found stays, with null for the others', () => {
    const { data, unproven } = proveExtraction(invoice, schema, { lines: [{ item: 'Saw', price: 999.99 }] })
    assert.deepEqual([data, unproven], [{ lines: [{ item: 'Saw', price: null }] }, {}])
  })

  it('stays where values that are not proved are to be kept', () => {
    const proposed = { lines: [{ item: 'Anvil', price: 999.99 }, {}] }
    const { data, unproven } = proveExtraction(invoice, schema, proposed, { unproven: 'keep' })
    assert.deepEqual([data, unproven], [{ lines: [{ item: 'Anvil', price: 999.99 }] }, {}])
  })

  it('that is a text, or has arrays of its own, is left out as well', () => {
    const nested = schemaOf({
      tags: { type: 'array', items: string },
      orders: list({ 0: string, lines: list(lineSchema) }),
    })
    const { data, evidence, unproven } = proveExtraction(invoice, nested, {
      tags: ['Anvil', 'Hammer'],
      orders: [
        { 0: 'nowhere', lines: [{ item: 'Crane' }] },
        { 0: 'missing', lines: [{ item: 'Crane' }, lines[1]] },
      ],
    })
    assert.deepEqual(data, { tags: ['Hammer'], orders: [{ 0: null, lines: [lines[1]] }] })
    assert.deepEqual(
      evidence.map(({ path }) => path),
      ['/tags/0', '/orders/0/0', '/orders/0/lines/0/item', '/orders/0/lines/0/price'],
    )
    assert.deepEqual(unproven, { '/tags': 1, '/orders': 1, '/orders/0/lines': 1 })
  })

  it('that a model has invented in one portion is left out of what it says about all', () => {
    const { data, unproven } = proveModelAnswers(invoice, schema, [
      { lines: [{ item: 'Anvil', price: 999.99 }, lines[0]] },
      { lines: [lines[2]] },
    ])
    assert.deepEqual([data, unproven], [{ lines: [lines[0], lines[2]] }, { '/lines': 1 }])
  })
})

describe('A number that stands nowhere', () => {
  const proven = (properties: object, proposed: object) => {
    const { data, evidence } = proveExtraction(invoice, schemaOf({ ...properties, lines: list(lineSchema) }), proposed)
    const [first] = evidence
    assert.ok(first !== undefined)
    return { first, value: Object.values(data)[0] }
  }

  it('and is the sum of a column is derived, and says of what', () => {
    const { first, value } = proven({ total: number }, { total: 86.75, lines })
    assert.equal(value, 86.75)
    assert.deepEqual(
      [first.status, first.from, first.of, first.page, first.bbox, first.text],
      ['derived', ['sum'], '/lines/*/price', null, null, null],
    )
    assert.ok(first.confidence > 0.7 && first.confidence <= 0.9, String(first.confidence))
  })

  it('and is nearly the sum, or that of values which were not all found, is not derived', () => {
    for (const proposed of [
      { total: 86.7, lines },
      { total: 87, lines },
      { total: 186.75, lines: [...lines, { item: 'Hammer', price: 100 }] },
      { total: 86.75, lines: [...lines, { item: 'Anvil', price: 0.01 }] },
    ]) {
      const { first, value } = proven({ total: number }, proposed)
      assert.deepEqual([first.status, value], ['not_found', null], JSON.stringify(proposed))
    }
  })

  it('and has few digits is a sum only where its name says so', () => {
    const short = [
      { item: 'Hammer', price: 2 },
      { item: 'Pliers', price: 7 },
    ]
    assert.equal(proven({ total: number }, { total: 9, lines: short }).first.status, 'derived')
    assert.equal(proven({ section: number }, { section: 9, lines: short }).first.status, 'not_found')
  })

  it('and is the number of items is derived where it is called a count, and is to be looked at', () => {
    const { first, value } = proven({ lineCount: { type: 'integer' } }, { lineCount: 3, lines })
    assert.deepEqual([value, first.status, first.from, first.of], [3, 'derived', ['count'], '/lines'])
    assert.ok(first.confidence < 0.7)
    const german = proven({ n: { type: 'integer', title: 'Anzahl der Positionen' } }, { n: 3, lines })
    assert.equal(german.first.status, 'derived')
    assert.equal(proven({ invoiceNumber: { type: 'integer' } }, { invoiceNumber: 3, lines }).first.status, 'not_found')
    const invented = [...lines, { item: 'Anvil', price: 999.99 }]
    assert.equal(
      proven({ lineCount: { type: 'integer' } }, { lineCount: 3, lines: invented }).first.status,
      'not_found',
    )
  })

  it('and belongs to an item is derived from the arrays of that item only, wherever it has moved', () => {
    const orders = list({ sum: number, lines: list(lineSchema) })
    const { data, evidence } = proveExtraction(invoice, schemaOf({ orders }), {
      orders: [
        { sum: 1, lines: [{ item: 'Anvil' }] },
        { sum: 42.75, lines: lines.slice(0, 2) },
        { sum: 42.75, lines: lines.slice(1) },
      ],
    })
    assert.deepEqual(data, {
      orders: [
        { sum: 42.75, lines: lines.slice(0, 2) },
        { sum: null, lines: lines.slice(1) },
      ],
    })
    const [derived] = evidence
    assert.deepEqual([derived?.path, derived?.of], ['/orders/0/sum', '/orders/0/lines/*/price'])
  })
})
