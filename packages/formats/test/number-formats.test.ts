import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createCellFormats } from '../src/office/spreadsheet/format-number.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const formatCellNumber = (value: number, code: string, since1904 = false): string =>
  createCellFormats().number(value, code, since1904)

const indian = '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0'
const accounting = '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)'
const phone = '[<=9999999]###-####;(###) ###-####'

describe('the formats of numbers', () => {
  const examples: Readonly<Record<string, readonly (readonly [value: number, code: string, shown: string])[]>> = {
    'without a format': [
      [0.1 + 0.2, 'General', '0.3'],
      [12345678901234, 'General', '12345678901234'],
      [749730712528.7554, 'General', '749730712528.755'],
      [-18814317208116.7, 'General', '-18814317208116.7'],
      [12345678901.25, 'General', '12345678901'],
      [1e20, 'General', '1E+20'],
      [123456789012, 'General" kg"', '123456789012 kg'],
      [-12.5, '"a" General', '-a 12.5'],
    ],
    'that are built in': [
      [1234.5, '0', '1235'],
      [1234.5, '0.00', '1234.50'],
      [1234567.891, '#,##0', '1,234,568'],
      [1234.5, '#,##0.00', '1,234.50'],
      [0.256, '0%', '26%'],
      [0.256, '0.00%', '25.60%'],
      [12345, '0.00E+00', '1.23E+04'],
      [0.99, '# ?/?', '1'],
      [1.75, '# ?/?', '1 3/4'],
      [-1.25, '# ?/?', '-1 1/4'],
      [-5.999, '# ??/??', '-6'],
      [45717, 'd-mmm-yy', '1-Mar-25'],
      [45717, 'mmm-yy', 'Mar-25'],
      [45749.5625, 'h:mm AM/PM', '1:30 PM'],
      [0.5, 'h:mm:ss', '12:00:00'],
      [-1234, '#,##0;(#,##0)', '(1,234)'],
      [-1234.5, '#,##0.00_);[Red](#,##0.00)', '(1,234.50)'],
      [0.000011574, 'mm:ss.0', '00:01.0'],
      [1.5, '[h]:mm:ss', '36:00:00'],
      [123456, '##0.0E+0', '123.5E+3'],
      [12, '@', '12'],
    ],
    'of currencies': [
      [1234.5, "#'##0.00", "1'234.50"],
      [-1234567.5, "[$CHF-807] #'##0.00", "-CHF 1234'567.50"],
      [1234.5, "[$CHF-807] #'##0.00", "CHF 1'234.50"],
      [1234.5, '#,##0.00\\ [$€-407]', '1,234.50 €'],
      [1234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
      [1234.5, '[$$-409]#,##0.00', '$1,234.50'],
      [-1000, '$#,##0', '-$1,000'],
      [1234.5, '"Fr." #,##0.00', 'Fr. 1,234.50'],
      [1234, '#,##0.-', '1,234.-'],
      [1234.5, '#,##0.00\\ "€"', '1,234.50 €'],
      [-1234.5, accounting, '(1,234.50)'],
      [0, accounting, '-'],
      [1234567, indian, '12,34,567'],
      [12345678, indian, '1,23,45,678'],
      [54321, indian, '54,321'],
      [12345.678, '# ##0.00', '12 345.68'],
      [20.16, '0" dollars and ".00" cents"', '20 dollars and .16 cents'],
    ],
    'of numbers that name something': [
      [123456789, '000-00-0000', '123-45-6789'],
      [5551234567, '(000) 000-0000', '(555) 123-4567'],
      [5551234, phone, '555-1234'],
      [5551234567, phone, '(555) 123-4567'],
      [12345, '00000-0000', '00001-2345'],
      [20250301, '0000\\-00\\-00', '2025-03-01'],
      [1234567890, '00 00 00 00 00', '12 34 56 78 90'],
      [12345678901, '000\\.000\\.000\\-00', '123.456.789-01'],
      [12345678901234, '00\\.000\\.000\\/0000\\-00', '12.345.678/9012-34'],
      [1230, '00\\:00', '12:30'],
      [5, '000', '005'],
    ],
    'with fractions, units and scales': [
      [1.3333, '?/3', '4/3'],
      [1.375, '# ?/8', '1 3/8'],
      [0.3333, '?/?', '1/3'],
      [1234567, '0.0,,"M"', '1.2M'],
      [1234567, '#,##0,"k"', '1,235k'],
      [2.5, '0.##', '2.5'],
      [1.005, '0.00', '1.01'],
      [0.125, '0.0 %', '12.5 %'],
      [25, '0"°C"', '25°C'],
      [5, '[Rot]0', '5'],
      [5, '[Color10]0', '5'],
    ],
    'with sections and conditions': [
      [0, '0;-0;"none"', 'none'],
      [-7, '[<0]"neg" 0;0', 'neg 7'],
      [61, '[>100]"big";"small"', 'small'],
      [60, '[<50]"low";[>=70]"high";"mid"', 'mid'],
      [1, '"Yes";"No";"None"', 'Yes'],
      [3, '[>5]0;[<2]0', '3'],
      [5, '+0;-0;0', '+5'],
    ],
    'of dates': [
      [45717, 'dd.mm.yyyy', '01.03.2025'],
      [44562, 'dddd, mmmm d, yyyy', 'Saturday, January 1, 2022'],
      [45749.5625, 'yyyy\\-mm\\-dd\\ hh:mm', '2025-04-02 13:30'],
      [45717, '[$-407]dddd, d. mmmm yyyy;@', 'Samstag, 1. März 2025'],
      [45717, '[$-40C]d mmm yyyy', '1 mars 2025'],
      [45717, '[$-411]ggge"年"m"月"d"日"', '令和7年3月1日'],
      [45717, '[$-411]ge.m.d', 'R7.3.1'],
      [45717, '[$-404]e/m/d', '114/3/1'],
      [45717, '[$-D07041E]d mmm yyyy', '1 มี.ค. 2568'],
      [1, 'yyyy-mm-dd', '1900-01-01'],
      [60, 'yyyy-mm-dd', '1900-02-29'],
      [61, 'yyyy-mm-dd', '1900-03-01'],
      [-1, 'yyyy-mm-dd', '-1'],
      [3_000_000, 'yyyy-mm-dd', '3000000'],
      [1.5, '[h]:mm', '36:00'],
    ],
  }
  for (const [kind, of] of Object.entries(examples))
    it(`${kind} show what Excel shows`, () => {
      for (const [value, code, shown] of of) assert.equal(formatCellNumber(value, code), shown, `${value} in ${code}`)
    })

  it('count days from 1904 where the workbook does, and not the hours of a duration', () => {
    assert.equal(formatCellNumber(0, 'yyyy-mm-dd', true), '1904-01-01')
    assert.equal(formatCellNumber(1.5, '[h]:mm', true), '36:00')
  })

  it('are for texts as well, which are never hidden', () => {
    const { text } = createCellFormats()
    assert.equal(text('abc', '"<"@">"'), '<abc>')
    assert.equal(text('abc', '0;-0;;"Text: "@'), 'Text: abc')
    for (const code of [accounting, '@', 'General', '0.00', ';;;']) assert.equal(text('abc', code), 'abc')
  })

  it('keep all digits of the rounded value in their order', () => {
    const literal = fc.constantFrom('', '-', ' ', "'", '\\.', '"."', '/', ':', ') ', '" x "')
    const place = fc.constantFrom('0', '#')
    const whole = fc.array(fc.tuple(literal, place), { minLength: 1, maxLength: 14 })
    const places = fc.integer({ min: 0, max: 4 })
    const codes = fc.tuple(whole, places).map(([parts, decimals]) => ({
      // A `/` between digits would be a fraction, and literals are escaped, so that the digits are those of the value.
      code: `${parts.map(([text, digit]) => (text === '/' ? '\\/' : text) + digit).join('')}${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}`,
      decimals,
    }))
    const values = fc.oneof(fc.integer({ min: 0, max: 10 ** 11 }), fc.double({ min: 0, max: 1e6, noNaN: true }))
    fc.assert(
      fc.property(codes, values, ({ code, decimals }, value) => {
        const shown = formatCellNumber(value, code).replaceAll(/\D/g, '').replace(/^0+/, '')
        const [mantissa = '0', exponent = '0'] = value.toExponential(14).split('e')
        const rounded = Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`))
        assert.equal(shown, rounded === 0 ? '' : String(rounded), `${value} in ${code}`)
      }),
      { numRuns: 2000 },
    )
  })

  it('give plain values and a warning that counts them where they are not understood', () => {
    const formats = createCellFormats()
    assert.equal(formats.number(1234.5, '"unclosed', false), '1234.5')
    assert.equal(formats.number(7, 'mm:ss.0000', false), '7')
    assert.equal(formats.number(7, '0.00', false), '7.00')
    assert.deepEqual(formats.warnings(), [
      {
        code: 'number_format_unread',
        message: '2 numbers cannot be shown in their formats; their plain values are shown.',
      },
    ])
  })

  it('give plain values, counted as well, where a value has no such form, as a day before 1900', () => {
    const formats = createCellFormats()
    assert.equal(formats.number(-3, 'yyyy-mm-dd', false), '-3')
    assert.deepEqual(
      formats.warnings().map(({ code }) => code),
      ['number_format_unread'],
    )
  })

  it('of ten thousand characters are read in no time', async () => {
    const long = ['0;', '#,', '"', '[', 'yyyy', '\\x', '0/', '?', 'E+', 'am/pm', '_', '[$-411]'].map((part) =>
      part.repeat(10_000 / part.length),
    )
    const formats = createCellFormats()
    for (const code of long)
      assert.equal(await withinCpu(500, () => formats.number(1.5, code, false), code.slice(0, 20)), '1.5')
  })
})
