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
  /** What is wrong for a moment is not wrong: it must be found twice, so far apart. */
  readonly recheckAfterMs?: number
}

/** Something that must hold at any time, but for a moment. */
export type Check = {
  readonly name: string
  /** What must hold, as a sentence. */
  readonly right: string
  /** Ids or paths of what is not as it should be; of very many, some. */
  readonly find: (parts: DoctorParts) => Promise<string[]>
  /** Puts right what can be without losing anything more; null where only the operator can. */
  readonly repair: ((parts: DoctorParts, found: readonly string[]) => Promise<void>) | null
}

/** More than this are not counted. */
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
