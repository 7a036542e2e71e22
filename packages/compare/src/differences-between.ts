import type { Agreement } from '@polyparse/contract'
import { compareReadings, listedDisputes } from './compare-readings.ts'
import type { Reading } from './reading.ts'

/**
 * Returns how far two named readings agree and where they contradict each other, as `agree` finds it, but without a
 * verdict: it is not asked which of them to trust. It does not give way to other work, so it belongs into a worker.
 */
export const differencesBetween = async (readings: ReadonlyMap<string, Reading>): Promise<Agreement> =>
  listedDisputes(
    await compareReadings(
      [...readings].map(([provider, reading]) => ({ provider, reading, durationMs: 0 })),
      async () => {},
    ),
  )
