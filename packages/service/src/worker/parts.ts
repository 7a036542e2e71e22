import type { Logger } from 'pino'
import type { StorageAvailability } from '../blobs/availability.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { JobEndings } from '../jobs/endings.ts'
import type { SpendingLimits } from '../jobs/spending.ts'
import type { AddressPolicy } from '@polyparse/outbound'
import type { Clock } from '../lib/clock.ts'
import type { KeyedLimit } from '../lib/keyed-limit.ts'
import type { DrawPageImages } from '@polyparse/providers/port'
import type { Provider } from '@polyparse/providers/port'
import type { UnreadAnswers } from '@polyparse/providers/port'
import type { Queue } from '../queue/queue.ts'
import type { AnswerSpool } from './remote/answer-spool.ts'
import type { Renderer } from './rendering/renderer.ts'

/** The parts with which the worker works. */
export type WorkerParts = {
  readonly database: Database
  readonly queue: Queue
  readonly blobs: BlobStore
  readonly storage: Pick<StorageAvailability, 'isAvailable'>
  /** The spool on the disk of this process. */
  readonly answerSpool: AnswerSpool
  /** Reads answers of vendors that could not be read when they came. */
  readonly answers: UnreadAnswers
  /**
   * The limit of such readings at a time: a machine that was too busy for several is not given all of them again at
   * once.
   */
  readonly answerReadings: KeyedLimit
  readonly endings: JobEndings
  readonly renderer: Renderer
  /** The limit of fetches from one host. */
  readonly hosts: KeyedLimit
  /** The enabled providers by id. */
  readonly providers: ReadonlyMap<string, Provider>
  /** The keys that accounts have instead of the operator's. */
  readonly providerKeys: KeysOfProviders
  readonly drawPageImages: DrawPageImages
  /** The provider that is asked about doubted pages of jobs that name none; null: none is. */
  readonly escalateTo: string | null
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: WorkerLimits
}

/** The keys that accounts have of their own for vendors; null: the account has none for this one. */
export type KeysOfProviders = {
  read(asked: {
    accountId: string
    provider: string
    adapter: string
  }): Promise<{ readonly key: string } | { readonly unusable: string } | null>
}

export type WorkerLimits = {
  readonly maxSourceBytes: number
  readonly maxPages: number
  readonly addressPolicy: AddressPolicy
  /** The number of runs that a provider may work on at once, over all workers; no limit without an entry. */
  readonly concurrency: ReadonlyMap<string, number>
  readonly spending: SpendingLimits
  /**
   * The time after an outage that a process may take to record a vendor's answer before its outcome counts as unknown.
   */
  readonly answerGraceSeconds: number
  /** The pauses before a vendor is asked again whether it has work that it does not list. */
  readonly findPausesMs: readonly number[]
}
