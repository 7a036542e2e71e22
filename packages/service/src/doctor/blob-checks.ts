import type { StoredBlob } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { abandonedMs } from '../jobs/abandoned.ts'
import { jobOfPath, resultsPrefix, sourcesPrefix } from '../jobs/paths.ts'
import { unownedBlobs } from '../jobs/retention.ts'
import { maxFound, secondsAgo, type Check, type DoctorParts } from './check.ts'
import { failJobs } from './job-checks.ts'

export const blobChecks: readonly Check[] = [
  {
    name: 'blobs-kept',
    right: 'Every source and result that a job refers to is stored and complete.',
    find: async (parts) => {
      const missing: string[] = []
      for (const prefix of [sourcesPrefix, resultsPrefix])
        for await (const { named, stored } of compared(parts, prefix)) {
          if (named === null || missing.length >= maxFound) continue
          if (stored === null || (named.size !== null && named.size !== stored.size)) missing.push(named.path)
        }
      return missing
    },
    repair: async (parts, found) => {
      if (await isAnotherStore(parts.database, found.length)) return
      const stillNamed = await namedAmong(parts.database, found)
      await failJobs(parts, stillNamed.unfinished, 'The service has lost the document or its result.')
      // Callers are then told that the result is gone, which is true.
      await parts.database.query(
        `update jobs set result_path = null, result_size = null, result_etag = null
         where completed_at is not null and id = any($1)`,
        [stillNamed.ended],
      )
    },
  },
  {
    name: 'blobs-owned',
    right: 'Every blob belongs to a job that needs it: there are no sources of ended jobs and no remains of a crash.',
    find: async (parts) => {
      const orphans: string[] = []
      const old = secondsAgo(parts, abandonedMs / 1000)
      for (const prefix of [sourcesPrefix, resultsPrefix])
        for await (const { named, stored } of compared(parts, prefix))
          if (named === null && stored !== null && stored.modifiedAt < old && orphans.length < maxFound)
            orphans.push(stored.path)
      return (await unownedBlobs(parts.database, orphans)).map(({ path }) => path).toSorted()
    },
    repair: async ({ database, blobs }, found) => {
      for (const { path } of await unownedBlobs(database, found)) await blobs.delete(path)
    },
  },
]

/** If most blobs are missing, it is the wrong store, or one that was only partly restored. */
const isAnotherStore = async (database: Database, missing: number): Promise<boolean> => {
  const [row] = await database.query<{ count: number }>(
    'select count(*) from jobs where result_path is not null or source_path is not null',
  )
  return missing > 10 && missing > (row?.count ?? 0) / 2
}

type Named = { readonly path: string; readonly size: number | null }

/** Compares the blobs that rows refer to with those that are stored, path by path: both lists are ordered by path. */
async function* compared(
  { database, blobs }: DoctorParts,
  prefix: string,
): AsyncGenerator<{ named: Named | null; stored: StoredBlob | null }> {
  const rows = namedPaths(database, prefix)
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

const firstId = '00000000-0000-0000-0000-000000000000'
const jobsAtOnce = 1000

async function* namedPaths(database: Database, prefix: string): AsyncGenerator<Named> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const jobs: { id: string }[] = await database.query<{ id: string }>(
      `select id from jobs where id > $1 order by id limit ${jobsAtOnce}`,
      [after],
    )
    yield* await database.query<Named>(
      `select path, max(size)::bigint as size from (
         select source_path as path, source_size as size from jobs where id = any($1)
         union all select result_path, result_size from jobs where id = any($1)
         union all select result_path, result_size from runs where job_id = any($1)
         union all select reading_path, null from runs where job_id = any($1)
       ) as named
       where starts_with(path, $2) group by path order by path collate "C"`,
      [jobs.map(({ id }) => id), prefix],
    )
    after = jobs.length === jobsAtOnce ? jobs.at(-1)?.id : undefined
  }
}

/** The jobs of these paths: those that cannot continue without them, and those that have ended. */
const namedAmong = async (database: Database, paths: readonly string[]) => {
  const gone = new Set((await unownedBlobs(database, paths)).map(({ path }) => path))
  const ids = paths.filter((path) => !gone.has(path)).flatMap((path) => jobOfPath(path) ?? [])
  const rows = await database.query<{ id: string; ended: boolean }>(
    'select id, completed_at is not null as ended from jobs where id = any($1)',
    [[...new Set(ids)]],
  )
  const { ended = [], unfinished = [] } = Object.groupBy(rows, (row) => (row.ended ? 'ended' : 'unfinished'))
  return { ended: ended.map(({ id }) => id), unfinished: unfinished.map(({ id }) => id) }
}
