/** The database cannot be reached, or the connection to it broke in the middle. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** This process has closed the database, and will not open it again. */
export class DatabaseClosedError extends DatabaseUnavailableError {
  constructor() {
    super('the database is closed')
  }
}

/** Another process has the embedded database open. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError'
}

/** Nothing has been stored where the settings point. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError'
}

/** There is no room for the embedded database to start. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
}

/** The embedded database was made by another major version of PostgreSQL, which this one cannot open. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError'
}

/** There is an embedded database where a backup was to be restored. */
export class DatabaseExistsError extends Error {
  override readonly name = 'DatabaseExistsError'
}

/** A process died while it restored a backup into the embedded database. */
export class RestoreInterruptedError extends Error {
  override readonly name = 'RestoreInterruptedError'
}

// SQLSTATE classes and codes, https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505'
const lockNotAvailable = '55P03'
const readOnly = '25006'
const refusedCodes = [
  '28', // the server does not accept who asks, as while a password is being changed
  '3D000', // it has no such database, as while it is being restored
]
/** Another connection may do better: to a server that has taken over, or to this one when it is back. */
const connectionCodes = [
  ...refusedCodes,
  readOnly, // the server, or this session of it, only reads: after a failover, in recovery, with a full disk
  '08', // connection exceptions
  '57P', // the server is shutting down, has crashed or is starting; the database was dropped, the session was idle
  '55000', // the database accepts no connections, or recovery is in progress
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // of a Unix socket
]
const unavailableCodes = [
  ...connectionCodes,
  '53', // out of connections, memory or disk
  '58', // the disk of the server
  '40001', // serialization failure, or a conflict with recovery
  '40P01', // deadlock
  lockNotAvailable,
  '57014', // the statement took too long
  '25P03', // the transaction was left idle for too long
]

/** The error and what caused it, outermost first. */
function* chain(error: unknown): Generator<object> {
  const seen = new Set<unknown>()
  for (let each = error; typeof each === 'object' && each !== null && !seen.has(each);) {
    seen.add(each)
    yield each
    each = 'cause' in each ? each.cause : null
  }
}

const codeOfDatabaseError = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Tells whether the error or what caused it has one of these codes. Of an SQLSTATE, which has five characters, a few say
 * the class.
 */
const hasCode = (error: unknown, codes: readonly string[]): boolean => {
  for (const each of chain(error)) {
    const code = codeOfDatabaseError(each)
    const isKnown = (known: string) => (known.length < 5 ? code.length === 5 && code.startsWith(known) : code === known)
    if (codes.some(isKnown)) return true
  }
  return false
}

/**
 * Tells whether a row was refused because one like it exists; with `constraint`, only because of that constraint.
 * @example isUniqueViolation(Object.assign(new Error(), { code: '23505' })) // true
 */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  for (const each of chain(error))
    if (codeOfDatabaseError(each) === uniqueViolation)
      return constraint === undefined || ('constraint' in each && each.constraint === constraint)
  return false
}

/**
 * Tells whether a statement gave up waiting for a lock.
 * @example isLockTimeout(Object.assign(new Error(), { code: '55P03' })) // true
 */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, [lockNotAvailable])

/**
 * Tells whether a statement that writes was refused, because the server or this session of it only reads.
 * @example isReadOnly(Object.assign(new Error(), { code: '25006' })) // true
 */
export const isReadOnly = (error: unknown): boolean => hasCode(error, [readOnly])

/**
 * Tells whether the server answered that it does not know who asks, or not the database.
 * @example isRefused(Object.assign(new Error(), { code: '28P01' })) // true
 */
export const isRefused = (error: unknown): boolean => hasCode(error, refusedCodes)

/**
 * Tells whether the connection cannot be used any more: it is gone, or its server is not the one that writes.
 * @example isOfConnection(Object.assign(new Error(), { code: 'ECONNRESET' })) // true
 */
export const isOfConnection = (error: unknown): boolean => isUnreachable(error) || hasCode(error, connectionCodes)

/**
 * Tells whether the database, not the statement, is to blame: the same statement may succeed later.
 * @example isUnavailable(Object.assign(new Error(), { code: 'ECONNREFUSED' })) // true
 */
export const isUnavailable = (error: unknown): boolean => isUnreachable(error) || hasCode(error, unavailableCodes)

const isUnreachable = (error: unknown): boolean => {
  for (const each of chain(error)) if (each instanceof DatabaseUnavailableError) return true
  return false
}
