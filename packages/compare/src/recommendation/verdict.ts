import type { Agreement } from '@polyparse/contract'

export type Verdict = Pick<Agreement, 'verdict' | 'recommendation' | 'recommendationNote'>

export const recommended = (provider: string, reasons: readonly string[]): Verdict => ({
  verdict: 'recommended',
  recommendation: { provider, reasons: [...reasons] },
})

export const anyWillDo = (recommendationNote: string): Verdict => ({ verdict: 'any_will_do', recommendationNote })

export const lookYourself = (recommendationNote: string): Verdict => ({ verdict: 'look_yourself', recommendationNote })

export const notCompared = (recommendationNote: string): Verdict => ({ verdict: 'not_compared', recommendationNote })
