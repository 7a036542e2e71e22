import { randomUUIDv7 } from 'node:crypto'
import type { CanonicalRequest } from '@polyparse/contract'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { Caller } from '../../accounts/authenticate.ts'
import { isUnavailable } from '../../db/errors.ts'
import { eraseJob } from '../../jobs/cancel.ts'
import { createJob } from '../../jobs/create.ts'
import { dependsOnChoice, fingerprint, type SourceIdentity } from '../../jobs/fingerprint.ts'
import type { JobExtraction, StoredJob, NewSource } from '../../jobs/job.ts'
import { findByIdempotencyKey, providersOfParses } from '../../jobs/read.ts'
import { recordExpired } from '../../jobs/record-retention.ts'
import { keptSince } from '../kept-since.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { requireCapacity, type Capacity } from '../require-capacity.ts'
import type { Admit } from '../admissions.ts'
import { chooseProviders, type Chosen } from './configuration.ts'
import { discardSource } from './discard-source.ts'
import { createExtractionResolver } from './stored-schema.ts'
import type { JobSubmission } from './submission.ts'

/**
 * The job of a submission: a new one, or the one that already has its idempotency key.
 *
 * A known key is checked before anything that depends on configuration, so that a replay never fails because a setting
 * has changed: the configuration can refuse only new keys, and does so before the upload is read. In all other cases
 * the insertion shows whether the key was new; if not, the upload is discarded.
 * @throws {ProblemError} `idempotency_conflict` when the key was used for something else.
 */
export const acceptSubmission = async (
  parts: ApiParts,
  intake: Intake,
  caller: Caller,
  submission: JobSubmission,
): Promise<{ created: boolean; job: StoredJob }> => {
  const { accountId, keyId } = caller
  const { idempotencyKey, request } = submission
  const isExpired = (job: StoredJob): Promise<boolean> => recordExpired(parts.database, job, keptSince(parts))
  const admitted = await checkAdmissible(parts, intake, caller, submission).then(
    (admissible) => ({ ...admissible, known: null }),
    async (refusal: unknown) => {
      const known = await findByIdempotencyKey(parts.database, accountId, idempotencyKey)
      if (known === null || (await isExpired(known))) {
        // A source that came with the request is stored already.
        if (submission.id !== undefined) await discardSource(parts, await submission.receiveSource(submission.id))
        throw refusal
      }
      return { chosen: { providers: [], fallback: null }, extraction: null, known }
    },
  )
  const { chosen, extraction, known } = admitted

  const { id = randomUUIDv7() } = submission
  const receive = () => submission.receiveSource(id)
  const isUnread = submission.url === null && submission.id === undefined
  const source = await (isUnread ? whileAdmitted(intake.admitUpload(accountId), receive) : receive())
  const identity = identityOf(source)
  const print = fingerprint(request, identity, chosen.providers[0])
  const resolved = { ...request, extraction }
  const newJob = { id, accountId, keyId, idempotencyKey, fingerprint: print, request: resolved, ...chosen, source }
  const create = async (): Promise<{ created: boolean; job: StoredJob }> => {
    const created = await createJob(parts, newJob)
    if (created.created || !(await isExpired(created.job))) return created
    // The key is free again when the record of its job is only waiting to be deleted.
    await eraseJob(parts, accountId, created.job.id)
    return create()
  }
  const outcome = known === null ? await discardOnError(parts, source, create) : { created: false, job: known }

  if (outcome.created) intake.capacity.backlog.add(accountId, 1)
  else await discardSource(parts, source)
  if (!outcome.created && !(await isRequestOf(parts, outcome.job, { request, identity })))
    throw new RequestProblem('idempotency_conflict')
  return outcome
}

/** Tells whether a job is that of a request, whatever the configuration was then, and is now. */
const isRequestOf = async (
  { database }: ApiParts,
  { id, fingerprint: print }: StoredJob,
  { request, identity }: { readonly request: CanonicalRequest; readonly identity: SourceIdentity },
): Promise<boolean> => {
  if (fingerprint(request, identity) === print) return true
  if (!dependsOnChoice(request)) return false
  const providers = await providersOfParses(database, [id])
  return fingerprint(request, identity, providers.get(id)) === print
}

/** The limits of what this process accepts. */
export type Intake = { readonly capacity: Capacity; readonly admitUpload: Admit }

/** Ends an admission when the work is done. */
export const whileAdmitted = async <Result>(release: () => void, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } finally {
    release()
  }
}

/** Checks everything that a new job needs beyond being well-formed. Resolves to the providers that will run, and the schema. */
const checkAdmissible = async (
  parts: ApiParts,
  { capacity }: Intake,
  caller: Caller,
  submission: JobSubmission,
): Promise<Admissible> => {
  const { catalog, settings } = parts
  const chosen = chooseProviders(submission, { catalog, addressPolicy: settings.addressPolicy })
  const resolve = createExtractionResolver(parts.database, caller.accountId)
  const extraction = await resolve(submission.request.extraction, submission)
  await requireCapacity(parts, capacity, caller)
  return { chosen, extraction }
}

/** The providers that will run, and how the schema is filled. */
export type Admissible = { readonly chosen: Chosen; readonly extraction: JobExtraction | null }

const identityOf = (source: NewSource): SourceIdentity =>
  'url' in source
    ? { url: source.url }
    : { filename: source.filename, mediaType: identifyingType(source), sha256: source.sha256 }

/**
 * Returns the declared media type, or that of the name: a client that declares bytes of no known type has declared
 * nothing.
 */
const identifyingType = ({ filename, mediaType }: Exclude<NewSource, { url: string }>): string =>
  mediaType === 'application/octet-stream' ? resolveMediaType(undefined, filename) : mediaType

/**
 * If the connection to the database broke, the job may have been committed all the same and need its source. Such a
 * blob is left to the janitor, who checks whether a job owns it.
 */
const discardOnError = async <Result>(
  parts: ApiParts,
  source: NewSource,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) await discardSource(parts, source)
    throw error
  }
}
