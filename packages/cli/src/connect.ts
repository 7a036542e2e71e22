import { DatabaseInUseError, type Operator } from '@polyparse/service/administration'
import { readSettings, type Settings } from '@polyparse/service/settings'
import { CliError } from './cli-error.ts'
import { findService } from './find-service.ts'
import { createHttpOperator, type AdminAccess } from './http-operator.ts'
import type { Invocation } from './invocation.ts'
import { notify } from './output.ts'
import { findAdminToken } from './service/admin-token.ts'
import { isLoopback, readServiceUrl, defaultUrl } from './service/address.ts'

/**
 * The service to work through, because only one process can open the embedded database; null where none runs, so that
 * the database can be opened. A PostgreSQL database is used directly unless POLYPARSE_URL is set.
 */
export const findAdminAccess = async (invocation: Invocation, settings: Settings): Promise<AdminAccess | null> => {
  const named = readServiceUrl(invocation.environment)
  const url = named ?? (settings.databaseUrl === null ? defaultUrl(settings) : null)

  if (url !== null && (await findService(url))) return { url, adminToken: await findAdminToken(settings) }
  // The database is free if no service is on this machine. That of a remote service is not here.
  if (named !== null && !isLoopback(named))
    throw new CliError(`No service answers at ${named}, the address in POLYPARSE_URL.`)

  const where = settings.databaseUrl === null ? `the data directory ${settings.dataDirectory}` : 'the database'
  notify(invocation, url === null ? `Using ${where}.` : `No service runs at ${url}; using ${where}.`)
  return null
}

/**
 * Runs `work` through the running service; without one, on the database itself, which only work that `makesData` makes
 * where there is none.
 */
export const withOperator = async <Result>(
  invocation: Invocation,
  work: (operator: Operator) => Promise<Result>,
  { makesData = false }: { readonly makesData?: boolean } = {},
): Promise<Result> => {
  const settings = readSettings(invocation.environment)
  const access = await findAdminAccess(invocation, settings)
  if (access !== null) return work(createHttpOperator(access.url, access.adminToken))
  await using opened = await openDirectly(settings, makesData)
  return await work(opened.operator)
}

const openDirectly = async (settings: Settings, makesData: boolean) => {
  // Imported lazily: a command that reaches the service need not load the databases.
  const { openOperator } = await import('@polyparse/service/operate')
  return explainInUse(settings, openOperator(settings, { makesData }))
}

/** The same, with an error that says what to do when another process has the embedded database open. */
export const explainInUse = async <Opened>(settings: Settings, opening: Promise<Opened>): Promise<Opened> => {
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    throw databaseInUse(settings, error)
  }
}

/** Another process owns the database, but no service answers where one should listen. */
const databaseInUse = ({ dataDirectory }: Settings, cause: unknown): CliError => {
  const advice = 'If it is the service, it listens at another address; set POLYPARSE_URL or PORT accordingly.'
  return new CliError(`Another process has the database in ${dataDirectory} open. ${advice}`, { cause })
}
