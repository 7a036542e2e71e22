import type { PageAgreement } from '@polyparse/contract'
import type { ComparedPage } from './compare-page.ts'
import { figuresOf, overallOf } from './similarity.ts'

/** A provider is the outlier on a page when the others agree so much more with each other than with it. */
const margin = 0.03

/** How far each provider agrees with the others on a page, and the outlier from at least two. */
export const pageAgreement = (
  page: number,
  providers: readonly string[],
  { tallies, isCoarse }: Pick<ComparedPage, 'tallies' | 'isCoarse'>,
): PageAgreement => {
  const alike = tallies.flatMap(({ one, other, tally }) => {
    const overall = overallOf(figuresOf(tally, null))
    return overall === null ? [] : [{ one, other, overall }]
  })
  const mean = (of: typeof alike): number | null =>
    of.length === 0 ? null : of.reduce((sum, { overall }) => sum + overall, 0) / of.length
  const ofReading = providers.map((_, reading) =>
    mean(alike.filter(({ one, other }) => one === reading || other === reading)),
  )
  const agreement = Object.fromEntries(
    providers.flatMap((provider, reading) => {
      const share = ofReading[reading] ?? null
      return share === null ? [] : [[provider, Math.round(share * 10_000) / 10_000]]
    }),
  )
  const lowest = ofReading.reduce<number>(
    (least, share, reading) => (share !== null && share < (ofReading[least] ?? 2) ? reading : least),
    0,
  )
  const others = alike.filter(({ one, other }) => one !== lowest && other !== lowest)
  const least = others.reduce((smallest, { overall }) => Math.min(smallest, overall), 1)
  const isApart = providers.length > 2 && others.length > 0 && least - (ofReading[lowest] ?? 1) >= margin
  const outlier = providers[lowest]
  return {
    page,
    agreement,
    ...(isApart && outlier !== undefined && { outlier }),
    ...(isCoarse && { approximate: true }),
  }
}
