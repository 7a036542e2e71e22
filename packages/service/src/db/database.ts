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
  /** Null on a server, which has programs of its own for this. */
  readonly copy: Copy | null
}

/** COPY in its text format, which every version of PostgreSQL reads. A call has all of its bytes in memory. */
export type Copy = {
  /** The rows of a query. */
  out(query: string): Promise<Uint8Array>
  /** Adds rows to a table, whose name may be followed by a list of columns. */
  in(table: string, rows: Uint8Array<ArrayBuffer>): Promise<void>
}

export type TransactionOptions = {
  /**
   * True if the commit waits for the disk. By default it does; without, what was committed last may be lost when the
   * database or its machine crashes, in the order of the commits. Only for what a crash may undo: see {@link unsynced}.
   */
  readonly synced?: boolean
}

/**
 * A query that keeps the commit of its statement from waiting for the disk, as `from (${unsynced}) as unsynced`. What is
 * lost with it must cost repeated work and no more.
 */
export const unsynced = `select set_config('synchronous_commit', 'off', true)`

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
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /**
   * Calls the listener for every `pg_notify(channel, payload)` of any process; resolves to a function that stops that.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * One connection for work that may take longer than a service's statements, such as migrations: without time limits,
   * and with the locks of a session.
   */
  patiently<Result>(work: (connection: Pick<Database, 'query' | 'transaction'>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
