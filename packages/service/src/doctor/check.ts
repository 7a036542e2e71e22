import type { Retention } from '../jobs/record-retention.ts'
import type { FindingCode } from '@polyparse/contract/admin'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'

export type DoctorParts = {
  readonly database: Database
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly retention: Retention
  /** Temporary deviations are normal, so a problem must be found twice, this far apart. */
  readonly recheckAfterMs?: number
  /** The time for which one portion of a deep check reads. */
  readonly portionMs?: number
}

/** A violation of an invariant. */
export type CheckFinding = {
  readonly code: FindingCode
  /** The id of a job, run or artifact, or the path of a blob. */
  readonly id: string
}

type Invariant = {
  readonly name: string
  /** The invariant, as a sentence. */
  readonly right: string
  /** Repairs what can be repaired without further loss; null if only the operator can. */
  readonly repair: ((parts: DoctorParts, found: readonly CheckFinding[]) => Promise<void>) | null
}

/** An invariant: something that must hold at any time, apart from short moments. */
export type Check = Invariant & {
  /** Returns what violates it; only some if there is very much. */
  readonly find: (parts: DoctorParts) => Promise<CheckFinding[]>
}

/** An invariant that can only be checked by reading everything, which is done on request and in portions. */
export type DeepCheck = Invariant & {
  /** Continues after a position of its own; `next` is null after the last portion. */
  readonly findFrom: (
    parts: DoctorParts,
    after: string | null,
  ) => Promise<{ readonly found: CheckFinding[]; readonly next: string | null }>
  /** Those of the findings that are still true. */
  readonly confirm: (parts: DoctorParts, found: readonly CheckFinding[]) => Promise<CheckFinding[]>
}

/** The maximum that is counted. */
export const maxFound = 10_000

/** The column `id` of a query's rows. */
export const findingsOf = async (
  { database }: DoctorParts,
  code: FindingCode,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<CheckFinding[]> => {
  const rows = await database.query<{ id: string }>(`${text} limit ${maxFound}`, parameters)
  return rows.map(({ id }) => ({ code, id }))
}

export const idsOf = (found: readonly CheckFinding[]): string[] => found.map(({ id }) => id)

export const secondsAgo = ({ clock }: DoctorParts, seconds: number): Date =>
  new Date(clock().getTime() - seconds * 1000)
