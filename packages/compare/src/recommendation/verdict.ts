import type { Agreement } from '@polyparse/contract'

export type ComparisonVerdict = Pick<Agreement, 'verdict' | 'recommendation' | 'recommendationNote'>

export const recommended = (provider: string, reasons: readonly string[]): ComparisonVerdict => ({
  verdict: 'recommended',
  recommendation: { provider, reasons: [...reasons] },
})

/**
 * @example anyWillDo('They read the same.') // { verdict: 'any_will_do', recommendationNote: 'They read the same.' }
 */
export const anyWillDo = (recommendationNote: string): ComparisonVerdict => ({
  verdict: 'any_will_do',
  recommendationNote,
})

/**
 * @example lookYourself('No two agree.') // { verdict: 'look_yourself', recommendationNote: 'No two agree.' }
 */
export const lookYourself = (recommendationNote: string): ComparisonVerdict => ({
  verdict: 'look_yourself',
  recommendationNote,
})

export const noComparison = (recommendationNote: string): ComparisonVerdict => ({
  verdict: 'not_compared',
  recommendationNote,
})
