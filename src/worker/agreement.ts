import { agree } from '../compare/agree.ts'
import type { Compared } from '../compare/compared.ts'
import type { Agreement } from '../contract/agreement.ts'
import { beginAgreement } from '../jobs/agreement-attempts.ts'
import type { Job, Run } from '../jobs/job.ts'
import type { WorkerParts } from './parts.ts'
import { duration } from './duration.ts'
import { readReading } from './readings.ts'

/** How often it is begun: a process that died in the middle of it may have died of it. */
const mostAttempts = 3

/**
 * How far the runs of a compare job agree; null when that cannot be told. It is an addition to the result, so whatever
 * goes wrong with it is logged and the job ends without it.
 */
export const agreementOf = async (
  { database, blobs, logger }: WorkerParts,
  job: Job,
  runs: readonly Run[],
): Promise<Agreement | null> => {
  try {
    const parsed = runs.filter(({ status }) => status === 'parsed')
    if (parsed.length > 1 && (await beginAgreement(database, job.id)) > mostAttempts) {
      logger.error({ jobId: job.id }, 'the agreement was begun too often, the job ends without it')
      return null
    }
    const compared: Compared[] = []
    for (const run of parsed) {
      const reading = run.readingPath === null ? null : await readReading(blobs, run.readingPath)
      if (reading === null) {
        logger.warn({ jobId: job.id, provider: run.provider }, 'a document cannot be compared, the job ends without')
        return null
      }
      compared.push({ provider: run.provider, reading, durationMs: duration(run) })
    }
    return await agree(compared)
  } catch (error) {
    logger.error({ err: error, jobId: job.id }, 'the agreement failed, the job ends without it')
    return null
  }
}
