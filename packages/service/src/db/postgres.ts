import { createHash } from 'node:crypto'
import { DatabaseError, Pool, TypeOverrides, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'
import { unsynced, type Database, type Transaction, type TransactionOptions } from './database.ts'
import { DatabaseClosedError, DatabaseUnavailableError, isOfConnection } from './errors.ts'
import { createListener } from './postgres-listener.ts'
import { createTransactionGuard } from './transaction-guard.ts'
import { parseBigint, parseBytes, typeNumbers } from './values.ts'

const postgresTypeOverrides = new TypeOverrides()
postgresTypeOverrides.setTypeParser(typeNumbers.int8, parseBigint)
postgresTypeOverrides.setTypeParser(typeNumbers.bytea, parseBytes)

/**
 * The server reports a DatabaseError, and a wrong parameter is a TypeError or RangeError; anything else is the
 * connection.
 */
const explain = (error: unknown): unknown =>
  error instanceof DatabaseError || error instanceof TypeError || error instanceof RangeError
    ? error
    : new DatabaseUnavailableError('the database cannot be reached', { cause: error })

const reached = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw explain(error)
  }
}

/**
 * Each connection parses and plans a statement only once, which is most of the cost of a short one. Excluded are
 * statements with a star, whose columns a migration may change while this version still runs. And no more statements
 * are kept than the product has, so that one built for one occasion is not kept for ever.
 */
const createNames = () => {
  const names = new Map<string, string>()
  return (text: string): { name?: string } => {
    const known = names.get(text)
    if (known !== undefined) return { name: known }
    if (names.size >= maxStatements || star.test(text)) return {}
    const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
    names.set(text, name)
    return { name }
  }
}

const maxStatements = 500
const statementTimeoutMs = 30_000

/**
 * The time for which a connection is used. It may lead to a server that another one has replaced and that still answers
 * reads; this bounds how long such a server is asked.
 */
const maxLifetimeSeconds = 300
const star = /(?:\bselect|\breturning|,)\s+(?:\w+\.)?\*/i

const rowsOfPostgresResult = <Row extends object>({ rows }: { rows: Row[] }): Row[] => rows

type NameOf = ReturnType<typeof createNames>

const transactionOver = (client: PoolClient, nameOf: NameOf, whileOpen: () => void): Transaction => ({
  inTransaction: true,
  copy: null,
  query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) => {
    whileOpen()
    return rowsOfPostgresResult<Row>(
      await reached(client.query<QueryResultRow & Row>({ text, values: [...parameters], ...nameOf(text) })),
    )
  },
  script: async (text) => {
    whileOpen()
    // The driver returns one result for one statement, and a list for several.
    const results: QueryResult | QueryResult[] = await reached(client.query(text))
    return [results].flat().flatMap((result) => rowsOfPostgresResult(result))
  },
})

const commit = async (client: PoolClient) => {
  const { command } = await reached(client.query('commit'))
  // The server's answer to a commit after a failed statement whose error was swallowed.
  if (command === 'ROLLBACK') throw new Error('the transaction was rolled back: one of its statements had failed')
}

/**
 * Runs the work on one connection, which goes back to the pool only when it is known to be outside a transaction, and to
 * lead to a server that writes.
 */
const withConnection = async <Result>(
  client: PoolClient,
  { synced = true }: TransactionOptions,
  work: () => Promise<Result>,
): Promise<Result> => {
  let isBroken = false
  const note = () => {
    isBroken = true
  }
  client.on('error', note)
  try {
    await reached(client.query(synced ? 'begin' : `begin; ${unsynced}`))
    const result = await work()
    await commit(client)
    return result
  } catch (error) {
    // A rollback would not be answered either on a connection that does not answer; when the connection is cut, the
    // server rolls back.
    if (isOfConnection(error)) note()
    else await client.query('rollback').catch(note)
    throw error
  } finally {
    client.off('error', note)
    client.release(isBroken)
  }
}

/**
 * A PostgreSQL server, of version 13 or later. Settings in the URL take precedence over those made here. Statements end
 * after 30 s and so do transactions that are left idle. A connection that has not answered a statement for
 * `queryTimeoutMs` is cut, because the server, or a proxy on the way, may be gone without closing it. `onError` gets
 * the errors of lost connections. Of so many `connections` it opens what it needs, and one more to listen;
 * each is replaced after five minutes, and when its server only reads.
 * @throws {DatabaseUnavailableError} when the server does not answer.
 */
export const openPostgres = async (
  url: string,
  {
    onError = () => {},
    connections = 20,
    queryTimeoutMs = statementTimeoutMs + 5_000,
  }: { onError?: (error: unknown) => void; connections?: number; queryTimeoutMs?: number } = {},
): Promise<Database> => {
  const config = {
    connectionString: url,
    application_name: 'polyparse',
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: postgresTypeOverrides,
  }
  const pool = new Pool({ ...config, max: connections, maxLifetimeSeconds })
  pool.on('error', onError)
  try {
    await reached(pool.query('select 1'))
  } catch (error) {
    await pool.end()
    throw error
  }

  const listener = createListener(config, onError)
  const guard = createTransactionGuard()
  const nameOf = createNames()
  const over = (connections: Pool): Pick<Database, 'query' | 'transaction'> => ({
    query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) => {
      check()
      return rowsOfPostgresResult<Row>(
        await reached(connections.query<QueryResultRow & Row>({ text, values: [...parameters], ...nameOf(text) })),
      )
    },
    transaction: async (work, options = {}) => {
      check()
      const client = await reached(connections.connect())
      return withConnection(client, options, () =>
        guard.inside((whileOpen) => work(transactionOver(client, nameOf, whileOpen))),
      )
    },
  })
  let closing: Promise<void> | null = null
  const check = () => {
    guard.refuseInside()
    if (closing !== null) throw new DatabaseClosedError()
  }
  return {
    kind: 'postgres',
    ...over(pool),
    patiently: async (work) => {
      check()
      // It is a pool of one connection, as a session has, which stays the same however long it is idle between
      // statements.
      const own = new Pool({ ...config, max: 1, idleTimeoutMillis: 0, statement_timeout: 0, query_timeout: 0 })
      own.on('error', onError)
      try {
        return await work(over(own))
      } finally {
        await own.end()
      }
    },
    listen: async (channel, onNotification) => {
      check()
      return reached(listener.listen(channel, (payload) => guard.outside(() => onNotification(payload))))
    },
    close: async () => {
      guard.refuseInside()
      closing ??= Promise.all([listener.close(), pool.end()]).then(() => {})
      await closing
    },
  }
}
