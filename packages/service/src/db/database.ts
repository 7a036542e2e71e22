/** The rows of a statement: what `returning` or `select` gave. */
export type Queryable = {
  /**
   * Runs one statement. `parameters` fill `$1`, `$2` …; objects are sent as JSON text, arrays as SQL arrays (an array
   * for a jsonb column must be made text first). Results have bigint as number, bytea as Buffer, timestamptz as Date,
   * jsonb parsed, arrays as arrays.
   */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

export type Transaction = Queryable & {
  readonly inTransaction: true
  /** Runs several statements at once, without parameters; returns the rows of all of them in order. */
  script(text: string): Promise<object[]>
}

/**
 * The one door to SQL, the same on the embedded database and on PostgreSQL.
 *
 * Inside `transaction`, only the handle it passes may be used: a query on the outer handle throws at once on both
 * databases, because on the embedded one, which has a single connection, it would wait for itself for ever.
 * For the same reason nothing that goes over the network is awaited inside a transaction.
 */
export type Database = Queryable & {
  readonly kind: 'pglite' | 'postgres'
  /** Commits if `work` resolves, rolls back if it throws. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /**
   * Calls the listener for every `pg_notify(channel, payload)` of any process; resolves to a function that stops that.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}
