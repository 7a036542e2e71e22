import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveExtraction } from '../src/extract.ts'
import { blockPage, pagesOf, tablePage } from './build-reading.ts'
import { schemaOf } from './schema-of.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const invoice = pagesOf([
  '# INVOICE                     Acme Tools Ltd.',
  'Invoice no.  2024-0815        12 Long Street',
  'Date         5 March 2024     Springfield',
  'Item                     Qty      Price',
  'Hammer                   2        12.50',
  'Saw                      2        30.00',
  'Total                             85.00',
])

const string = { type: 'string' }
const number = { type: 'number' }

const entryOf = (reading: Parameters<typeof proveExtraction>[0], property: object, value: unknown, name = 'value') => {
  const { data, evidence } = proveExtraction(reading, schemaOf({ [name]: property }), { [name]: value })
  const [entry] = evidence
  assert.ok(entry !== undefined)
  return { ...entry, kept: data[name] }
}

describe('A proposed value', () => {
  it('that stands on the page is found, with its page, box and words', () => {
    const entry = entryOf(invoice, string, '2024-0815', 'invoiceNumber')
    assert.deepEqual([entry.status, entry.kept, entry.page, entry.text], ['found', '2024-0815', 1, '2024-0815'])
    assert.deepEqual(entry.bbox, [118, 54, 172, 64])
    assert.ok(entry.confidence > 0.9)
  })

  it('that stands nowhere is null, unless it is to be kept', () => {
    assert.deepEqual(entryOf(invoice, string, 'Fabrikam').kept, null)
    assert.equal(entryOf(invoice, string, 'Fabrikam').status, 'not_found')
    const schema = schemaOf({ seller: string })
    const { data } = proveExtraction(invoice, schema, { seller: 'Fabrikam' }, { unproven: 'keep' })
    assert.deepEqual(data, { seller: 'Fabrikam' })
  })

  for (const [what, property, value, from] of [
    ['a date in words', { type: 'string', format: 'date' }, '2024-03-05', 'date'],
    ['an amount', number, 12.5, 'amount'],
    ['another case', string, 'acme tools ltd.', 'case'],
    ['lines that are joined', string, '12 Long Street, Springfield', 'joined_lines'],
  ] as const)
    it(`is found as ${what}, and the evidence says so`, () => {
      const entry = entryOf(invoice, property, value)
      assert.equal(entry.status, 'found')
      assert.ok(entry.from.includes(from), entry.from.join())
    })

  it('is no part of a longer number', () => {
    assert.equal(entryOf(invoice, number, 81).status, 'not_found')
    assert.equal(entryOf(invoice, string, '15').status, 'not_found')
  })

  it('of cents where there are units is not found', () => {
    assert.equal(entryOf(invoice, number, 8500).status, 'not_found')
  })

  it('is less sure where it stands several times and no label tells which', () => {
    const some = entryOf(invoice, number, 2, 'something')
    const total = entryOf(invoice, number, 85, 'total')
    assert.ok(some.confidence < 0.7, String(some.confidence))
    assert.ok(total.confidence > 0.9, String(total.confidence))
  })

  it('of another type is taken where it means one of the right type, and else is null', () => {
    assert.equal(entryOf(invoice, number, '85.00').kept, 85)
    assert.equal(entryOf(invoice, { type: 'integer' }, 12.5).value, null)
    assert.equal(entryOf(invoice, number, { amount: 85 }).value, null)
    assert.equal(entryOf(invoice, { enum: ['open', 'paid'] }, 'PAID').value, 'paid')
    assert.equal(entryOf(invoice, { enum: ['open', 'paid'] }, 'Hammer').value, null)
  })

  it('that the schema does not name is left out, under any name', () => {
    const { data, evidence } = proveExtraction(invoice, schemaOf({ total: number }), {
      total: 85,
      extra: 'Hammer',
      ['__proto__']: { total: 1 },
    })
    assert.deepEqual([data, evidence.length], [{ total: 85 }, 1])
    const odd = proveExtraction(invoice, schemaOf({ constructor: string }), {})
    assert.deepEqual(odd.data, { constructor: null })
  })

  it('in no answer at all is null', () => {
    for (const answer of [null, 'I cannot help with that.', [], 7])
      assert.deepEqual(proveExtraction(invoice, schemaOf({ total: number }), answer).data, { total: null })
  })

  it('in recognised text with a doubtful point is found, but not believed', () => {
    const scan = pagesOf(['Total 1284538'])
    const read = {
      ...scan,
      pages: scan.pages.map((page) => ({
        ...page,
        blocks: page.blocks.map((block) => ({
          ...block,
          words: (block.words ?? []).map((word) => ({ ...word, confidence: 0.9 })),
        })),
      })),
    }
    const entry = entryOf(read, number, 12_845.38, 'total')
    assert.deepEqual([entry.status, entry.from], ['found', ['recognition']])
    assert.ok(entry.confidence < 0.7)
    assert.equal(entryOf(scan, number, 12_845.38, 'total').status, 'not_found')
  })
})

describe('The rows of an array', () => {
  const lines = {
    type: 'array',
    items: { type: 'object', properties: { item: string, quantity: number, price: number } },
  }
  const schema = schemaOf({ lines })

  it('have their values in one row of the page each', () => {
    const { evidence } = proveExtraction(invoice, schema, {
      lines: [
        { item: 'Hammer', quantity: 2, price: 12.5 },
        { item: 'Saw', quantity: 2, price: 30 },
      ],
    })
    const top = (path: string) => evidence.find((entry) => entry.path === path)?.bbox?.[1]
    assert.equal(top('/lines/0/quantity'), top('/lines/0/item'))
    assert.equal(top('/lines/1/quantity'), top('/lines/1/item'))
    assert.notEqual(top('/lines/0/quantity'), top('/lines/1/quantity'))
    assert.ok(evidence.every(({ confidence }) => confidence > 0.8))
  })

  it('are less sure where their values are from different rows', () => {
    const far = pagesOf(['Hammer       12.50', ...Array.from({ length: 30 }, () => 'between'), 'Saw          30.00'])
    const mixed = proveExtraction(far, schema, { lines: [{ item: 'Hammer', quantity: null, price: 30 }] })
    const right = proveExtraction(far, schema, { lines: [{ item: 'Hammer', quantity: null, price: 12.5 }] })
    const sure = ({ evidence }: typeof mixed) => evidence.find(({ path }) => path === '/lines/0/price')?.confidence ?? 0
    assert.ok(sure(mixed) < 0.7 && sure(right) > 0.9, `${sure(mixed)} ${sure(right)}`)
  })

  it('are found in tables without boxes', () => {
    const { data, evidence } = proveExtraction(
      tablePage('Items', [
        ['Item', 'Qty', 'Price'],
        ['Hammer', '2', '12.50'],
      ]),
      schema,
      { lines: [{ item: 'Hammer', quantity: 2, price: 12.5 }] },
    )
    assert.deepEqual(data, { lines: [{ item: 'Hammer', quantity: 2, price: 12.5 }] })
    assert.ok(evidence.every(({ bbox, page }) => bbox === null && page === 1))
  })
})

describe('Proof', () => {
  it('takes a time in proportion to the document', async () => {
    const line = (row: number): string =>
      `Item ${row}   part-${row % 977}   ${row}.25   the same words on every line of it`
    const long = pagesOf(
      ...Array.from({ length: 1000 }, (_, page) => Array.from({ length: 40 }, (_, row) => line(page * 40 + row))),
    )
    const lines = Array.from({ length: 4000 }, (_, row) => ({
      item: `part-${row % 977}`,
      quantity: row * 7,
      price: row + 0.25,
    }))
    const schema = schemaOf({
      lines: {
        type: 'array',
        items: { type: 'object', properties: { item: string, quantity: number, price: number } },
      },
      ...Object.fromEntries(Array.from({ length: 490 }, (_, at) => [`same${at}`, string])),
    })
    const same = Object.fromEntries(
      Array.from({ length: 490 }, (_, at) => [`same${at}`, `the same words on every other line ${at}`]),
    )
    const { evidence } = await withinCpu(60_000, () => proveExtraction(long, schema, { lines, ...same }))
    assert.equal(evidence.length, 12_490)
  })

  it('of text without spaces or letters does not fail', () => {
    for (const text of ['', ' ', '\u0000', '💶'.repeat(1000), 'a'.repeat(100_000), '1'.repeat(5000), '.'.repeat(5000)])
      assert.equal(
        proveExtraction(blockPage('paragraph', text), schemaOf({ a: string, b: number }), { a: text, b: 1 }).evidence
          .length,
        2,
      )
  })
})
