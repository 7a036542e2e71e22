import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { amountOfText, decimalSignOf } from '../src/values/amounts.ts'
import { daysOfText } from '../src/values/dates.ts'

describe('An amount', () => {
  for (const [text, value] of [
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ["1'234.50 CHF", 1234.5],
    ['1 234 567', 1_234_567],
    ['€ 12,5', 12.5],
    ['(84,200)', -84_200],
    ['12.50-', -12.5],
    ['-19.828000', -19.828],
    ['18 %', 18],
    ['2539.000KGS', 2539],
  ] as const)
    it(`is read in ${text}`, () => assert.equal(amountOfText(text), value))

  for (const text of ['', 'abc', '1 2', 'Room 12 of the east wing', '12/2024', '3;6;16', '2024-01-05'])
    it(`is not read in "${text}"`, () => assert.equal(amountOfText(text), null))

  it('of one separator and three digits is what the document makes of it', () => {
    assert.equal(amountOfText('1.500', ','), 1500)
    assert.equal(amountOfText('1.500', '.'), 1.5)
    assert.equal(decimalSignOf(['12,50', '3,99', '1.500']), ',')
    assert.equal(decimalSignOf(['1.541.036.881', '2.807.912', '31.12.2022']), ',')
    assert.equal(decimalSignOf(['1.500', '2,000']), null)
  })
})

describe('A date', () => {
  for (const [text, days] of [
    ['2024-03-05', ['2024-03-05']],
    ['25.01.2023', ['2023-01-25']],
    ['05/03/2024', ['2024-03-05', '2024-05-03']],
    ['25 JAN 2023', ['2023-01-25']],
    ['25JAN23', ['2023-01-25']],
    ['March 5th, 2024', ['2024-03-05']],
    ['5 de marzo de 2024', ['2024-03-05']],
    ['5. März 2024', ['2024-03-05']],
    ['5 février 2024', ['2024-02-05']],
    ['31/02/2024', []],
    ['in 2024', []],
  ] as const)
    it(`is ${days.join(' or ') || 'not'} in ${text}`, () => assert.deepEqual(daysOfText(text), days))
})
