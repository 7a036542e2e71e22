import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Dispute } from '@polyparse/contract'
import { comparedResult, dispute, pagesWithTexts, parsedResult, side } from '@polyparse/test-support/results'
import { Check } from '@polyparse/document/typebox/value'
import { choicesOfDispute, judgedScores, settle } from '../../src/judgements.ts'
import { Judgements, judgementsSchema } from '@polyparse/contract/judgements'
import { unjudged, withoutSettlement, withSettlement } from '../../src/judgements.ts'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import { judgedAgain } from '../../src/judgements/find-truth.ts'
import type { Reading } from '../../src/reading.ts'
import { wilson } from '../../src/judgements/scores.ts'
import { comparedDocument } from '../../src/view.ts'

const around = { before: 'the parcels of June were', after: 'and those of July' }

const number = dispute([side('a', '48,317', around), side('b', '8,317', around), side('c', '48 317', around)], {
  kind: 'number',
})

const documentOf = (...disputes: Dispute[]) => {
  const text = 'In all the parcels of June were 48,317 and those of July 20,100 tonnes.'
  const result = comparedResult(
    ['a', 'b', 'c'].map((id) => parsedResult(id, { pages: pagesWithTexts([text]) })),
    { disputes },
  )
  return comparedDocument('a.pdf', result, 1)
}

/** A judged document of a hundred words, ten of them disputed, in which `a` and `b` are right so often. */
const judged = (settled: number, right: { a: number; b: number }): JudgedDocument => ({
  ...unjudged(documentOf(), null),
  words: { all: 100, disputed: 10 },
  settlements: Array.from({ length: settled }, (_, at) => ({
    ...settle({ number: at + 1, dispute: number }, { answer: 'text', text: 'x' }),
    right: [...(at < right.a ? ['a'] : []), ...(at < right.b ? ['b'] : [])],
  })),
})

const scoreOf = (provider: string, ...documents: JudgedDocument[]) => {
  const score = judgedScores(documents).find((each) => each.provider === provider)
  assert.ok(score !== undefined)
  return score
}

describe('Settling a dispute', () => {
  it('offers each text once, with the providers that read it', () => {
    const oneMore = dispute([...number.sides.slice(0, 2), side('c', '48,317'), side('d', '')])
    assert.deepEqual(choicesOfDispute(oneMore), [
      { text: '48,317', providers: ['a', 'c'] },
      { text: '8,317', providers: ['b'] },
      { text: '', providers: ['d'] },
    ])
  })

  it('offers every provider where the texts are the same and only their order is not', () => {
    const order = dispute([side('a', 'One two.'), side('b', 'One two.')], { kind: 'order' })
    assert.deepEqual(
      choicesOfDispute(order).map(({ providers }) => providers),
      [['a'], ['b']],
    )
  })

  it('makes all sides right that have the typed text, however they spell it, or none', () => {
    const of = (text: string) => settle({ number: 1, dispute: number }, { answer: 'text', text }).right
    assert.deepEqual(of(' 8317 '), ['b'])
    assert.deepEqual(of('48,371'), [])
  })

  it('keeps the last word about a dispute, and forgets it', () => {
    const [choice] = choicesOfDispute(number)
    assert.ok(choice !== undefined)
    const document = documentOf(number)
    const said = { number: 1, dispute: number }
    const once = withSettlement(unjudged(document, 'job'), settle(said, { answer: 'side', choice }))
    const twice = withSettlement(once, settle(said, { answer: 'skip' }))
    assert.deepEqual(
      twice.settlements.map(({ answer }) => answer),
      ['skip'],
    )
    assert.deepEqual(withoutSettlement(twice, 1), unjudged(document, 'job'))
    const file = { schema: judgementsSchema, exportedAt: '2026-01-31T10:00:00Z', documents: [once, twice] }
    assert.ok(Check(Judgements, JSON.parse(JSON.stringify(file))))
  })
})

describe('The score of a provider by settled disputes', () => {
  it('takes what nobody disputes for right, and the disputed words by the share of settled disputes', () => {
    const { share, right, settled, accuracy } = scoreOf('a', judged(12, { a: 9, b: 3 }))
    assert.deepEqual({ share, right, settled, accuracy }, { share: 0.75, right: 9, settled: 12, accuracy: 0.975 })
    assert.equal(scoreOf('b', judged(12, { a: 9, b: 3 })).accuracy, 0.925)
  })

  it('has the interval of Wilson, which one settled dispute leaves wide open', () => {
    assert.deepEqual(
      wilson(0.9, 10).map((at) => at.toFixed(3)),
      ['0.596', '0.982'],
    )
    const [low, high] = scoreOf('a', judged(1, { a: 1, b: 0 })).shareInterval
    assert.ok(low < 0.21 && high === 1)
  })

  it('is less sure of disputes that are right or wrong a document at a time', () => {
    const spread = scoreOf('a', ...[1, 2, 3, 4].map(() => judged(10, { a: 5, b: 0 })))
    const clustered = scoreOf('a', ...[0, 10, 0, 10].map((a) => judged(10, { a, b: 0 })))
    assert.equal(spread.share, clustered.share)
    const width = ([low, high]: readonly [number, number]) => high - low
    assert.ok(width(clustered.shareInterval) > 2 * width(spread.shareInterval))
  })

  it('counts nothing that was skipped, and no provider that took no part', () => {
    const skipped = withSettlement(
      unjudged(documentOf(number), null),
      settle({ number: 1, dispute: number }, { answer: 'skip' }),
    )
    assert.deepEqual(judgedScores([skipped]), [])
  })
})

describe('A judged document that is read again', () => {
  const reading = (text: string): Reading => ({
    schema: 'reading/1',
    pages: [{ number: 1, blocks: [{ type: 'paragraph', text, bbox: null }] }],
    tables: [],
    warnings: [],
  })
  const rightOf = (said: Parameters<typeof settle>[1], texts: Record<string, string>, of = number) => {
    const document = withSettlement(unjudged(documentOf(of), null), settle({ number: 1, dispute: of }, said))
    const readings = new Map(Object.entries(texts).map(([provider, text]) => [provider, reading(text)]))
    return judgedAgain(document, readings).settlements.map(({ right }) => right)
  }

  it('is right where the truth stands at its place, not where it stands elsewhere', () => {
    const texts = {
      right: 'In all the parcels of June were 48317 and those of July 20,100 tonnes.',
      wrong: 'In all the parcels of June were 48,371 and those of July 20,100 tonnes.',
      elsewhere: 'In all the parcels of June were 8,317 and those of July 20,100 tonnes. See page 48,317 of it.',
      garbledAround: 'In a11 the parcels of lune vvere 48,317 und these of July 20,100 tonnes.',
    }
    assert.deepEqual(rightOf({ answer: 'text', text: '48,317' }, texts), [['right']])
    assert.deepEqual(rightOf({ answer: 'text', text: '48,317' }, { near: texts.right.replace('June', 'lune') }), [
      ['near'],
    ])
  })

  it('is right to have nothing where nothing is printed', () => {
    const speck = dispute([side('a', '', around), side('b', '7', around)])
    const texts = {
      nothing: 'the parcels of June were and those of July',
      something: 'the parcels of June were 7 and those of July',
    }
    assert.deepEqual(rightOf({ answer: 'text', text: '' }, texts, speck), [['nothing']])
  })

  it('says nothing about disputes of which words cannot tell', () => {
    const order = dispute([side('a', 'One two.'), side('b', 'One two.')], { kind: 'order' })
    assert.deepEqual(
      rightOf({ answer: 'side', choice: { text: 'One two.', providers: ['a'] } }, { x: 'One two.' }, order),
      [],
    )
  })
})
