import { recordDamage } from '../jobs/damage.ts'
import { carryOutDeletions, requestDeletion } from '../jobs/deletions.ts'
import { sourceLost } from '../jobs/end.ts'
import { jobOfPath } from '../jobs/paths.ts'
import { runOfResult } from '../jobs/read.ts'
import { unownedBlobs } from '../jobs/retention.ts'
import { lockJob, runReadingLost, runResultLost } from '../jobs/transitions.ts'
import { idsOf, type DoctorParts, type CheckFinding } from './check.ts'
import { failJobs } from './job-checks.ts'

/**
 * No bytes can be invented. An unfinished job without its source ends; a run without its result fails, and its job goes
 * on; a reading is left out of the comparison; images of pages are given up. The result of a complete job is recorded as damaged and kept as it is:
 * its readers are told at once, the job can be retried, and if a backup brings the bytes back, that is recorded too.
 */
export const repairBlobs = async (parts: DoctorParts, found: readonly CheckFinding[]): Promise<void> => {
  const of = (...codes: CheckFinding['code'][]) => idsOf(found.filter(({ code }) => codes.includes(code)))
  const sources = of('source_missing', 'source_wrong_size', 'source_changed')
  const unowned = new Set((await unownedBlobs(parts.database, sources)).map(({ path }) => path))
  const needing = sources.filter((path) => !unowned.has(path)).map(jobOfPath)
  await failJobs(
    parts,
    needing.filter((id) => id !== null),
    sourceLost,
  )
  for (const path of of('result_missing', 'result_wrong_size', 'result_changed')) {
    await loseRunResult(parts, path)
    await recordDamage(parts.database, path, parts.clock())
  }
  for (const path of of('result_intact')) await recordDamage(parts.database, path, null)
  await parts.database.query('delete from page_images where path = any($1)', [
    of('page_images_missing', 'page_images_changed'),
  ])
  for (const path of of('reading_missing', 'reading_changed')) await loseReading(parts, path)
}

/** Does nothing unless it is the result of a run of an unfinished job. */
const loseRunResult = async (parts: DoctorParts, path: string): Promise<void> => {
  const { database, clock } = parts
  const run = await runOfResult(database, path)
  if (run === null) return
  const deletions = await database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, run.jobId))) return []
    const message = 'The parsed document was lost before the job ended.'
    const lost = await runResultLost(transaction, run.id, path, { code: 'internal_error', message })
    await requestDeletion(transaction, lost, clock())
    return lost
  })
  await carryOutDeletions(parts, deletions)
}

const loseReading = async (parts: DoctorParts, path: string): Promise<void> => {
  const { database, clock } = parts
  const deletions = await database.transaction(async (transaction) => {
    const jobId = jobOfPath(path)
    if (jobId === null || !(await lockJob(transaction, jobId))) return []
    const lost = (await runReadingLost(transaction, jobId, path)) ? [path] : []
    await requestDeletion(transaction, lost, clock())
    return lost
  })
  await carryOutDeletions(parts, deletions)
}
