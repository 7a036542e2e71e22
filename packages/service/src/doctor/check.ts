import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Queue } from '../queue/queue.ts'

export type DoctorParts = {
  readonly database: Database
  readonly queue: Queue
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly retention: { readonly resultSeconds: number; readonly jobSeconds: number }
  /** Temporary deviations are normal, so a problem must be found twice, this far apart. */
  readonly recheckAfterMs?: number
}

/** An invariant: something that must hold at any time, apart from short moments. */
export type Check = {
  readonly name: string
  /** What must hold, as a sentence. */
  readonly right: string
  /** Ids or paths of what violates it; only some if there are very many. */
  readonly find: (parts: DoctorParts) => Promise<string[]>
  /** Repairs what can be repaired without further loss; null if only the operator can. */
  readonly repair: ((parts: DoctorParts, found: readonly string[]) => Promise<void>) | null
}

/** The maximum that is counted. */
export const maxFound = 10_000

/** The first column of a query's rows. */
export const idsOf = async (
  database: Database,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(`${text} limit ${maxFound}`, parameters)
  return rows.map(({ id }) => id)
}

export const secondsAgo = ({ clock }: DoctorParts, seconds: number): Date =>
  new Date(clock().getTime() - seconds * 1000)
