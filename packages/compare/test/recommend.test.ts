import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '@polyparse/document'
import { documentWith } from '@polyparse/test-support/documents'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { agreementOf, prose } from './agreements.ts'

const textFrom = (seed: number): string => paragraphText(randomFrom(seed))
const page = prose(textFrom(1), 'The fee is 1,250 euros.', textFrom(2))
const wrong = prose(textFrom(1), 'The fee is 1,260 euros.', textFrom(3))
const empty = documentWith([[]])

const verdict = async (
  documents: Readonly<Record<string, Document>>,
  durations: Readonly<Record<string, number>> = {},
) => {
  const { recommendation, recommendationNote } = await agreementOf(documents, durations)
  assert.equal(
    recommendation === undefined,
    recommendationNote !== undefined,
    'either a provider, or a note that says why there is none',
  )
  return { provider: recommendation?.provider, reasons: recommendation?.reasons.join(' '), note: recommendationNote }
}

test('the faster of two providers that agree is recommended, and the reasons say so', async () => {
  const { provider, reasons } = await verdict(
    { one: page, two: wrong, three: page },
    { one: 9_000, two: 100, three: 2_000 },
  )
  assert.equal(provider, 'three')
  assert.match(reasons ?? '', /one.*three|three.*one/)
  assert.match(reasons ?? '', /2\.00 s/)
})

test('what the recommended provider costs and takes a page is said beside the next best, if anybody charges', async () => {
  const charged = { ...page, usage: { cost: 0.0125, currency: 'USD', costIsEstimate: true } }
  const durations = { one: 9_000, two: 100, three: 2_000 }
  const { provider, reasons } = await verdict({ one: page, two: wrong, three: charged }, durations)
  assert.equal(provider, 'three')
  assert.match(
    reasons ?? '',
    /It costs about 0\.0125 USD and takes 2\.0 s a page; one, the next best, costs nothing and takes 9\.0 s\.$/,
  )
  assert.doesNotMatch((await verdict({ one: page, two: wrong, three: page }, durations)).reasons ?? '', /costs/)
})

test('an outlier is not recommended, however fast', async () => {
  assert.notEqual((await verdict({ one: page, two: wrong, three: page }, { two: 1 })).provider, 'two')
})

test('two that read the same in about the same time are tied, and the note says that either will do', async () => {
  assert.match((await verdict({ one: page, two: page })).note ?? '', /any of them will do/)
})

test('when three providers read the same and one took much longer, the fastest is recommended', async () => {
  const { provider, reasons } = await verdict(
    { one: page, two: page, three: page },
    { one: 1_400, two: 30_000, three: 1_300 },
  )
  assert.equal(provider, 'three')
  assert.match(reasons ?? '', /three took 1\.30 s and two 30 s/)
})

test('neither two nor three providers that hardly agree give a recommendation', async () => {
  const [one, two, three] = [11, 12, 13].map((seed) => prose(textFrom(seed), textFrom(seed * 5)))
  assert.ok(one && two && three)
  assert.match((await verdict({ one, two })).note ?? '', /one and two hardly agree/)
  assert.match((await verdict({ one, two, three })).note ?? '', /one, two and three hardly agree/)
})

test('there is no recommendation when only one found text, when none did, and when there is hardly any', async () => {
  assert.match((await verdict({ one: page, two: empty })).note ?? '', /Only one found text/)
  assert.match((await verdict({ one: empty, two: empty })).note ?? '', /No provider found any text/)
  assert.match(
    (await verdict({ one: prose('Not for sale.'), two: prose('Not for sale.') })).note ?? '',
    /too little text/,
  )
  assert.match((await verdict({ one: page })).note ?? '', /Only one parsed the document/)
  assert.match((await verdict({})).note ?? '', /No provider parsed/)
})

test('warnings that text may be missing count against a provider', async () => {
  const warned: Document = { ...page, warnings: [{ code: 'low_text_yield', message: 'Little came out.', page: 1 }] }
  const { provider, reasons } = await verdict({ one: warned, two: page }, { one: 1, two: 9_000 })
  assert.equal(provider, 'two')
  assert.match(reasons ?? '', /no warnings/)
})

test('a quality that only one provider reports of itself is no reason to prefer the others', async () => {
  const modest: Document = { ...page, quality: { score: 60, scale: '0-100' } }
  assert.equal((await verdict({ one: modest, two: page }, { one: 100, two: 9_000 })).provider, 'one')
  const proud: Document = { ...page, quality: { score: 0.99, scale: '0-1' } }
  assert.equal((await verdict({ one: modest, two: proud }, { one: 100, two: 9_000 })).provider, 'two')
})

test('identical readings by the same recogniser are not evidence', async () => {
  const recognized: Document = {
    ...page,
    warnings: [{ code: 'page_recognized', message: 'Read from its image.', page: 1 }],
  }
  assert.match((await verdict({ one: recognized, two: page, three: recognized })).note ?? '', /recognised/)
  assert.notEqual((await verdict({ one: recognized, two: wrong, three: page }, { one: 1 })).provider, undefined)
})
