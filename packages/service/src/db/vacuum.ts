import type { PGlite } from '@electric-sql/pglite'

const intervalMs = 10 * 60 * 1000
const toleratedDeadRows = 1000
/** Far below the two thousand million at which PostgreSQL stops to protect itself. */
const toleratedAge = 100_000_000

type VacuumCandidate = { name: string }

/**
 * Removes what updates and deletions have left, table by table so that others get their turn in between; resolves to
 * the tables that it vacuumed.
 */
export const vacuum = async (lite: PGlite): Promise<string[]> => {
  // The statistics are written between two statements, and only now and then.
  await lite.query('select pg_stat_force_next_flush()')
  const { rows } = await lite.query<VacuumCandidate>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where n_dead_tup > $1`,
    [toleratedDeadRows],
  )
  for (const { name } of rows) await lite.query(`vacuum (analyze) ${name}`)
  const { rows: old } = await lite.query(
    'select 1 from pg_database where datname = current_database() and age(datfrozenxid) > $1',
    [toleratedAge],
  )
  if (old.length > 0) await lite.query('vacuum')
  return rows.map(({ name }) => name)
}

/** Does for the embedded database what a server's autovacuum does, from now until the returned function is called. */
export const keepVacuumed = (lite: PGlite, onError: (error: unknown) => void): (() => void) => {
  const timer = setInterval(() => void vacuum(lite).catch(onError), intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
