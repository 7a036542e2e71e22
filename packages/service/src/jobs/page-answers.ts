import type { Queryable } from '../db/database.ts'
import type { Claim } from './transitions.ts'

/** The answers about single pages of a run that goes on. Those of a run that has ended are not kept. */
export const pageAnswersOf = (database: Queryable, { runId }: Pick<Claim, 'runId'>) => ({
  pages: async (): Promise<ReadonlySet<number>> => {
    const rows = await database.query<{ page: number }>('select page from page_answers where run_id = $1', [runId])
    return new Set(rows.map(({ page }) => page))
  },
  has: async (page: number): Promise<boolean> => {
    const rows = await database.query('select 1 from page_answers where run_id = $1 and page = $2', [runId, page])
    return rows.length > 0
  },
  /** The run gets on, so the document is not what its worker died of before. */
  keep: async (page: number, answer: string): Promise<void> => {
    await database.query(
      `with kept as (
         insert into page_answers (run_id, page, answer)
         select id, $2, $3 from runs where id = $1 and ended_at is null
         on conflict do nothing returning run_id
       )
       update runs set deaths = 0 where id in (select run_id from kept) and deaths > 0`,
      [runId, page, answer],
    )
  },
  all: async (): Promise<readonly string[]> => {
    const rows = await database.query<{ answer: string }>(
      'select answer from page_answers where run_id = $1 order by page',
      [runId],
    )
    return rows.map(({ answer }) => answer)
  },
})

/** Deletes the answers of runs that have ended, of one or of all; resolves to how many. */
export const forgetPageAnswers = async (database: Queryable, runId: string | null = null): Promise<number> => {
  const rows = await database.query<{ page: number }>(
    `delete from page_answers where ($1::uuid is null or run_id = $1)
       and exists (select 1 from runs where runs.id = page_answers.run_id and runs.ended_at is not null)
     returning page`,
    [runId],
  )
  return rows.length
}
