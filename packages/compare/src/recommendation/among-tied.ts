import type { PairAgreement } from '@polyparse/contract'
import { enumeration } from '../format.ts'
import { recommending } from '../parameters.ts'
import type { ProviderScore } from './score.ts'
import { anyWillDo, lookYourself, recommended, type ComparisonVerdict } from './verdict.ts'

/** The fastest of the tied providers, or any of them if they read the same and another candidate is worse. */
export const amongTied = (
  tied: readonly ProviderScore[],
  candidates: readonly ProviderScore[],
  pairs: readonly PairAgreement[],
): ComparisonVerdict => {
  const { sameReading, fasterFactor } = recommending
  const byTime = tied.toSorted((one, other) => one.durationMs - other.durationMs || other.score - one.score)
  const names = byTime.map(({ provider }) => provider)
  const between = pairs.filter(({ providers }) => providers.every((provider) => names.includes(provider)))
  const [fastest, slowest] = [byTime[0], byTime.at(-1)]
  const together = enumeration(names)
  if (fastest === undefined || slowest === undefined || between.some(({ overall = 0 }) => overall < sameReading))
    return lookYourself(`${together} differ, and nothing shows which of them is right: look at the disputes.`)
  const { provider, reasons } = fastest
  if (fastest.durationMs * fasterFactor <= slowest.durationMs)
    return recommended(provider, [
      `${together} give nearly the same reading, but ${provider} took ${formatDurationSeconds(fastest)} and ${slowest.provider} ${formatDurationSeconds(slowest)}.`,
      ...reasons,
    ])
  if (tied.length < candidates.length)
    return recommended(provider, [`${together} give nearly the same reading, so any of them will do.`, ...reasons])
  return anyWillDo(`${together} give nearly the same reading in about the same time, so any of them will do.`)
}

const formatDurationSeconds = ({ durationMs }: ProviderScore): string =>
  `${(durationMs / 1000).toFixed(durationMs < 10_000 ? 2 : 0)} s`
