import { PgBoss, type Db } from 'pg-boss'
import type { Database } from '../../src/db/database.ts'

/** The form in which pg-boss sends several statements that belong in one transaction. */
const wrapped = /^\s*begin;(?<statements>.*)commit;\s*$/is

const bossDatabase = (database: Database): Db => ({
  executeSql: async (text, values) => {
    const statements = wrapped.exec(text)?.groups?.['statements']
    if (statements !== undefined)
      return { rows: await database.transaction((transaction) => transaction.script(statements)) }
    return { rows: await database.query(text, values) }
  },
})

/** The queue of schema version 9: messages of pg-boss in the schema `pgboss`, sent and fetched as that version did. */
export const openPreviousQueue = async (database: Database) => {
  const boss = new PgBoss({ db: bossDatabase(database), backend: database.kind, schema: 'pgboss', schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const name of ['runs', 'fetches']) await boss.createQueue(name, { heartbeatSeconds: 10, retryLimit: 1000 })
  return {
    send: async (runId: string, { delaySeconds = 0, fetchFor }: { delaySeconds?: number; fetchFor?: string } = {}) => {
      const message =
        fetchFor === undefined
          ? { data: { runId }, group: { id: runId } }
          : { data: { runId, account: fetchFor }, group: { id: fetchFor } }
      const options = { singletonKey: runId, startAfter: delaySeconds, priority: 1 }
      await boss.insert(fetchFor === undefined ? 'runs' : 'fetches', [{ ...message, ...options }])
    },
    /** The run of the next message, which is then in delivery. */
    fetch: async (): Promise<string | undefined> => {
      const [message] = await boss.fetch<{ runId: string }>('runs')
      return message?.data.runId
    },
    messages: async (): Promise<number> =>
      (await database.query(`select 1 from pgboss.job_common where state <= 'active'`)).length,
    close: () => boss.stop({ graceful: false, close: false }),
  }
}
