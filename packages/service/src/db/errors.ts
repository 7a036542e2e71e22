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
const unavailableClasses = ['08', '53'] // connection exceptions; out of connections, memory or disk
const unavailableCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '57014', // the statement took too long
  '25P03', // the transaction was left idle for too long
  '57P01', // the server is shutting down
  '57P02',
  '57P03', // the server is starting
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // of a Unix socket
])

/** The error and what caused it, outermost first. */
function* chain(error: unknown): Generator<object> {
  const seen = new Set<unknown>()
  for (let each = error; typeof each === 'object' && each !== null && !seen.has(each);) {
    seen.add(each)
    yield each
    each = 'cause' in each ? each.cause : null
  }
}

const codeOf = (error: object): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Whether a row was refused because one like it exists; with `constraint`, only because of that constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  for (const each of chain(error))
    if (codeOf(each) === uniqueViolation)
      return constraint === undefined || ('constraint' in each && each.constraint === constraint)
  return false
}

/** Whether a statement gave up waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => {
  for (const each of chain(error)) if (codeOf(each) === lockNotAvailable) return true
  return false
}

/** Whether the database, not the statement, is to blame: the same statement may succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  for (const each of chain(error)) {
    if (each instanceof DatabaseUnavailableError) return true
    const code = codeOf(each)
    if (unavailableCodes.has(code)) return true
    if (code.length === 5 && unavailableClasses.some((prefix) => code.startsWith(prefix))) return true
  }
  return false
}
