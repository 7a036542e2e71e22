import type { Operator } from '../api/admin-operator.ts'
import { readSettings, type Settings } from '../config.ts'
import { DatabaseInUseError } from '../db/errors.ts'
import { CliError } from './cli-error.ts'
import { findService } from './find-service.ts'
import { createHttpOperator } from './http-operator.ts'
import { remark } from './output.ts'
import { findAdminToken } from './service/admin-token.ts'
import { isLoopback, readServiceUrl, usualUrl } from './service/address.ts'

/**
 * Does the work through the service where one runs, for the embedded database belongs to one process; else at the
 * database itself. A PostgreSQL database is used directly, unless POLYPARSE_URL says where the service is.
 */
export const withOperator = async <Result>(
  environment: NodeJS.ProcessEnv,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> => {
  const settings = readSettings(environment)
  const named = readServiceUrl(environment)
  const url = named ?? (settings.databaseUrl === null ? usualUrl(settings) : null)

  if (url !== null && (await findService(url))) return work(createHttpOperator(url, await findAdminToken(settings)))
  // No service on this machine: its database is free. Of one elsewhere, the database is not here.
  if (named !== null && !isLoopback(named))
    throw new CliError(`No service answers at ${named}, which is the address in POLYPARSE_URL.`)

  const where = settings.databaseUrl === null ? `the data directory ${settings.dataDirectory}` : 'the database'
  remark(url === null ? `Using ${where}.` : `No service runs at ${url}; using ${where}.`)
  await using opened = await openUnused(settings)
  return await work(opened.operator)
}

const openUnused = async (settings: Settings) => {
  // Not before it is needed: with the service at hand, a command need not load the databases.
  const { openOperator } = await import('./open-operator.ts')
  try {
    return await openOperator(settings)
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    throw databaseTaken(settings, error)
  }
}

/** The database has one owner, and it is not found where it should listen. */
const databaseTaken = ({ dataDirectory }: Settings, cause: unknown): CliError => {
  const advice = 'If it is the service, it listens at another address: say which in POLYPARSE_URL or PORT.'
  return new CliError(`Another process has the database in ${dataDirectory} open. ${advice}`, { cause })
}
