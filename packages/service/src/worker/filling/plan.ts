import { isRemote } from '@polyparse/providers/port'
import type { EscalationRefusal } from '../../jobs/escalation.ts'
import { addFilling, isAdded, isFilling, modelOfJob } from '../../jobs/filling.ts'
import type { Run, StoredJob } from '../../jobs/job.ts'
import { lockJob } from '../../jobs/transitions.ts'
import type { WorkerParts } from '../parts.ts'

/**
 * Has a model asked to fill the schema of a job, once everything is read. Resolves to whether that has changed the job's runs; safe
 * to call any number of times.
 */
export const beginFilling = async (parts: WorkerParts, job: StoredJob, runs: readonly Run[]): Promise<boolean> => {
  const { database, queue, clock } = parts
  const provider = modelOfJob(job)
  const isRead = runs.some((run) => !isAdded(run) && run.status === 'parsed')
  if (provider === null || !isRead || runs.some(isFilling)) return false
  return database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return false
    const added = await addFilling(transaction, job.id, { provider, refusal: refusalOf(parts, provider) }, clock())
    if (added !== null && added.runId !== null) await queue.enqueue(transaction, { runId: added.runId })
    return true
  })
}

const refusalOf = ({ providers }: Pick<WorkerParts, 'providers'>, id: string): EscalationRefusal | null => {
  const provider = providers.get(id)
  return provider !== undefined && isRemote(provider) && provider.answerInJson !== undefined
    ? null
    : { status: 'failed', code: 'provider_unavailable', message: `${id} is not enabled, or has no model.` }
}
