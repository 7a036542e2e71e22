import { limits } from '@polyparse/contract'
import { graceSeconds as keyGrace } from '@polyparse/contract/admin'
import type { Operator } from '@polyparse/contract/operator-requests'
import { listAccounts } from '../accounts/accounts.ts'
import { setJudgementKeeping } from '../accounts/keep-judgements.ts'
import { KeyRequestError } from '../accounts/names.ts'
import { createKey, disableKey, enableKey, listKeys } from '../accounts/keys.ts'
import type { ProviderKeys } from '../accounts/provider-keys.ts'
import { rotateKey } from '../accounts/rotate-key.ts'
import { endSession, listSessions } from '../accounts/sessions.ts'
import { createSignInLink } from '../accounts/sign-in-links.ts'
import type { WebhookSecrets } from '../accounts/webhook-secrets.ts'
import { listAuditEntries } from '../audit/audit.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { checks, deepChecks, diagnose } from '../doctor/doctor.ts'
import { cancelJob } from '../jobs/cancel.ts'
import { retentionOf } from '../jobs/record-retention.ts'
import { listJobs, readJobForOperator } from '../jobs/read.ts'
import { refusals, retryJob } from '../jobs/retry.ts'
import { readDeliveryState } from '../jobs/webhook-deliveries.ts'
import { enqueueOnly } from '../queue/open-queue.ts'
import type { Clock } from '../lib/clock.ts'
import {
  adminAccount,
  adminJobDetail,
  adminKey,
  adminListedJob,
  adminSession,
  diagnosis,
  issuedKey,
  providerKey,
  signInLink,
  webhookSecret,
} from './admin-wire.ts'

export type { Operator }

export type OperatorParts = {
  readonly database: Database
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly providerKeys: ProviderKeys
  readonly webhookSecrets: WebhookSecrets
  /** Returns where the web app is, without a trailing slash. */
  readonly baseUrl: () => string
  readonly settings: { readonly resultRetentionSeconds: number; readonly jobRetentionSeconds: number }
}

/** The operator at the database itself. */
export const createOperator = ({
  database,
  blobs,
  clock,
  providerKeys,
  webhookSecrets,
  baseUrl,
  settings,
}: OperatorParts): Operator => ({
  listAccounts: async () => {
    const accounts = await listAccounts(database)
    return { accounts: accounts.map(adminAccount) }
  },

  keepJudgements: async ({ account, judgements }) =>
    orNull(await setJudgementKeeping(database, account, judgements), adminAccount),

  listSessions: async () => ({ sessions: (await listSessions(database, clock())).map(adminSession) }),

  endSession: async ({ id }) => ((await endSession(database, id)) ? { id, ended: true } : null),

  createSignInLink: async ({ account, role = 'member' }) =>
    orNull(await createSignInLink(database, { account, role }, clock()), (link) => signInLink(link, baseUrl())),

  createKey: async ({ name = 'unnamed', expiresAt = null, ...key }) =>
    issuedKey(await createKey(database, { ...key, name, expiresAt: parseExpiry(expiresAt) }, clock())),

  webhookSecret: async ({ account, rotate = false }) => {
    const now = clock()
    return orNull(
      await (rotate ? webhookSecrets.rotate(account, now) : webhookSecrets.read(account, now)),
      webhookSecret,
    )
  },

  setProviderKey: async (body) => orNull(await providerKeys.set(body, clock()), providerKey),

  removeProviderKey: async (body) => orNull(await providerKeys.remove(body), providerKey),

  listProviderKeys: async (query) => ({ providerKeys: (await providerKeys.list(query)).map(providerKey) }),

  listKeys: async (query) => ({ keys: (await listKeys(database, query)).map(adminKey) }),

  disableKey: async ({ id }) => orNull(await disableKey(database, id, clock()), adminKey),

  enableKey: async ({ id }) => orNull(await enableKey(database, id), adminKey),

  rotateKey: async ({ id, graceSeconds = keyGrace.default, expiresAt }) => {
    const expiry = expiresAt === undefined ? {} : { expiresAt: parseExpiry(expiresAt) }
    return orNull(await rotateKey(database, id, { graceSeconds, ...expiry }, clock()), issuedKey)
  },

  listAudit: async ({ limit = limits.auditListSize.default, cursor, since, until, ...same }) => {
    const filter = {
      ...same,
      ...(since !== undefined && { since: requireTime('since', since) }),
      ...(until !== undefined && { until: requireTime('until', until) }),
    }
    const { entries, nextCursor } = await listAuditEntries(database, filter, { limit, cursor })
    return { entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })), nextCursor }
  },

  listJobs: async ({ status, account, limit = limits.listSize.default, cursor, ...same }) => {
    const accounts = await accountNames(database)
    const owner = account === undefined ? null : idOf(accounts, account)
    if (owner === undefined) return { jobs: [], nextCursor: null }
    const filter = { ...same, ...(status !== undefined && { statuses: [status] }) }
    const { jobs, nextCursor } = await listJobs(database, owner, filter, { limit, cursor, keptSince: null })
    return { jobs: jobs.map((job) => adminListedJob(job, accounts)), nextCursor }
  },

  readJob: async ({ id }) => {
    const found = await readJobForOperator(database, id)
    if (found === null) return null
    const webhook = await readDeliveryState(database, id)
    return adminJobDetail({ ...found, webhook }, await accountNames(database))
  },

  cancelJob: async ({ id }) => {
    const found = await readJobForOperator(database, id)
    return found === null ? null : { id: found.job.id, cancelled: await cancelJob({ database, blobs, clock }, id) }
  },

  retryJob: async ({ id }) => {
    const { resultRetentionSeconds } = settings
    const read = async () => (await readJobForOperator(database, id))?.job ?? null
    const outcome = await retryJob({ database, blobs, clock, queue: enqueueOnly, resultRetentionSeconds }, read)
    if (outcome === null) return null
    const { job, refusal } = outcome
    return { id: job.id, status: job.status, refusal: refusal === null ? null : refusals[refusal] }
  },

  diagnose: async ({ check: name, repair = false, after = null }) => {
    const check = [...checks, ...deepChecks].find((each) => each.name === name)
    if (check === undefined) return null
    const retention = retentionOf(settings)
    const parts = { database, blobs, clock, retention }
    return diagnosis(await diagnose(parts, check, { repair, after }))
  },
})

const accountNames = async (database: Database): Promise<ReadonlyMap<string, string>> =>
  new Map((await listAccounts(database)).map(({ id, name }) => [id, name]))

const idOf = (accounts: ReadonlyMap<string, string>, name: string): string | undefined =>
  [...accounts].find(([, each]) => each === name.normalize('NFC'))?.[0]

const parseExpiry = (text: string | null): Date | null => (text === null ? null : requireTime('expiresAt', text))

const requireTime = (field: KeyRequestError['field'], text: string): Date => {
  const time = new Date(text)
  // Such as 23:59:60, which is valid in RFC 3339 but not a time in JavaScript.
  if (Number.isNaN(time.getTime())) throw new KeyRequestError(field, 'must be an ISO 8601 time')
  return time
}

const orNull = <Value, Result>(value: Value | null, wire: (value: Value) => Result): Result | null =>
  value === null ? null : wire(value)
