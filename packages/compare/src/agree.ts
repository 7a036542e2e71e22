import { setImmediate } from 'node:timers/promises'
import type { Agreement } from '@polyparse/contract'
import { compareReadings, listedDisputes } from './compare-readings.ts'
import type { ProviderReading } from './reading.ts'
import { extractionAgreement } from './fields/extraction-agreement.ts'
import { recommend } from './recommendation/recommend.ts'

/**
 * Compares readings of one document: how far they agree, where they contradict each other, and which provider to trust.
 *
 * All figures and severities are shares from 0 to 1. The disputes are sorted, most severe first; at most 1,000 are
 * listed, and `omittedDisputeCount` counts the others. With fewer than two readings there are no pairs, no disputes and
 * no recommendation; `recommendationNote` then says why.
 *
 * The function is pure: the same readings give the same agreement. It works page by page and yields to the event loop
 * between pages. A large document takes a while all the same; `agreeInThread` of `@polyparse/compare/thread` keeps it off
 * the calling thread and limits its time and memory.
 *
 * @example
 * const agreement = await agree([
 *   { provider: 'ours', reading: readingOf(ourDocument), durationMs: 120 },
 *   { provider: 'theirs', reading: readingOf(theirDocument), durationMs: 2_300 },
 * ])
 * agreement.pairs[0]?.overall // 0.9663
 * agreement.disputes[0]?.message // ours reads “48,317”, theirs reads “8,317”.
 */
export const agree = async (readings: readonly ProviderReading[]): Promise<Agreement> => {
  const compared = await compareReadings(readings, () => setImmediate())
  const extraction = extractionAgreement(readings)
  return { ...recommend(readings, compared), ...listedDisputes(compared), ...(extraction !== null && { extraction }) }
}
