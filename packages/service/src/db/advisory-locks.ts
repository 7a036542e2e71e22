import { setTimeout } from 'node:timers/promises'
import type { Queryable, Transaction } from './database.ts'

/**
 * The advisory locks of the product on PostgreSQL, all in one table so that no number has two meanings. The numbers must
 * never change: processes of two versions exclude each other by them during a rolling upgrade.
 */
export const advisoryLocks = {
  /** One process at a time migrates the schema. */
  migrations: 7_269_165_433,
  /** One process at a time issues the first key. */
  firstKey: 7_269_165_435,
  /** Per provider: acquiring, blocking and unblocking by its concurrency limit. Key: the provider's id. */
  places: 726_916_543,
  /** Per account: counting and adding what vendors charge for. Key: the account's id. */
  spending: 726_916_544,
} as const

type Exclusive = (typeof advisoryLocks)['firstKey']
type Keyed = (typeof advisoryLocks)['places' | 'spending']

/** Takes a lock that exists once, until the transaction ends, and waits for it as long as it takes. */
export const lockAlone = async (transaction: Transaction, lock: Exclusive): Promise<void> => {
  await transaction.script(`set local statement_timeout = 0; select pg_advisory_xact_lock(${lock})`)
}

/** The interval at which a process looks whether it may migrate now. */
const lookMs = 500

/**
 * Does the work while no other process migrates. Nobody waits for this lock inside a statement, which would hold a
 * snapshot: an index that another process makes concurrently would wait for that.
 */
export const whileMigrating = async <Result>(connection: Queryable, work: () => Promise<Result>): Promise<Result> => {
  const { migrations } = advisoryLocks
  const isMine = async (): Promise<boolean> => {
    const [row] = await connection.query<{ mine: boolean }>(`select pg_try_advisory_lock(${migrations}) as mine`)
    return row?.mine === true
  }
  while (!(await isMine())) await setTimeout(lookMs)
  try {
    return await work()
  } finally {
    await connection.query(`select pg_advisory_unlock(${migrations})`).catch(() => {})
  }
}

/** Takes the lock of one key until the transaction ends. Two keys may rarely share a lock, which only makes them wait. */
export const lockFor = async (transaction: Transaction, lock: Keyed, key: string): Promise<void> => {
  await transaction.query(`select pg_advisory_xact_lock(${lock}, hashtext($1))`, [key])
}
