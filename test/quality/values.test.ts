import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { missingValues } from '../../quality/values/compare-values.ts'

const missing = (others: Parameters<typeof missingValues>[0], text: string, cells: readonly string[] = []): string[] =>
  missingValues(others, { text, cells })

describe('the values that another reader finds', () => {
  it('are missing where a word is, or is there less often, however words are divided and written', () => {
    assert.deepEqual(missing([{ text: 'Total: 5\u00A0€' }, { text: 'ﬁne' }], 'total 5 € fine'), [])
    assert.deepEqual(missing([{ text: 'one one two' }], 'one'), ['one', 'two'])
  })

  it('are missing where no cell has the digits of a rounded number, in order', () => {
    const found = ["1'234.50", '12 %', '1.03E+08', '123-45-6789', '0.05']
    for (const number of [1234.5, 0.12, 103_434_343, 123_456_789, -1234.4999, 0.05])
      assert.deepEqual(missing([{ number }], '', found), [])
    for (const number of [1234.6, 98_765, 0.13, 987_654_321])
      assert.deepEqual(missing([{ number }], '', found), [String(number)])
  })

  it('are missing where each cell has a number that is no part of the date', () => {
    const date = '2024-03-05T13:20:00'
    for (const cell of ['5 March 2024', '03/05/24', '1:20 PM', '2024-03-05 13:20:00'])
      assert.deepEqual(missing([{ date }], '', [cell]), [])
    for (const cell of ['6 March 2024', '13:21', 'March']) assert.deepEqual(missing([{ date }], '', [cell]), [date])
  })

  it('are there where a cell has the day or the time that a number counts to, with signs between its parts', () => {
    for (const [number, cell] of [
      [40218, '09/02/2010'],
      [10.632060185185185, '255:10:10'],
      [0.5, '12:00'],
    ] as const)
      assert.deepEqual(missing([{ number }], '', [cell]), [])
    for (const cell of ['9', '2.2010', '11/02/2010', 'Tuesday'])
      assert.deepEqual(missing([{ number: 40218 }], '', [cell]), ['40218'])
  })
})
