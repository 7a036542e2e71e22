import type { StoredBlob } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { selectNamedBlobs } from '../jobs/named-blobs.ts'
import type { DoctorParts } from './check.ts'

/** A blob that a job or one of its runs needs. */
export type Named = {
  readonly path: string
  readonly kind: 'source' | 'result' | 'reading' | 'page_images'
  /** Null for a reading. */
  readonly size: number | null
  /** SHA-256 of its bytes in base64url, of a result as in {@link readTag}; null for a reading. */
  readonly hash: string | null
  /** True if it is recorded as missing or damaged. */
  readonly damaged: boolean
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** The ids of all jobs after this one, in their order, so many at a time. */
export async function* jobIds(database: Database, after: string | null, atOnce: number): AsyncGenerator<string[]> {
  for (let from: string | undefined = after ?? firstId; from !== undefined;) {
    const jobs: { id: string }[] = await database.query<{ id: string }>(
      'select id from jobs where id > $1 order by id limit $2',
      [from, atOnce],
    )
    yield jobs.map(({ id }) => id)
    from = jobs.length === atOnce ? jobs.at(-1)?.id : undefined
  }
}

/** Returns what these jobs and their runs need, in the order of the paths' bytes. */
export const namedBlobs = async (database: Database, ids: readonly string[], prefix = ''): Promise<Named[]> => {
  const rows = await database.query<Named & { sha256: string | null }>(
    `select path, min(kind) as kind, max(size)::bigint as size, max(hash) as hash, max(sha256) as sha256,
       bool_or(damaged) as damaged
     from (${selectNamedBlobs((column) => `${column} = any($1)`)}) as named
     where starts_with(path, $2) group by path order by path collate "C"`,
    [ids, prefix],
  )
  return rows.map(({ sha256, ...named }) => ({
    ...named,
    hash: sha256 === null ? named.hash : Buffer.from(sha256, 'hex').toString('base64url'),
  }))
}

const namedBlobsBatchSize = 1000

async function* allNamed(database: Database, prefix: string): AsyncGenerator<Named> {
  for await (const ids of jobIds(database, null, namedBlobsBatchSize)) yield* await namedBlobs(database, ids, prefix)
}

/** Compares the blobs that rows refer to with those that are stored, path by path: both lists are ordered by path. */
export async function* comparedBlobs(
  { database, blobs }: DoctorParts,
  prefix: string,
): AsyncGenerator<{ named: Named | null; stored: StoredBlob | null }> {
  const rows = allNamed(database, prefix)
  const stores = blobs.list(prefix)[Symbol.asyncIterator]()
  let row = await rows.next()
  let store = await stores.next()
  while (row.done !== true || store.done !== true) {
    const named = row.done === true ? null : row.value
    const stored = store.done === true ? null : store.value
    const takesRow = named !== null && (stored === null || named.path <= stored.path)
    const takesStore = stored !== null && (named === null || stored.path <= named.path)
    yield { named: takesRow ? named : null, stored: takesStore ? stored : null }
    if (takesRow) row = await rows.next()
    if (takesStore) store = await stores.next()
  }
}
