import type { CompareResult } from '@polyparse/contract'
import { comparedResult, dispute, pagesWithTexts, parsedResult, side } from '@polyparse/test-support/results'

const figures = ['48,317', '11,274', '33,519', '20,256', '7,102', '9,355']
const misread = ['8,317', '1,274', '3,519', '2,256', '7,702', '9,335']

/** A comparison that ended just now, with a dispute for each figure. */
export const parcelsComparison = (): CompareResult => {
  const text = (numbers: readonly string[]) =>
    numbers.map((number, at) => `Of parcel ${at} there were ${number} tonnes.`)
  const result = comparedResult(
    [
      parsedResult(
        'provider-a',
        { pages: pagesWithTexts(text(figures)) },
        { usage: { pages: 1, cost: 0.02, currency: 'USD' } },
      ),
      parsedResult('provider-b', { pages: pagesWithTexts(text(misread)) }),
    ],
    {
      pairs: [{ providers: ['provider-a', 'provider-b'], overall: 0.7 }],
      verdict: 'look_yourself',
      recommendationNote: 'They hardly agree.',
      disputes: figures.map((figure, at) =>
        dispute([side('provider-a', figure), side('provider-b', misread[at] ?? '')], {
          severity: 0.9 - at / 100,
          message: `provider-a reads “${figure}”, provider-b reads “${misread[at]}”.`,
        }),
      ),
    },
  )
  return { ...result, input: 'parcels.pdf', timing: { ...result.timing, completedAt: new Date().toISOString() } }
}
