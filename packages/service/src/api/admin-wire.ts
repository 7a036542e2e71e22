import * as wire from '@polyparse/contract/admin'
import type { Account } from '../accounts/accounts.ts'
import type { KeyWithSecret, Key } from '../accounts/keys.ts'
import type { ProviderKey } from '../accounts/provider-keys.ts'
import type { Session } from '../accounts/sessions.ts'
import { signInAddress, type SignInLink } from '../accounts/sign-in-links.ts'
import type { StoredWebhookSecret } from '../accounts/webhook-secrets.ts'
import type { DoctorReport } from '../doctor/doctor.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import type { ListedJob } from '../jobs/read.ts'
import type { DeliveryState } from '../jobs/webhook-deliveries.ts'

/** The JSON of accounts, keys, secrets, jobs and runs in the admin routes. */
export const adminAccount = ({ id, name, createdAt, judgements }: Account): wire.AdminAccount => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  judgements,
})

export const adminKey = (key: Key): wire.AdminKey => ({
  id: key.id,
  account: key.account,
  name: key.name,
  prefix: key.prefix,
  createdAt: key.createdAt.toISOString(),
  expiresAt: formatAdminTime(key.expiresAt),
  disabledAt: formatAdminTime(key.disabledAt),
  lastUsedAt: formatAdminTime(key.lastUsedAt),
  scopes: key.scopes === null ? null : [...key.scopes],
  requestsPerMinute: key.requestsPerMinute,
  pagesPerDay: key.pagesPerDay,
})

export const issuedKey = (issued: KeyWithSecret): wire.IssuedKey => ({ ...adminKey(issued), key: issued.key })

export const adminSession = ({ id, account, role, person, ...times }: Session): wire.AdminSession => ({
  id,
  account: account?.name ?? null,
  role,
  person,
  createdAt: times.createdAt.toISOString(),
  expiresAt: times.expiresAt.toISOString(),
  lastUsedAt: formatAdminTime(times.lastUsedAt),
})

export const signInLink = ({ code, expiresAt, ...link }: SignInLink, baseUrl: string): wire.AdminSignInLink => ({
  ...link,
  url: signInAddress(baseUrl, code),
  expiresAt: expiresAt.toISOString(),
})

export const webhookSecret = ({
  createdAt,
  previousUntil,
  ...secret
}: StoredWebhookSecret): wire.AdminWebhookSecret => ({
  ...secret,
  createdAt: createdAt.toISOString(),
  previousUntil: formatAdminTime(previousUntil),
})

export const providerKey = ({ createdAt, ...key }: ProviderKey): wire.AdminProviderKey => ({
  ...key,
  createdAt: createdAt.toISOString(),
})

/** `accounts`: from id to name. */
export const adminJob = (job: StoredJob, accounts: ReadonlyMap<string, string>): wire.AdminJob => ({
  id: job.id,
  account: accounts.get(job.accountId) ?? job.accountId,
  status: job.status,
  operation: job.operation,
  source: job.source.url ?? job.source.filename ?? '',
  error: job.error,
  errorCode: job.errorCode,
  mediaType: job.source.detectedMediaType ?? job.source.mediaType,
  sizeBytes: job.source.size,
  pageCount: job.pageCount,
  createdAt: job.createdAt.toISOString(),
  startedAt: formatAdminTime(job.startedAt),
  completedAt: formatAdminTime(job.completedAt),
})

export const adminListedJob = (job: ListedJob, accounts: ReadonlyMap<string, string>): wire.AdminListedJob => ({
  ...adminJob(job, accounts),
  providers: [...job.providers],
  cost: job.cost === null ? null : job.cost / 1_000_000,
})

/**
 * A job as an operator without the admin token sees it: without anything that comes from the document, such as its name,
 * its address, and messages that may contain them.
 */
export const withoutDocument = <Told extends wire.AdminJob>(job: Told): Told => ({ ...job, source: null, error: null })

export const withoutMessages = (job: wire.AdminJobDetail): wire.AdminJobDetail => ({
  ...withoutDocument(job),
  runs: job.runs.map((run) => ({
    ...run,
    error: run.error === null ? null : { code: run.error.code, message: run.error.code },
  })),
})

export const adminJobDetail = (
  { job, runs, webhook }: { job: StoredJob; runs: readonly Run[]; webhook: DeliveryState | null },
  accounts: ReadonlyMap<string, string>,
): wire.AdminJobDetail => ({
  ...adminJob(job, accounts),
  retries: job.retries,
  resultDamaged: job.resultDamaged,
  runs: runs.map(adminRun),
  webhook: webhook === null ? null : { ...webhook },
})

const adminRun = (run: Run): wire.AdminRun => ({
  provider: run.provider,
  status: run.status,
  attempt: run.attempt,
  failures: run.failures,
  deaths: run.deaths,
  error: run.error === null ? null : { ...run.error },
  startedAt: formatAdminTime(run.startedAt),
  endedAt: formatAdminTime(run.endedAt),
})

export const diagnosis = ({ name, right, found, repaired, next }: DoctorReport): wire.Diagnosis => ({
  name,
  right,
  found: found.length,
  examples: found.slice(0, 3).map(({ id }) => id),
  repaired: repaired.length,
  findings: found.slice(0, wire.maxFindings).map((each) => ({ ...each, repaired: repaired.includes(each) })),
  next,
})

const formatAdminTime = (value: Date | null): string | null => value?.toISOString() ?? null
