import type { Dispute } from '@polyparse/contract'
import { compareReadings } from '../compare-readings.ts'
import { recommending } from '../parameters.ts'
import type { Reading } from '../reading.ts'
import { textWarningsOf } from './text-warnings.ts'
import { isMissingFrom } from './missing.ts'

/** What speaks against a reading when it is held against another one of the same pages. */
export type Faults = {
  /** Sentences and words that it breaks off and the other has whole. */
  readonly brokenTies: number
  /** The severity of the passages, rows and pages that only the other has, pictures aside. */
  readonly missing: number
  /** Characters that stand for none: replacement characters, and those of private use. */
  readonly unreadable: number
  /** Its warnings that text may be missing or wrong. */
  readonly warnings: number
}

export type BetterReading = {
  /** Null where nothing tells them apart, or the evidence contradicts itself. */
  readonly better: 'one' | 'other' | null
  readonly faults: { readonly one: Faults; readonly other: Faults }
}

/**
 * Which of two readings of the same pages is better, by what shows when they are held against each other; no third
 * reading is needed. Misread words do not count, as two readings cannot show which of them misread. The same readings give
 * the same answer, and swapped ones the opposite.
 *
 * @example
 * const { better } = await betterReading(readingOf(first), readingOf(second))
 */
export const betterReading = async (one: Reading, other: Reading): Promise<BetterReading> => {
  const compared = await compareReadings([
    { provider: 'one', reading: one, durationMs: 0 },
    { provider: 'other', reading: other, durationMs: 0 },
  ])
  const faultsOf = (reading: Reading, name: string, against: string): Faults => ({
    brokenTies: compared.brokenTies(name, against),
    missing: missingSeverity(compared.disputes, name),
    unreadable: unreadableIn(reading),
    warnings: textWarningsOf(reading),
  })
  const faults = { one: faultsOf(one, 'one', 'other'), other: faultsOf(other, 'other', 'one') }
  const [isWorse, isOtherWorse] = [isWorseThan(faults.one, faults.other), isWorseThan(faults.other, faults.one)]
  return { better: isWorse === isOtherWorse ? null : isWorse ? 'other' : 'one', faults }
}

const missingSeverity = (disputes: readonly Dispute[], name: string): number =>
  disputes.filter((dispute) => isMissingFrom(dispute, name)).reduce((sum, { severity }) => sum + severity, 0)

const unreadableIn = ({ pages, tables }: Reading): number =>
  [...pages.flatMap(({ blocks }) => blocks), ...tables.flatMap(({ cells }) => cells)].reduce(
    (sum, { text }) => sum + (text.match(/[\uFFFD\p{Co}]/gu)?.length ?? 0),
    0,
  )

const isWorseThan = (faults: Faults, other: Faults): boolean => {
  const { clearRatio, minMissing } = recommending
  return (
    faults.brokenTies > clearRatio * other.brokenTies ||
    (faults.missing >= minMissing && faults.missing > clearRatio * other.missing) ||
    faults.unreadable > clearRatio * other.unreadable ||
    faults.warnings > other.warnings
  )
}
