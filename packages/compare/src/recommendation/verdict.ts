import type { Agreement } from '@polyparse/contract'

export type ComparisonVerdict = Pick<Agreement, 'verdict' | 'recommendation' | 'recommendationNote'>

export const recommended = (provider: string, reasons: readonly string[]): ComparisonVerdict => ({
  verdict: 'recommended',
  recommendation: { provider, reasons: [...reasons] },
})

export const anyWillDo = (recommendationNote: string): ComparisonVerdict => ({
  verdict: 'any_will_do',
  recommendationNote,
})

export const lookYourself = (recommendationNote: string): ComparisonVerdict => ({
  verdict: 'look_yourself',
  recommendationNote,
})

export const noComparison = (recommendationNote: string): ComparisonVerdict => ({
  verdict: 'not_compared',
  recommendationNote,
})
