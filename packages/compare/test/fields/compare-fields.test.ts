import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compareFields, keyOfFieldValue } from '../../src/fields.ts'
import { extractionOf } from './extractions.ts'

const compared = (...data: readonly Parameters<typeof extractionOf>[]) =>
  compareFields(
    data.map((given, index) => ({ by: String.fromCodePoint(97 + index), extraction: extractionOf(...given) })),
  )

/** `path agreement: who=value …` */
const said = ({ fields }: ReturnType<typeof compareFields>) =>
  fields.map(
    ({ path = '-', agreement, values }) =>
      `${path} ${agreement}: ${values.map(({ by, value }) => `${by}=${value}`).join(' ')}`,
  )

describe('Values of one schema', () => {
  it('agree, are disputed, are said by some only, or by none', () => {
    const result = compared(
      [{ number: 'A-17', total: 85, buyer: null, note: null }],
      [{ number: 'a-17', total: 58, buyer: 'Acme', note: null }],
    )
    assert.deepEqual(said(result), [
      '/number agreed: a=A-17 b=a-17',
      '/total disputed: a=85 b=58',
      '/buyer partial: a=null b=Acme',
      '/note empty: a=null b=null',
    ])
    assert.deepEqual(result.data, { number: 'A-17', total: 85, buyer: 'Acme', note: null })
    assert.deepEqual(
      result.fields.map(({ proved }) => proved.join('')),
      ['ab', 'ab', 'b', ''],
    )
  })

  it('are as one what is proved best, and doubted where another is proved too', () => {
    const { data, evidence } = compared(
      [{ total: 85, date: '2026-01-02', number: { unproven: 'B-99' } }, { '/total': { confidence: 0.7 } }],
      [{ total: 58, date: '2026-01-03', number: 'A-17' }, { '/date': { confidence: 0.8 } }],
    )
    assert.deepEqual(data, { total: 58, date: '2026-01-02', number: 'A-17' })
    assert.deepEqual(
      evidence.map(({ value, confidence }) => [value, confidence]),
      [
        [58, 0.6],
        ['2026-01-02', 0.6],
        ['A-17', 0.9],
      ],
    )
  })

  it('are disputed even if only one of them stands on the page, and say which', () => {
    const { fields } = compared([{ number: { unproven: 'B-99' } }], [{ number: 'A-17' }])
    assert.partialDeepStrictEqual(fields, [{ agreement: 'disputed', proved: ['b'] }])
  })

  it('of which none stands on the page are null, with what was proposed first', () => {
    const { data, evidence } = compared([{ number: null }], [{ number: { unproven: 'B-99' } }])
    assert.deepEqual(data, { number: null })
    assert.partialDeepStrictEqual(evidence, [{ value: 'B-99', status: 'not_found' }])
  })

  it('are the same in any spelling of a number, a date or a text, and codes are no numbers', () => {
    for (const [one, other] of [
      [1234.5, 1234.5],
      ['1,234.50', '1234.5'],
      ['12 March 2026', '2026-03-12'],
      ['12.03.2026', '2026-03-12'],
      ['Acme  Ltd.', 'ACME Ltd.'],
      [0.1 + 0.2, 0.3],
    ] as const)
      assert.equal(keyOfFieldValue(one), keyOfFieldValue(other))
    for (const [one, other] of [
      ['0012', '12'],
      ['J. Smith', 'Smith'],
      ['<5', '5'],
      ['3 Main Street', 'Main Street'],
      ['C++', 'C'],
      [true, 'true'],
      [12, 21],
    ] as const)
      assert.notEqual(keyOfFieldValue(one), keyOfFieldValue(other))
  })
})

describe('Items of arrays', () => {
  const line = (name: string, amount: number | null, count = 1) => ({ name, count, amount })

  it('are matched by what they say, wherever they stand', () => {
    const result = compared(
      [{ lines: [line('Oars', 20), line('Rope', 5), line('Sails', 300)] }],
      [{ lines: [line('Tar', 7), line('Sails', 300), line('Rope', 6), line('Oars', 20)] }],
    )
    assert.deepEqual(
      said(result).filter((text) => text.includes('amount')),
      [
        '/lines/0/amount partial: b=7',
        '/lines/1/amount agreed: a=300 b=300',
        '/lines/2/amount disputed: a=5 b=6',
        '/lines/3/amount agreed: a=20 b=20',
      ],
    )
    assert.deepEqual(result.data, { lines: [line('Tar', 7), line('Sails', 300), line('Rope', 6), line('Oars', 20)] })
  })

  it('are those of one model in the data, so that none occurs twice; the others have no path', () => {
    const lines = [line('Oars', 20), line('Rope', 5), line('Tar', 7)]
    const result = compared([{ lines }], [{ lines: [line('Oars', 20), line('Keel', 900)] }])
    assert.deepEqual(result.data, { lines })
    assert.deepEqual(
      said(result).filter((text) => text.startsWith('- ')),
      ['- partial: b=Keel', '- partial: b=1', '- partial: b=900'],
    )
    assert.equal(result.evidence.length, 9)
  })

  it('that are equal are matched by their order', () => {
    const lines = [line('Oars', 20), line('Oars', 20), line('Oars', 20)]
    const result = compared([{ lines }], [{ lines: lines.slice(0, 2) }])
    assert.deepEqual(
      said(result).filter((text) => text.includes('name')),
      ['/lines/0/name agreed: a=Oars b=Oars', '/lines/1/name agreed: a=Oars b=Oars', '/lines/2/name partial: a=Oars'],
    )
  })

  it('that say nothing the same are one where one of each is left between neighbours', () => {
    const result = compared([{ tags: ['oars', 'rope', 'tar'] }], [{ tags: ['oars', 'rape', 'tar'] }])
    assert.deepEqual(said(result), [
      '/tags/0 agreed: a=oars b=oars',
      '/tags/1 disputed: a=rope b=rape',
      '/tags/2 agreed: a=tar b=tar',
    ])
  })

  it('of three are brought together, with those in them', () => {
    const boat = (name: string, ...crew: string[]) => ({ name, crew: crew.map((each) => ({ each })) })
    const result = compared(
      [{ boats: [boat('Ada', 'Kim', 'Lee'), boat('Eva', 'Max')] }],
      [{ boats: [boat('Eva', 'Max'), boat('Ada', 'Lee')] }],
      [{ boats: [] }],
    )
    assert.deepEqual(said(result), [
      '/boats/0/name partial: a=Ada b=Ada',
      '/boats/0/crew/0/each partial: a=Kim',
      '/boats/0/crew/1/each partial: a=Lee b=Lee',
      '/boats/1/name partial: a=Eva b=Eva',
      '/boats/1/crew/0/each partial: a=Max b=Max',
    ])
  })

  it('from which a sum was derived make it null where those of another are in the data', () => {
    const derived = { status: 'derived', of: '/lines/*/amount', page: null } as const
    const one = [line('Oars', 20), line('Rope', 5)]
    const other = [line('Oars', 20), line('Rope', 5), line('Tar', 7)]
    const result = compared([{ total: 25, lines: one }, { '/total': derived }], [{ total: null, lines: other }])
    assert.deepEqual(result.data, { total: null, lines: other })
    assert.partialDeepStrictEqual(result.evidence, [{ path: '/total', value: 25, status: 'not_found', from: [] }])
    const kept = compared([{ total: 25, lines: other }, { '/total': derived }], [{ total: null, lines: one }])
    assert.partialDeepStrictEqual(kept, { data: { total: 25 }, evidence: [{ status: 'derived' }] })
  })

  it('of thousands are matched without comparing each with each', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => line(`Part ${index}`, index % 7, 1))
    const { fields } = compared([{ lines }], [{ lines: lines.toReversed() }])
    assert.ok(fields.length === 6000 && fields.every(({ agreement }) => agreement === 'agreed'))
  })

  it('lose no value of any model', () => {
    const row = fc.record({ name: fc.constantFrom('a', 'b', null), amount: fc.constantFrom(1, 2, null) })
    const lines = fc.array(row, { maxLength: 6 })
    fc.assert(
      fc.property(lines, lines, lines, (...all) => {
        const readings = all.map((each) => ({ lines: each }))
        const { data, evidence, fields } = compareFields(
          readings.map((given, index) => ({ by: String(index), extraction: extractionOf(given) })),
        )
        for (const [index, given] of all.entries())
          assert.equal(
            fields.flatMap(({ values }) => values.filter(({ by }) => by === String(index))).length,
            2 * given.length,
          )
        assert.ok(readings.some((given) => JSON.stringify(given) === JSON.stringify(data)))
        assert.deepEqual(
          evidence.map(({ path }) => path),
          fields.flatMap(({ path }) => path ?? []),
        )
        const places = fields.flatMap(({ path }) => path ?? [])
        assert.equal(new Set(places).size, places.length)
      }),
    )
  })
})
