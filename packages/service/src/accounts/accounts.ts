import { randomUUIDv7 } from 'node:crypto'
import type { JudgementKeeping } from '@polyparse/contract'
import type { Queryable } from '../db/database.ts'
import { requireName } from './names.ts'

/** An owner of jobs. */
export type Account = {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly judgements: JudgementKeeping
}

/**
 * The account of that name, created if it is new; concurrent callers all get the same one.
 * @throws {KeyRequestError} when the name is not allowed for an account.
 */
export const ensureAccount = async (database: Queryable, name: string, now: Date): Promise<Account> => {
  const stored = requireName('account', name)
  await database.query(
    'insert into accounts (id, name, created_at) values ($1, $2, $3) on conflict on constraint account_names_are_unique do nothing',
    [randomUUIDv7(), stored, now],
  )
  // A statement of its own: it sees the row even when another transaction has just committed it.
  const [row] = await database.query<AccountRow>(`select ${accountColumns} from accounts where name = $1`, [stored])
  if (row === undefined) throw new Error(`the account ${stored} was removed while it was being created`)
  return toAccount(row)
}

/** All accounts, in the order of their names. */
export const listAccounts = async (database: Queryable): Promise<Account[]> => {
  const rows = await database.query<AccountRow>(`select ${accountColumns} from accounts order by name`)
  return rows.map(toAccount)
}

export const accountColumns = 'id, name, created_at, judgements'

export type AccountRow = { id: string; name: string; created_at: Date; judgements: JudgementKeeping }

export const toAccount = ({ id, name, created_at: createdAt, judgements }: AccountRow): Account => ({
  id,
  name,
  createdAt,
  judgements,
})
