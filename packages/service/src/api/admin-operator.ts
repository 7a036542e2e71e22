import { limits } from '@polyparse/contract'
import * as wire from '@polyparse/contract/admin'
import { listAccounts } from '../accounts/accounts.ts'
import { KeyRequestError } from '../accounts/names.ts'
import { createKey, disableKey, enableKey, listKeys } from '../accounts/keys.ts'
import type { ProviderKeys } from '../accounts/provider-keys.ts'
import { rotateKey } from '../accounts/rotate-key.ts'
import { endSession, listSessions } from '../accounts/sessions.ts'
import { createSignInLink } from '../accounts/sign-in-links.ts'
import type { WebhookSecrets } from '../accounts/webhook-secrets.ts'
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

/**
 * Everything that an operator can do, in the types of `/api/admin/…`. The admin routes serve it, and the command line
 * uses it without knowing whether it talks to a running service or to the database. Null means that there is no such
 * key, account or job.
 */
export type Operator = {
  listAccounts(): Promise<wire.AdminAccount[]>
  /** Browsers that are signed in, newest first. */
  listSessions(): Promise<wire.AdminSession[]>
  /** Signs a browser out. */
  endSession(id: string): Promise<wire.SessionEnd | null>
  /** A link that signs one browser in, once. */
  createSignInLink(body: wire.SignInLinkBody): Promise<wire.AdminSignInLink | null>
  /** @throws {KeyRequestError} here and in `rotateKey`, when the request is impossible. */
  createKey(body: wire.CreateKeyBody): Promise<wire.IssuedKey>
  /** Created when it is first needed; with `rotate`, replaced. */
  webhookSecret(body: wire.WebhookSecretBody): Promise<wire.AdminWebhookSecret | null>
  /** Keys that accounts have of their own for vendors. @throws {KeyRequestError} */
  setProviderKey(body: wire.ProviderKeyBody): Promise<wire.AdminProviderKey | null>
  removeProviderKey(body: wire.ProviderKeyName): Promise<wire.AdminProviderKey | null>
  listProviderKeys(query: { account?: string }): Promise<wire.AdminProviderKey[]>
  listKeys(query: { account?: string }): Promise<wire.AdminKey[]>
  disableKey(id: string): Promise<wire.AdminKey | null>
  enableKey(id: string): Promise<wire.AdminKey | null>
  rotateKey(id: string, body: wire.RotateKeyBody): Promise<wire.IssuedKey | null>
  /** Newest first. */
  listJobs(query: wire.AdminJobQuery): Promise<wire.AdminJobList>
  readJob(id: string): Promise<wire.AdminJobDetail | null>
  /** `cancelled` is false if the job had already ended. */
  cancelJob(id: string): Promise<wire.Cancellation | null>
  /** Runs a job again that has failed or whose stored result is damaged. */
  retryJob(id: string): Promise<wire.Retry | null>
  /** Checks one invariant, or a portion of it, and repairs it on request; null if this version does not know it. */
  diagnose(body: wire.DiagnosisBody): Promise<wire.Diagnosis | null>
}

export type OperatorParts = {
  readonly database: Database
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly providerKeys: ProviderKeys
  readonly webhookSecrets: WebhookSecrets
  /** Where the web app is, without a trailing slash. */
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
    return accounts.map(({ id, name, createdAt }) => ({ id, name, createdAt: createdAt.toISOString() }))
  },

  listSessions: async () => (await listSessions(database, clock())).map(adminSession),

  endSession: async (id) => ((await endSession(database, id)) ? { id, ended: true } : null),

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

  listProviderKeys: async (query) => (await providerKeys.list(query)).map(providerKey),

  listKeys: async (query) => (await listKeys(database, query)).map(adminKey),

  disableKey: async (id) => orNull(await disableKey(database, id, clock()), adminKey),

  enableKey: async (id) => orNull(await enableKey(database, id), adminKey),

  rotateKey: async (id, { graceSeconds = wire.graceSeconds.default, expiresAt }) => {
    const expiry = expiresAt === undefined ? {} : { expiresAt: parseExpiry(expiresAt) }
    return orNull(await rotateKey(database, id, { graceSeconds, ...expiry }, clock()), issuedKey)
  },

  listJobs: async ({ status, account, limit = limits.listSize.default, cursor, ...same }) => {
    const accounts = await accountNames(database)
    const owner = account === undefined ? null : idOf(accounts, account)
    if (owner === undefined) return { jobs: [], nextCursor: null }
    const filter = { ...same, ...(status !== undefined && { statuses: [status] }) }
    const { jobs, nextCursor } = await listJobs(database, owner, filter, { limit, cursor, keptSince: null })
    return { jobs: jobs.map((job) => adminListedJob(job, accounts)), nextCursor }
  },

  readJob: async (id) => {
    const found = await readJobForOperator(database, id)
    if (found === null) return null
    const webhook = await readDeliveryState(database, id)
    return adminJobDetail({ ...found, webhook }, await accountNames(database))
  },

  cancelJob: async (id) => {
    const found = await readJobForOperator(database, id)
    return found === null ? null : { id: found.job.id, cancelled: await cancelJob({ database, blobs, clock }, id) }
  },

  retryJob: async (id) => {
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

const parseExpiry = (text: string | null): Date | null => {
  if (text === null) return null
  const time = new Date(text)
  // Such as 23:59:60, which is valid in RFC 3339 but not a time in JavaScript.
  if (Number.isNaN(time.getTime())) throw new KeyRequestError('expiresAt', 'must be an ISO 8601 time')
  return time
}

const orNull = <Value, Result>(value: Value | null, wire: (value: Value) => Result): Result | null =>
  value === null ? null : wire(value)
