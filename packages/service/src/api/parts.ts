import type { CheckedProvider, QueueFigures } from '@polyparse/contract/admin'
import type { Logger } from 'pino'
import type { ProviderKeys } from '../accounts/provider-keys.ts'
import type { WebhookSecrets } from '../accounts/webhook-secrets.ts'
import type { Identity } from '../accounts/sign-in-by-identity.ts'
import type { BackUp } from '../backup/back-up.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { CompatibleService } from '../compatibility/services.ts'
import type { JobEndings } from '../jobs/endings.ts'
import type { AddressPolicy } from '@polyparse/outbound'
import type { Clock } from '../lib/clock.ts'
import type { AddressRange } from '@polyparse/outbound'
import type { Origins } from '../lib/origins.ts'
import type { ProviderCatalog } from '@polyparse/providers/port'
import type { Liveness } from '../probes/liveness.ts'
import type { Queue } from '../queue/queue.ts'
import type { WebApp } from '../web-app/web-app.ts'
import type { Rhythm } from './events/follow-job.ts'
import type { Timeouts } from './timeouts.ts'

/** The parts with which the API works. */
export type ApiParts = {
  readonly database: Database
  /** Absent: the process works whenever it responds. */
  readonly liveness?: Liveness
  readonly queue: Queue
  readonly blobs: BlobStore
  readonly endings: JobEndings
  readonly catalog: ProviderCatalog
  readonly clock: Clock
  readonly logger: Logger
  readonly adminToken: string
  readonly providerKeys: ProviderKeys
  readonly webhookSecrets: WebhookSecrets
  readonly settings: ApiSettings
  /** Absent or null: waiting runs are not counted. */
  readonly readQueue?: () => Promise<QueueFigures | null>
  /** Asks each enabled vendor whether the settings are right, without a document. Absent: no vendor is asked. */
  readonly checkProviders?: () => Promise<CheckedProvider[]>
  /** The sign-in of people to the app, besides links and keys. Absent: there is none. */
  readonly identity?: Identity
  /** Absent: the service cannot be backed up through it. */
  readonly backUp?: BackUp
  /** Absent: only the API is served. */
  readonly webApp?: WebApp
  /** Absent: {@link standardTimeouts}. */
  readonly timeouts?: Timeouts
  /** The intervals of event streams. Absent: {@link standardRhythm}. */
  readonly rhythm?: Rhythm
}

export type ApiSettings = {
  /** The address listened on. */
  readonly host: string
  /** The URL without a trailing slash; null where it is made of the address listened on. */
  readonly baseUrl: string | null
  readonly maxUploadBytes: number
  /** The heap of the thread that reads results. */
  readonly documentMemoryMebibytes: number
  /** No job is accepted when there is less space than this for new blobs. */
  readonly minFreeBytes: number
  readonly addressPolicy: AddressPolicy
  readonly resultRetentionSeconds: number
  readonly pageImageRetentionSeconds: number
  readonly jobRetentionSeconds: number
  /** The limits of waiting jobs, in all and per account. */
  readonly maxWaiting: number
  readonly maxWaitingPerAccount: number
  /** null: no limit. */
  readonly maxStoredBytesPerAccount: number | null
  /** The limits of spending, which the worker holds jobs to: pages of an account and day (UTC), US dollars of a job. */
  readonly paidPagesPerDay: number | null
  readonly paidCostPerJob: number | null
  /** The number of uploads that this process accepts at once. */
  readonly maxUploads: number
  readonly maxUploadsPerAccount: number
  /** Requests per minute of one key, as this process counts them; null is any number. */
  readonly requestsPerMinute: number | null
  /** Says whether links show results to whoever has them. */
  readonly sharing: 'on' | 'off'
  /** The proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly AddressRange[]
  /** The origins of the web pages that may call the API. */
  readonly corsOrigins: Origins
  /** The services whose routes there are beside the service's own. */
  readonly compatibility: readonly CompatibleService[]
}
