import { percent } from '../format.ts'
import { meanAgreement, type ComparedDocument } from './compared-document.ts'
import { sureAgreement } from './parameters.ts'

/** A verdict with the figure that decided it, which shows how sure it is. */
export type ShownVerdict =
  | {
      /** `rather`: recommended, but the readings agree too little to trust any of them unseen. */
      readonly kind: 'recommended' | 'rather'
      readonly provider: string
      /** The share of agreement of the provider with the others; null where no figure applies. */
      readonly share: number | null
    }
  | {
      /** The agreement of the two readings that differ most. */
      readonly kind: 'any_will_do'
      readonly share: number | null
    }
  | {
      /** The agreement of the two readings that differ least. */
      readonly kind: 'look_yourself' | 'not_compared'
      readonly share: number | null
    }

export const shownVerdict = ({ result }: Pick<ComparedDocument, 'result'>): ShownVerdict => {
  const { verdict, recommendation, pairs = [] } = result.agreement ?? {}
  if (recommendation !== undefined) {
    const share = meanAgreement(result, recommendation.provider)
    const isSure = share === null || share >= sureAgreement
    return { kind: isSure ? 'recommended' : 'rather', provider: recommendation.provider, share }
  }
  const shares = pairs.flatMap(({ overall }) => overall ?? [])
  const of = (choose: (...shares: number[]) => number) => (shares.length === 0 ? null : choose(...shares))
  if (verdict === 'any_will_do') return { kind: verdict, share: of(Math.min) }
  return { kind: verdict === 'look_yourself' ? verdict : 'not_compared', share: of(Math.max) }
}

/**
 * The figure of a verdict as an English sentence; null where there is none.
 * @example decidedBy({ kind: 'recommended', share: 0.9 }) // 'Decided by 90.0 % agreement with the other readings.'
 */
export const decidedBy = ({ kind, share }: ShownVerdict): string | null => {
  if (share === null) return null
  if (kind === 'recommended') return `Decided by ${percent(share)} agreement with the other readings.`
  if (kind === 'rather')
    return `It agrees with the other readings to ${percent(share)} only: below ${percent(sureAgreement)} none should be trusted unseen.`
  return kind === 'any_will_do'
    ? `The two readings that differ most agree to ${percent(share)}.`
    : `The two readings that agree most agree to ${percent(share)}.`
}
