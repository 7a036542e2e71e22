import type { PageProgress } from '@polyparse/engine'
import type { Queryable, Transaction } from '../db/database.ts'
import type { Claim } from './transitions.ts'

/*
 * The steps of a run of a remote provider. The rest of its life is in transitions.ts, and the same rules hold: guarded
 * statements, under the lock of the job. Times are those of the database, the one clock that all workers share.
 */

/** A vendor's identifier of an upload or of work. */
type VendorReference = Readonly<Record<string, unknown>>

/** The state of such a run. */
export type RemoteState = {
  /** null: as far as is known, the vendor has no work of this run. */
  readonly step: 'submitting' | 'submitted' | null
  /** The number of submits that may have reached the vendor. */
  readonly submissions: number
  /** The last submit, while no answer to it has been recorded. */
  readonly submission: RecordedSubmission | null
  /** Seconds since the last submit, while no answer to it has been recorded. */
  readonly submittingForSeconds: number
  /** Seconds from the last submit until the run is due, or was; null if it never had to wait. */
  readonly dueAfterSubmitSeconds: number | null
  /** Seconds for which some process may still record the answer that it has; negative once it has had its time. */
  readonly answerExpectedForSeconds: number | null
  /** The adapter that has uploaded or submitted last; null for none. */
  readonly adapter: string | null
  /** True if that was with the account's own key; null: as above. */
  readonly accountKey: boolean | null
  readonly upload: VendorReference | null
  readonly reference: VendorReference | null
  /** Seconds until the deadline; negative once it has passed. */
  readonly secondsLeft: number
}

/** The adapter that is asked, and whether with the account's own key. */
type RemoteRunTarget = { readonly adapter: string; readonly accountKey: boolean }

export const readRemoteState = async (database: Queryable, runId: string): Promise<RemoteState> => {
  const [row] = await database.query<RemoteRow>(
    `select remote_step, submissions, remote_adapter, account_key, remote_upload, remote_reference,
       remote_token, submitting_at::text as recorded_at,
       extract(epoch from now() - submitting_at)::float8 as submitting_for,
       extract(epoch from remote_due_at - submitting_at)::float8 as due_after_submit,
       extract(epoch from answer_expected_until - now())::float8 as answer_expected_for,
       extract(epoch from remote_deadline_at - now())::float8 as seconds_left
     from runs where id = $1`,
    [runId],
  )
  return {
    step: row?.remote_step ?? null,
    submissions: row?.submissions ?? 0,
    submission: submissionOf(row),
    submittingForSeconds: row?.submitting_for ?? 0,
    dueAfterSubmitSeconds: row?.due_after_submit ?? null,
    answerExpectedForSeconds: row?.answer_expected_for ?? null,
    adapter: row?.remote_adapter ?? null,
    accountKey: row?.account_key ?? null,
    upload: row?.remote_upload ?? null,
    reference: row?.remote_reference ?? null,
    secondsLeft: row?.seconds_left ?? Number.POSITIVE_INFINITY,
  }
}

const submissionOf = (row: RemoteRow | undefined): RecordedSubmission | null => {
  const { submissions: number, remote_token: token, recorded_at: recordedAt } = row ?? {}
  if (number === undefined || typeof token !== 'string' || typeof recordedAt !== 'string') return null
  return { number, token, recordedAt }
}

type RemoteRow = {
  remote_step: RemoteState['step']
  submissions: number
  remote_adapter: string | null
  account_key: boolean | null
  remote_upload: VendorReference | null
  remote_reference: VendorReference | null
  remote_token: string | null
  recorded_at: string | null
  submitting_for: number | null
  due_after_submit: number | null
  answer_expected_for: number | null
  seconds_left: number | null
}

/**
 * Records that the document is about to be uploaded to the vendor. The deadline runs from the first upload. Resolves to
 * when an earlier upload began that nobody has recorded, if there was one; its reference is lost.
 */
export const runUploading = async (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { asked, deadlineSeconds }: { asked: RemoteRunTarget; deadlineSeconds: number },
): Promise<Date | null> => {
  const [row] = await transaction.query<{ uploading_at: Date | null }>(
    `with before as (select id, uploading_at from runs where id = $1 for update)
     update runs set
       uploading_at = now(), remote_adapter = $4, account_key = $5,
       remote_deadline_at = coalesce(remote_deadline_at, now() + make_interval(secs => $3))
     from before
     where runs.id = before.id and attempt = $2 and status = 'working' and remote_step is null
     returning before.uploading_at`,
    [runId, attempt, deadlineSeconds, asked.adapter, asked.accountKey],
  )
  return row?.uploading_at ?? null
}

/** Records the outcome of an upload: the vendor's reference, or null if it certainly has nothing. */
export const runUploaded = (transaction: Transaction, claim: Claim, upload: VendorReference | null): Promise<boolean> =>
  changed(
    transaction,
    `update runs set remote_upload = $3, uploading_at = null
     where id = $1 and attempt = $2 and status = 'working' and remote_step is null returning id`,
    [claim.runId, claim.attempt, upload],
  )

/**
 * A recorded submit: how many submits may have reached the vendor with this one, the token by which a vendor recognises
 * repetitions of the same work, and the time of the record, as the database writes it. The number alone does not
 * identify a submit, because one that was certainly refused returns its number.
 */
export type RecordedSubmission = { readonly number: number; readonly token: string; readonly recordedAt: string }

/**
 * → submitting, to be committed before the request is sent. From then on no process submits this run again before it
 * knows the outcome of this submit, or has waited as long as the answer may take.
 */
export const runSubmitting = async (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { asked, newToken, deadlineSeconds }: { asked: RemoteRunTarget; newToken: string; deadlineSeconds: number },
): Promise<RecordedSubmission | null> => {
  const [row] = await transaction.query<{ submissions: number; remote_token: string; recorded_at: string }>(
    `update runs set
       remote_step = 'submitting', submissions = submissions + 1, submitting_at = now(),
       answer_expected_until = null, remote_adapter = $5, account_key = $6,
       remote_token = coalesce(remote_token, $3),
       remote_deadline_at = coalesce(remote_deadline_at, now() + make_interval(secs => $4))
     where id = $1 and attempt = $2 and status = 'working' and remote_step is null
     returning submissions, remote_token, submitting_at::text as recorded_at`,
    [runId, attempt, newToken, deadlineSeconds, asked.adapter, asked.accountKey],
  )
  return row === undefined ? null : { number: row.submissions, token: row.remote_token, recordedAt: row.recorded_at }
}

/**
 * The process that received the answer to a submit claims the run to record it, even if another has taken the run over:
 * only this process knows the answer. Returns null when the run has ended or continued without it.
 */
export const takeForAnswer = async (
  transaction: Transaction,
  runId: string,
  { number, recordedAt }: RecordedSubmission,
): Promise<Claim | null> => {
  const [row] = await transaction.query<{ attempt: number }>(
    `update runs set status = 'working', attempt = attempt + 1
     where id = $1 and remote_step = 'submitting' and submissions = $2 and submitting_at = $3
       and status in ('waiting', 'working')
     returning attempt`,
    [runId, number, recordedAt],
  )
  return row === undefined ? null : { runId, attempt: row.attempt }
}

/**
 * The process that has the answer to this submit cannot record it yet: for so long, no other takes the outcome for
 * unknown. Returns false when the answer is no longer needed, because the run has ended or continued without it.
 */
export const answerExpected = (
  database: Queryable,
  runId: string,
  { number, recordedAt }: RecordedSubmission,
  { seconds }: { seconds: number },
): Promise<boolean> =>
  changed(
    database,
    `update runs set answer_expected_until = now() + make_interval(secs => $4)
     from jobs
     where runs.id = $1 and jobs.id = runs.job_id and jobs.completed_at is null and remote_step = 'submitting'
       and submissions = $2 and submitting_at = $3 and runs.status in ('waiting', 'working')
     returning runs.id`,
    [runId, number, recordedAt, seconds],
  )

/** submitting → submitted: the vendor has accepted the work. The next step is due after the pause. */
export const runSubmitted = (
  transaction: Transaction,
  { runId, attempt }: Claim,
  {
    reference,
    pauseSeconds,
    deadlineSeconds,
  }: { reference: VendorReference; pauseSeconds: number; deadlineSeconds: number },
): Promise<boolean> =>
  changed(
    transaction,
    `update runs set
       remote_step = 'submitted', remote_reference = $3, submitting_at = null, status = 'waiting', failures = 0, outages = 0, deaths = 0,
       remote_due_at = now() + make_interval(secs => $4), remote_deadline_at = now() + make_interval(secs => $5)
     where id = $1 and attempt = $2 and status = 'working' and remote_step = 'submitting' returning id`,
    [runId, attempt, reference, pauseSeconds, deadlineSeconds],
  )

/**
 * submitting → no work at the vendor, which has refused for now, or to which nothing was sent because of an outage of
 * our own; the submit is repeated after the pause.
 */
export const runRefused = (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { isOutage }: { isOutage: boolean },
): Promise<boolean> =>
  changed(
    transaction,
    `update runs set
       remote_step = null, submitting_at = null, submissions = submissions - 1, status = 'waiting',
       failures = failures + $3, outages = outages + $4,
       remote_deadline_at = case when $4 = 1 then null else remote_deadline_at end
     where id = $1 and attempt = $2 and status = 'working' and remote_step = 'submitting' returning id`,
    [runId, attempt, isOutage ? 0 : 1, isOutage ? 1 : 0],
  )

/**
 * submitting | submitted → no work at the vendor, as far as is known: the outcome of the submit is unknown, or the
 * vendor has lost the work. Only for runs that are to be submitted again nevertheless. Work that was lost gets a new
 * token; otherwise a vendor that recognises repetitions would report the loss again.
 */
export const runSubmitsAgain = (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { lost }: { lost: boolean },
): Promise<boolean> =>
  changed(
    transaction,
    `update runs set
       remote_step = null, remote_reference = null, submitting_at = null, remote_upload = null,
       remote_token = case when $3 then null else remote_token end, remote_deadline_at = null,
       status = 'waiting', failures = failures + 1
     where id = $1 and attempt = $2 and status = 'working' and remote_step is not null returning id`,
    [runId, attempt, lost],
  )

/** The vendor is still working: no worker holds the run until the next poll. */
export const runPolled = (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { pauseSeconds, progress = null }: { pauseSeconds: number; progress?: PageProgress | null },
): Promise<boolean> =>
  changed(
    transaction,
    `update runs set
       status = 'waiting', failures = 0, outages = 0, deaths = 0, remote_due_at = now() + make_interval(secs => $3),
       pages_done = coalesce($4, pages_done), pages_total = coalesce($5, pages_total)
     where id = $1 and attempt = $2 and status = 'working' and remote_step = 'submitted' returning id`,
    [runId, attempt, pauseSeconds, progress?.done ?? null, progress?.total ?? null],
  )

/**
 * The process that submitted may still be waiting for the answer, so no other one continues the run before that is
 * impossible.
 */
export const runAwaitsAnswer = (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { pauseSeconds }: { pauseSeconds: number },
): Promise<boolean> =>
  changed(
    transaction,
    `update runs set status = 'waiting', remote_due_at = now() + make_interval(secs => $3)
     where id = $1 and attempt = $2 and status = 'working' and remote_step = 'submitting' returning id`,
    [runId, attempt, pauseSeconds],
  )

const changed = async (database: Queryable, text: string, parameters: readonly unknown[]): Promise<boolean> =>
  (await database.query(text, parameters)).length > 0
