import type { Logger } from 'pino'
import { DatabaseClosedError } from '../../db/errors.ts'
import { withRetries } from '@polyparse/outbound'
import { mayPass } from '../may-pass.ts'

/** Each try is a statement at least, so a fleet that waits for its database does not ask it more often than this. */
const longestPauseMs = 8000

function* generateRecordingPausesMs(): Generator<number> {
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) yield pauseMs
}

/**
 * Records what only this process knows, such as a vendor's answer: an outage of the database or the storage, however
 * long, only delays that. Rejects when time would not mend the error, or when the process stops.
 */
export const untilRecorded = async <Result>(logger: Logger, record: () => Promise<Result>): Promise<Result> => {
  let isTold = false
  return withRetries(record, {
    pausesMs: generateRecordingPausesMs(),
    windowMs: Number.POSITIVE_INFINITY,
    judge: (error) => {
      const retry = mayPass(error) && !(error instanceof DatabaseClosedError)
      if (retry && !isTold) logger.warn({ err: error }, 'the outcome of a submit cannot be recorded yet, will retry')
      isTold ||= retry
      return { retry }
    },
  })
}
