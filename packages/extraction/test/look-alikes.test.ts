import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractFromDocument, proveExtraction } from '../src/extract.ts'
import { pagesOf, tablePage } from './build-reading.ts'
import { schemaOf } from './schema-of.ts'

const string = { type: 'string' }
const number = { type: 'number' }

const entryOf = (lines: readonly string[], property: object, value: unknown) => {
  const [entry] = proveExtraction(pagesOf(lines), schemaOf({ value: property }), { value }).evidence
  assert.ok(entry !== undefined)
  return entry
}
const statusOf = (...asked: Parameters<typeof entryOf>): string => entryOf(...asked).status

describe('A value that only resembles what is printed is not found:', () => {
  it('a long number of which the last digit differs', () => {
    const page = ['Account 90071992547409921']
    assert.equal(statusOf(page, string, '90071992547409922'), 'not_found')
    assert.equal(statusOf(page, string, '90071992547409921'), 'found')
  })

  it('a tiny number where there is a zero', () => {
    assert.equal(statusOf(['Rate 0'], number, 0.000_000_2), 'not_found')
    assert.equal(statusOf(['Rate 0.0000002'], number, 0.000_000_2), 'found')
    assert.equal(statusOf(['Rate 1.0000001'], number, 1.000_000_2), 'not_found')
  })

  it('a code with leading zeros where there is a number', () => {
    assert.equal(statusOf(['Quantity 12'], string, '0012'), 'not_found')
    assert.equal(statusOf(['Code 0012'], string, '0012'), 'found')
  })

  it('a text of which a number differs', () => {
    const page = ['Berth 14 at the long quay of Harbour Light Ferries']
    assert.equal(statusOf(page, string, 'Berth 41 at the long quay of Harbour Light Ferries'), 'not_found')
    assert.equal(statusOf(page, string, 'Berth 14 at the long quay of Harbour Light Ferries'), 'found')
  })

  it('a number whose digits stand in two cells', () => {
    assert.equal(statusOf(['Boats 12         34'], string, '1234'), 'not_found')
    assert.equal(statusOf(['Boats 12', '34 crews'], string, '1234'), 'not_found')
    assert.equal(statusOf(['Fare 12.34'], string, '1234'), 'not_found')
    assert.equal(statusOf(['CPF 123.456.789-09'], string, '12345678909'), 'found')
    assert.equal(statusOf(['IBAN DE89 3704 0044 0532 0130 00'], string, 'DE89370400440532013000'), 'found')
  })
})

describe('A date that may be two', () => {
  const day = { type: 'string', format: 'date' }
  const sure = (lines: readonly string[], value: string): number => entryOf(lines, day, value).confidence

  it('is not sure where nothing tells which, and not believed where other dates tell the other', () => {
    assert.ok(sure(['Due 05/03/2024'], '2024-03-05') < 0.8)
    assert.equal(sure(['Due 05/03/2024'], '2024-03-05'), sure(['Due 05/03/2024'], '2024-05-03'))
    const told = ['Due 05/03/2024', 'Printed 03/25/2024']
    assert.ok(sure(told, '2024-05-03') > 0.8, String(sure(told, '2024-05-03')))
    assert.ok(sure(told, '2024-03-05') < 0.7, String(sure(told, '2024-03-05')))
  })
})

describe('An amount in thousands or millions', () => {
  for (const printed of ['2,5 Mio. €', '2.5 million', '3 Mrd.', 'TEUR 12', '12 T€', '$5M', '5k€', '7 Tsd.', '2.5bn'])
    it(`is not taken for its digits: ${printed}`, () => {
      const { data } = extractFromDocument(pagesOf([`Total amount: ${printed}`]), schemaOf({ totalAmount: number }))
      assert.deepEqual(data, { totalAmount: null })
    })

  it('is found as what it means', () => {
    const page = ['Revenue was $ 2.5 million, costs 900 Tsd. €']
    const entry = entryOf(page, number, 2_500_000)
    assert.deepEqual([entry.status, entry.text], ['found', '2.5 million,'])
    assert.ok(entry.from.includes('unit'))
    assert.equal(statusOf(page, number, 900_000), 'found')
    assert.equal(statusOf(['Length 5 m'], number, 5_000_000), 'not_found')
  })

  it('leaves units that begin like them as they are', () => {
    const { data } = extractFromDocument(
      pagesOf(['Length: 12 m', 'Weight: 5 t']),
      schemaOf({ length: number, weight: number }),
    )
    assert.deepEqual(data, { length: 12, weight: 5 })
  })
})

describe('Rows beyond what is read', () => {
  it('are counted in a warning', () => {
    const rows = Array.from({ length: 5003 }, (_, row) => [`Boat ${row}`, String(row + 1)])
    const table = tablePage('Boats', [['Name', 'Seats'], ...rows])
    const schema = schemaOf({
      boats: { type: 'array', items: { type: 'object', properties: { name: string, seats: number } } },
    })
    const local = extractFromDocument(table, schema)
    const boats = local.data['boats']
    assert.ok(Array.isArray(boats))
    assert.deepEqual([boats.length, local.omitted], [5003, {}])
    const wide = schemaOf({
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`column${at}`, number])),
        },
      },
    })
    const empty = Array.from({ length: 19_000 }, () => ({}))
    assert.deepEqual(proveExtraction(table, wide, { rows: empty }).omitted, { '/rows': 18_000 })
    const many = Array.from({ length: 20_010 }, () => ({ name: 'Boat 1', seats: 2 }))
    assert.deepEqual(proveExtraction(table, schema, { boats: many }).omitted, { '/boats': 10 })
  })
})
