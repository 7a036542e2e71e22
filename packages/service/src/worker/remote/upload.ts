import type { Transaction } from '../../db/database.ts'
import { runUploaded, runUploading } from '../../jobs/remote-runs.ts'
import { lockJob } from '../../jobs/transitions.ts'
import { noteArtifact } from '../../jobs/vendor-artifacts.ts'
import { ProviderFailure, type Reference } from '@polyparse/providers/port'
import { claimOf } from '../outcomes.ts'
import { parseRequest } from '../parse-request.ts'
import type { WorkerParts } from '../parts.ts'
import { askedOf } from './account-key.ts'
import { callProvider } from './call.ts'
import type { RemoteRun } from './remote-run.ts'

/** Uploads the document to the vendor, and records that; null if the provider has no such step. */
export const uploadToVendor = async (
  parts: WorkerParts,
  work: RemoteRun,
  signal: AbortSignal,
): Promise<Reference | null> => {
  const { job, run, provider, logger } = work
  const { answerSeconds, deadlineSeconds } = provider.limits
  if (provider.upload === undefined) return null
  const ask = provider.upload.bind(provider)
  const locked = <Result>(change: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
    parts.database.transaction(async (transaction) => {
      await lockJob(transaction, job.id)
      return change(transaction)
    })

  const before = await locked((transaction) =>
    runUploading(transaction, claimOf(run), { asked: askedOf(provider), deadlineSeconds }),
  )
  if (before !== null)
    logger.warn({ uploadedAt: before }, 'an earlier upload was not recorded: the vendor may keep the document')
  const request = parseRequest(parts, work, provider)
  try {
    const reference = await callProvider(provider, 'upload', answerSeconds, (own) => ask(request, own), signal)
    await locked(async (transaction) => {
      await runUploaded(transaction, claimOf(run), reference)
      if (provider.forget !== undefined)
        await noteArtifact(transaction, { runId: run.id, provider: provider.id, reference })
    })
    return reference
  } catch (error) {
    if (error instanceof ProviderFailure && error.notAccepted)
      await locked((transaction) => runUploaded(transaction, claimOf(run), null)).catch(() => {})
    throw error
  }
}
