import { nullable } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { failureCodes, jobErrorCodes } from './failures.ts'
import { jobStatuses, operations } from './jobs.ts'
import { JudgementKeeping } from './judgement-keeping.ts'
import { limits } from './limits.ts'
import { Timestamp, Uuid } from './primitives.ts'
import { Scope } from './scopes.ts'
import { SessionRole } from './sessions.ts'

// The messages of `/api/admin/…` between the operator's routes and the command line. Not the public API.

const strictAdminOptions = { additionalProperties: false }

export const AdminAccount = Type.Object({
  id: Uuid,
  name: Type.String(),
  createdAt: Timestamp,
  judgements: JudgementKeeping,
})

/** The judgements that an account is to keep from now on. */
export const AccountJudgementsBody = Type.Object(
  { account: Type.String(), judgements: JudgementKeeping },
  { additionalProperties: false },
)

/** The limits of a key of its own. */
export const keyLimits = {
  requestsPerMinute: { minimum: 1, maximum: 1_000_000 },
  pagesPerDay: { minimum: 1, maximum: 1_000_000_000 },
} as const

/** The restrictions of a key. */
const keyRestrictions = {
  scopes: nullable(
    Type.Array(Scope, {
      minItems: 1,
      uniqueItems: true,
      description: 'The scopes that it allows; null: all, also those that later versions add.',
    }),
  ),
  requestsPerMinute: nullable(
    Type.Integer({ ...keyLimits.requestsPerMinute, description: 'null: that of the service.' }),
  ),
  pagesPerDay: nullable(Type.Integer({ ...keyLimits.pagesPerDay, description: 'Per day in UTC; null: any number.' })),
}

export const AdminKey = Type.Object({
  id: Uuid,
  account: Type.String({ description: 'The name of the account.' }),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key.' }),
  createdAt: Timestamp,
  expiresAt: nullable(Timestamp),
  disabledAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  ...keyRestrictions,
})

/** The only answer that ever holds a whole key. */
export const IssuedKey = Type.Object({ ...AdminKey.properties, key: Type.String() })

export const CreateKeyBody = Type.Object(
  {
    account: Type.String(),
    name: Type.Optional(Type.String()),
    expiresAt: Type.Optional(nullable(Timestamp)),
    ...Type.Partial(Type.Object(keyRestrictions)).properties,
  },
  strictAdminOptions,
)

/** A browser that is signed in. */
export const AdminSession = Type.Object({
  id: Uuid,
  account: nullable(Type.String({ description: 'The name of the account; null for an operator without one.' })),
  role: SessionRole,
  person: nullable(Type.String({ description: 'The person who has signed in; null: somebody with a sign-in link.' })),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: nullable(Timestamp),
})

export const SessionEnd = Type.Object({ id: Uuid, ended: Type.Boolean() })

export const SignInLinkBody = Type.Object(
  { account: Type.String(), role: Type.Optional(SessionRole) },
  strictAdminOptions,
)

/** An answer that holds a secret: the link signs in whoever opens it first. */
export const AdminSignInLink = Type.Object({
  account: Type.String(),
  role: SessionRole,
  url: Type.String(),
  expiresAt: Timestamp,
})

/** The other answer that holds a secret: a webhook is signed with it, so its receiver must have it. */
export const AdminWebhookSecret = Type.Object({
  account: Type.String(),
  secret: Type.String(),
  createdAt: Timestamp,
  previousUntil: nullable(Timestamp),
})

/** An account's own key for a vendor, as the service shows it. */
export const AdminProviderKey = Type.Object({
  account: Type.String(),
  provider: Type.String(),
  ending: Type.String({ description: 'The last characters of the key; empty for a short one.' }),
  createdAt: Timestamp,
})

export const ProviderKeyName = Type.Object({ account: Type.String(), provider: Type.String() }, strictAdminOptions)

export const ProviderKeyBody = Type.Object(
  { account: Type.String(), provider: Type.String(), key: Type.String() },
  strictAdminOptions,
)

export const WebhookSecretBody = Type.Object(
  { account: Type.String(), rotate: Type.Optional(Type.Boolean()) },
  strictAdminOptions,
)

/** Seconds; a year is long enough for any change of keys. */
export const graceSeconds = { default: 24 * 3600, maximum: 366 * 24 * 3600 } as const

export const RotateKeyBody = Type.Object(
  {
    graceSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: graceSeconds.maximum })),
    expiresAt: Type.Optional(nullable(Timestamp)),
  },
  strictAdminOptions,
)

export const AdminJob = Type.Object({
  id: Uuid,
  account: Type.String(),
  status: Type.Enum([...jobStatuses]),
  operation: Type.Enum([...operations]),
  source: nullable(
    Type.String({
      description: 'The URL, or the filename of an upload; null for an operator who has signed in with a browser.',
    }),
  ),
  error: nullable(
    Type.String({ description: 'For the caller; null also for an operator who has signed in with a browser.' }),
  ),
  errorCode: nullable(Type.Enum([...jobErrorCodes])),
  mediaType: nullable(Type.String({ description: 'The detected media type, or else the declared one.' })),
  sizeBytes: nullable(Type.Integer({ minimum: 0 })),
  pageCount: nullable(Type.Integer({ minimum: 0 })),
  createdAt: Timestamp,
  startedAt: nullable(Timestamp),
  completedAt: nullable(Timestamp),
})

export const AdminRun = Type.Object({
  provider: Type.String(),
  status: Type.Enum(['waiting', 'working', 'parsed', 'failed', 'unsupported']),
  attempt: Type.Integer(),
  failures: Type.Integer(),
  deaths: Type.Integer(),
  error: nullable(Type.Object({ code: Type.Enum([...failureCodes]), message: Type.String() })),
  startedAt: nullable(Timestamp),
  endedAt: nullable(Timestamp),
})

export const AdminWebhook = Type.Object({
  status: Type.Enum(['due', 'delivered', 'given_up']),
  attempts: Type.Integer(),
  failure: nullable(Type.String({ description: 'The reason why the last attempt failed.' })),
})

export const AdminJobDetail = Type.Object({
  ...AdminJob.properties,
  retries: Type.Integer({ description: 'The number of times that the job was run again after its end.' }),
  resultDamaged: Type.Boolean({ description: 'True if the stored result is recorded as missing or damaged.' }),
  runs: Type.Array(AdminRun),
  webhook: nullable(AdminWebhook),
})

export const AdminJobQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum([...jobStatuses])),
    /** The name of one. */
    account: Type.Optional(Type.String()),
    /** One that was asked for the job. */
    provider: Type.Optional(Type.String()),
    errorCode: Type.Optional(Type.Enum([...jobErrorCodes])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.listSize.maximum })),
    /** The `nextCursor` of the page before. */
    cursor: Type.Optional(Uuid),
  },
  strictAdminOptions,
)

export const AdminListedJob = Type.Object({
  ...AdminJob.properties,
  providers: Type.Array(Type.String(), { description: 'Those that were asked for it, in the order of its result.' }),
  cost: nullable(Type.Number({ minimum: 0, description: 'US dollars, as far as known.' })),
})

export const AdminJobList = Type.Object({ jobs: Type.Array(AdminListedJob), nextCursor: nullable(Uuid) })

export const DiagnosisBody = Type.Object(
  {
    check: Type.String(),
    repair: Type.Optional(Type.Boolean()),
    /** The `next` of the last portion, for a check that is made in portions. */
    after: Type.Optional(Uuid),
  },
  strictAdminOptions,
)

/** The faults that the doctor detects. */
export const findingCodes = [
  'run_not_due',
  'job_without_runs',
  'open_run_of_ended_job',
  'deletion_overdue',
  'result_not_expired',
  'record_not_removed',
  'webhook_not_recorded',
  'webhook_overdue',
  'answer_not_recorded',
  'vendor_artifact_overdue',
  'source_missing',
  'source_wrong_size',
  'source_changed',
  'result_missing',
  'result_wrong_size',
  'result_changed',
  'result_intact',
  'reading_missing',
  'reading_changed',
  'page_images_missing',
  'page_images_changed',
  'blob_unreadable',
  'source_without_job',
  'result_without_job',
  'write_unfinished',
] as const
export type FindingCode = (typeof findingCodes)[number]

export const DoctorFinding = Type.Object({
  code: Type.Enum([...findingCodes]),
  id: Type.String({ description: 'The id of a job, run or artifact, or the path of a blob.' }),
  repaired: Type.Boolean(),
})

/** The maximum number of findings that one diagnosis lists. */
export const maxFindings = 100

/** The outcome of one check of the doctor. */
export const Diagnosis = Type.Object({
  name: Type.String(),
  right: Type.String({ description: 'The invariant that must hold.' }),
  found: Type.Integer(),
  examples: Type.Array(Type.String()),
  repaired: Type.Integer({ description: 'The number of them that have been repaired.' }),
  findings: Type.Array(DoctorFinding, { maxItems: maxFindings }),
  /** The point at which a check that is made in portions continues; null at its end. */
  next: nullable(Uuid),
})

export const Cancellation = Type.Object({ id: Uuid, cancelled: Type.Boolean() })

/** `status`: of the job after the request; `refusal`: why it was not retried. */
export const Retry = Type.Object({ id: Uuid, status: Type.Enum([...jobStatuses]), refusal: nullable(Type.String()) })

/** The answer of a vendor about itself, and the fault of its settings; null where there is none. */
export const CheckedProvider = Type.Object({
  provider: Type.String(),
  name: Type.String(),
  says: nullable(Type.String()),
  problem: nullable(Type.String()),
})

export const CheckedProviders = Type.Object({ providers: Type.Array(CheckedProvider) })

/** A month in UTC, such as `2026-01`. */
export const SpendingQuery = Type.Object(
  { month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])$' })) },
  strictAdminOptions,
)

const AdminCount = Type.Integer({ minimum: 0 })
const Seconds = Type.Number({ minimum: 0 })

/** Jobs by status, runs by provider, and the webhooks and deletions that are still to be made. */
const QueueFigures = Type.Object({
  queued: AdminCount,
  running: AdminCount,
  /** Runs, by provider. */
  waiting: Type.Record(Type.String(), AdminCount),
  /** Runs whose provider is at its concurrency limit. */
  blocked: Type.Record(Type.String(), AdminCount),
  /** Runs whose work a vendor has. */
  atVendors: Type.Record(Type.String(), AdminCount),
  /** The age of the run that has waited longest, in seconds. */
  oldestWaiting: nullable(Seconds),
  webhooks: AdminCount,
  deletions: AdminCount,
  /** The age of these figures. */
  secondsOld: Seconds,
})

/** The usage of accounts in a month, and the ceilings of the charges that they may cause at vendors. */
export const AdminSpending = Type.Object({
  month: Type.String(),
  currency: Type.Literal('USD'),
  usage: Type.Array(
    Type.Object({
      account: Type.String(),
      provider: Type.String(),
      jobs: AdminCount,
      pages: AdminCount,
      cost: Type.Number({ minimum: 0 }),
    }),
    { description: 'The usage of providers, with the highest cost first.' },
  ),
  ceilings: Type.Object({
    paidPagesPerDay: nullable(AdminCount),
    paidCostPerJob: nullable(Type.Number({ minimum: 0 })),
  }),
  today: Type.Array(Type.Object({ account: Type.String(), paidPages: AdminCount }), {
    description: 'The pages that count against the ceiling of today (UTC), where there is one.',
  }),
})

/** The checks of the doctor, in the order of their repair. */
export const AdminChecks = Type.Object({
  checks: Type.Array(
    Type.Object({ name: Type.String(), right: Type.String({ description: 'The invariant that must hold.' }) }),
  ),
  /** True if the service can be backed up through this API. */
  canBackUp: Type.Boolean(),
})

/** The path at which a browser fetches a backup, once. */
export const BackupTicket = Type.Object({ path: Type.String() })

/** The state of the whole fleet: what waits now, and what was done in the last day. */
export const AdminFigures = Type.Object({
  now: Timestamp,
  queue: nullable(QueueFigures),
  hours: Type.Array(
    Type.Object({
      start: Timestamp,
      complete: AdminCount,
      failed: AdminCount,
    }),
    { description: 'Every hour of the last day, oldest first.' },
  ),
  providers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      enabled: Type.Boolean(),
      parsed: AdminCount,
      failed: AdminCount,
      medianSeconds: nullable(Seconds),
      slowestSeconds: nullable(Seconds),
      lastFailure: nullable(Type.Object({ at: Timestamp, code: nullable(Type.String()) })),
    }),
  ),
})

export type AdminListedJob = Static<typeof AdminListedJob>
export type AdminJobList = Static<typeof AdminJobList>
export type CheckedProvider = Static<typeof CheckedProvider>
export type CheckedProviders = Static<typeof CheckedProviders>
export type AdminSpending = Static<typeof AdminSpending>
export type AdminChecks = Static<typeof AdminChecks>
export type BackupTicket = Static<typeof BackupTicket>
export type AdminFigures = Static<typeof AdminFigures>
export type QueueFigures = Static<typeof QueueFigures>
export type AdminAccount = Static<typeof AdminAccount>
export type AdminKey = Static<typeof AdminKey>
export type IssuedKey = Static<typeof IssuedKey>
export type AdminSession = Static<typeof AdminSession>
export type SessionEnd = Static<typeof SessionEnd>
export type SignInLinkBody = Static<typeof SignInLinkBody>
export type AdminSignInLink = Static<typeof AdminSignInLink>
export type AdminWebhookSecret = Static<typeof AdminWebhookSecret>
export type AdminProviderKey = Static<typeof AdminProviderKey>
export type ProviderKeyName = Static<typeof ProviderKeyName>
export type ProviderKeyBody = Static<typeof ProviderKeyBody>
export type WebhookSecretBody = Static<typeof WebhookSecretBody>
export type CreateKeyBody = Static<typeof CreateKeyBody>
export type RotateKeyBody = Static<typeof RotateKeyBody>
export type AdminJob = Static<typeof AdminJob>
export type AdminRun = Static<typeof AdminRun>
export type AdminWebhook = Static<typeof AdminWebhook>
export type AdminJobDetail = Static<typeof AdminJobDetail>
export type AdminJobQuery = Static<typeof AdminJobQuery>
export type DiagnosisBody = Static<typeof DiagnosisBody>
export type Diagnosis = Static<typeof Diagnosis>
export type DoctorFinding = Static<typeof DoctorFinding>
export type Cancellation = Static<typeof Cancellation>
export type Retry = Static<typeof Retry>
