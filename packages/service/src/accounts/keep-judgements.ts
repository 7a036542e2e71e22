import type { JudgementKeeping } from '@polyparse/contract'
import type { Database } from '../db/database.ts'
import { type Account, accountColumns, type AccountRow, toAccount } from './accounts.ts'

/** Has an account keep judgements so from now on, and erases those that it keeps no more; null if there is none of the name. */
export const setJudgementKeeping = (
  database: Database,
  name: string,
  keeping: JudgementKeeping,
): Promise<Account | null> =>
  database.transaction(async (transaction) => {
    const [row] = await transaction.query<AccountRow>(
      `update accounts set judgements = $2 where name = $1 returning ${accountColumns}`,
      [name.normalize('NFC'), keeping],
    )
    if (row === undefined) return null
    if (keeping !== 'kept')
      await transaction.query(
        `delete from judgements where account_id = $1
           and ($2::boolean or not exists (select 1 from jobs where jobs.id = job_id and result_path is not null))`,
        [row.id, keeping === 'off'],
      )
    return toAccount(row)
  })
