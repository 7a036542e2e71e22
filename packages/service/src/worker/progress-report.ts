import type { PageProgress } from '@polyparse/engine'
import { runProgressed } from '../jobs/progress.ts'
import type { Claim } from '../jobs/transitions.ts'
import type { WorkerParts } from './parts.ts'

/** Milliseconds between two records. A run that is shorter has none, so small documents cost no statement more. */
const recordEvery = 1000

/**
 * Records how far a run is, at most once a second and one after the other; what comes in between is left out, because
 * the next report has it. A record that fails is left out too: nothing depends on it.
 */
export const progressReport = ({ database, logger }: WorkerParts, claim: Claim): ((progress: PageProgress) => void) => {
  let recordedAt = performance.now()
  let isRecording = false
  const record = async (progress: PageProgress): Promise<void> => {
    isRecording = true
    try {
      await runProgressed(database, claim, progress)
    } catch (error) {
      logger.debug({ err: error, runId: claim.runId }, 'the progress of a run was not recorded')
    } finally {
      recordedAt = performance.now()
      isRecording = false
    }
  }
  return (progress) => {
    if (!isRecording && performance.now() - recordedAt >= recordEvery) void record(progress)
  }
}
