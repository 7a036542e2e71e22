import { randomUUIDv7 } from 'node:crypto'
import type { FieldError } from '@polyparse/contract'
import { itemAt } from '@polyparse/document/items'
import type { Caller } from '../../accounts/authenticate.ts'
import { type StoredBatch, createBatch, findBatchByKey, JobKeyTakenError, jobsOfBatch } from '../../jobs/batches.ts'
import { freeKeys } from '../../jobs/cancel.ts'
import { dependsOnChoice, fingerprint, fingerprintOfBatch } from '../../jobs/fingerprint.ts'
import { providersOfParses } from '../../jobs/read.ts'
import { type Admissible } from '../create-job/accept.ts'
import { chooseProviders } from '../create-job/configuration.ts'
import { webhookErrors } from '../create-job/job-request.ts'
import { createExtractionResolver } from '../create-job/stored-schema.ts'
import { keptSince } from '../kept-since.ts'
import type { ApiParts } from '../parts.ts'
import { maxErrors, RequestProblem, validationError } from '../problems.ts'
import { requireCapacity, type Capacity } from '../require-capacity.ts'
import { type BatchSubmission, inEntry } from './submission.ts'

/**
 * The batch of a submission: a new one, or the one that already has its idempotency key. As with a single job, what
 * depends on configuration can refuse only new keys.
 * @throws {ProblemError} `idempotency_conflict` when the key, or that of one of the jobs, was used for something else.
 */
export const acceptBatch = async (
  parts: ApiParts,
  capacity: Capacity,
  caller: Caller,
  { idempotencyKey, webhook, jobs }: BatchSubmission,
): Promise<{ created: boolean; batch: StoredBatch }> => {
  const { database } = parts
  const { accountId, keyId } = caller
  const kept = keptSince(parts)
  const known = await findBatchByKey(database, accountId, idempotencyKey, kept)
  const admissible = known === null ? await admitAll(parts, accountId, { webhook, jobs }) : []
  const printsWith = (chosenAt: (index: number) => string | undefined): string[] =>
    jobs.map(({ request, url }, index) => fingerprint(request, { url }, chosenAt(index)))
  const printOf = (printsOfJobs: readonly string[]) => fingerprintOfBatch(printsOfJobs, webhook?.url ?? null)
  const sameAs = async (batch: StoredBatch): Promise<StoredBatch> => {
    if (printOf(printsWith(() => undefined)) === batch.fingerprint) return batch
    if (jobs.some(({ request }) => dependsOnChoice(request))) {
      const ids = new Map((await jobsOfBatch(database, batch.id, kept)).map(({ index, id }) => [index, id]))
      const providers = await providersOfParses(database, [...ids.values()])
      if (printOf(printsWith((index) => providers.get(ids.get(index) ?? ''))) === batch.fingerprint) return batch
    }
    throw new RequestProblem('idempotency_conflict')
  }
  if (known !== null) return { created: false, batch: await sameAs(known) }

  await requireCapacity(parts, capacity, caller, jobs.length)
  const prints = printsWith((index) => admissible[index]?.chosen.providers[0])
  const newJobs = jobs.map(({ request, url }, index) => ({
    id: randomUUIDv7(),
    accountId,
    keyId,
    idempotencyKey: `${idempotencyKey}/${index + 1}`,
    fingerprint: itemAt(prints, index),
    request: { ...request, extraction: itemAt(admissible, index).extraction },
    ...itemAt(admissible, index).chosen,
    source: { url },
  }))
  const newBatch = {
    id: randomUUIDv7(),
    accountId,
    idempotencyKey,
    fingerprint: printOf(prints),
    webhookUrl: webhook?.url ?? null,
    jobs: newJobs,
  }
  const keys = newJobs.map((job) => job.idempotencyKey)
  const create = (): ReturnType<typeof createBatch> =>
    createBatch(parts, newBatch, kept).catch(async (error: unknown) => {
      if (!(error instanceof JobKeyTakenError)) throw error
      if ((await freeKeys(parts, accountId, keys, kept)) > 0) return create()
      const detail = `There is a job already with the idempotency key ${error.key}, which is not of this batch.`
      throw new RequestProblem('idempotency_conflict', { detail, cause: error })
    })
  const outcome = await create()
  if (outcome.created) capacity.backlog.add(accountId, jobs.length)
  return { created: outcome.created, batch: outcome.created ? outcome.batch : await sameAs(outcome.batch) }
}

/** The providers and schemas of every job, in their order. @throws {ProblemError} that names what is not offered, by entry. */
const admitAll = async (
  { catalog, database, settings: { addressPolicy } }: ApiParts,
  accountId: string,
  { webhook, jobs }: Pick<BatchSubmission, 'webhook' | 'jobs'>,
): Promise<Admissible[]> => {
  const errors: FieldError[] = webhookErrors(webhook, addressPolicy, (field) => field)
  const admissible: Admissible[] = []
  const resolve = createExtractionResolver(database, accountId)
  for (const [index, { request, url }] of jobs.entries()) {
    if (errors.length >= maxErrors) break
    try {
      const asked = { request, url, mediaType: null, nameOf: (parameter: string) => parameter }
      const chosen = chooseProviders(asked, { catalog, addressPolicy })
      admissible.push({ chosen, extraction: await resolve(request.extraction, asked) })
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error
      errors.push(...inEntry(index, error.errors))
    }
  }
  if (errors.length > 0) throw validationError(errors)
  return admissible
}
