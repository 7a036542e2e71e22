import { isRemote } from '@polyparse/providers/port'
import type { EscalationRefusal } from '../../jobs/escalation.ts'
import { addFilling, isAdded, isFilling, modelsOfJob } from '../../jobs/filling.ts'
import type { Run, StoredJob } from '../../jobs/job.ts'
import { lockJob } from '../../jobs/transitions.ts'
import type { WorkerParts } from '../parts.ts'

/**
 * Has models asked to fill the schema of a job, once everything is read. Resolves to whether that has changed the job's runs; safe
 * to call any number of times.
 *
 * Where a job may cost only so much, one is asked after the other, so that each knows what those before it have cost.
 */
export const beginFilling = async (parts: WorkerParts, job: StoredJob, runs: readonly Run[]): Promise<boolean> => {
  const { database, queue, clock, limits } = parts
  const isRead = runs.some((run) => !isAdded(run) && run.status === 'parsed')
  const asked = new Set(runs.filter(isFilling).map(({ provider }) => provider))
  const missing = modelsOfJob(job).filter((provider) => !asked.has(provider))
  const next = limits.spending.costPerJob === null ? missing : missing.slice(0, 1)
  if (!isRead || next.length === 0) return false
  return database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return false
    for (const provider of next) {
      const added = await addFilling(transaction, job.id, { provider, refusal: refusalOf(parts, provider) }, clock())
      if (added !== null && added.runId !== null) await queue.enqueue(transaction, { runId: added.runId })
    }
    return true
  })
}

const refusalOf = ({ providers }: Pick<WorkerParts, 'providers'>, id: string): EscalationRefusal | null => {
  const provider = providers.get(id)
  return provider !== undefined && isRemote(provider) && provider.answerInJson !== undefined
    ? null
    : { status: 'failed', code: 'provider_unavailable', message: `${id} is not enabled, or has no model.` }
}
