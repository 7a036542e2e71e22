import type { Database, Queryable } from '../db/database.ts'

/**
 * Sums the bytes that an account has stored: the sources of its unfinished jobs, the results of the others, and images
 * of pages. A fresh sum is not made again; so a process may exceed a limit by the bytes that the account stores
 * meanwhile.
 */
export type StoredBytes = (accountId: string) => Promise<number>

/** The minimum time for which a sum counts as fresh. */
const freshMs = 5_000

/** Summing takes at most this share of the time, however many jobs an account has. */
const shareOfTime = 0.02

/** No more accounts than this are cached at once. */
const maxAccounts = 10_000

type Sum = { readonly bytes: Promise<number>; freshUntil: number }

export const createStoredBytes = (database: Database): StoredBytes => {
  const sums = new Map<string, Sum>()

  const start = (accountId: string): Sum => {
    const begun = performance.now()
    const sum: Sum = { bytes: sumStoredBytes(database, accountId), freshUntil: Number.POSITIVE_INFINITY }
    sum.bytes.then(
      () => {
        const now = performance.now()
        sum.freshUntil = now + Math.max(freshMs, (now - begun) / shareOfTime)
      },
      () => {
        if (sums.get(accountId) === sum) sums.delete(accountId)
      },
    )
    return sum
  }

  return (accountId) => {
    const known = sums.get(accountId)
    if (known !== undefined && performance.now() < known.freshUntil) return known.bytes
    if (sums.size >= maxAccounts) sums.clear()
    const sum = start(accountId)
    sums.set(accountId, sum)
    return sum.bytes
  }
}

const sumStoredBytes = async (database: Queryable, accountId: string): Promise<number> => {
  const [row] = await database.query<{ bytes: number }>(
    `select (
       select coalesce(sum(case when completed_at is null then source_size else result_size end), 0)
       from jobs where account_id = $1 and (completed_at is null or result_path is not null)
     )::bigint + (
       select coalesce(sum(page_images.size), 0) from page_images join jobs on jobs.id = job_id where account_id = $1
     )::bigint as bytes`,
    [accountId],
  )
  return row?.bytes ?? 0
}
