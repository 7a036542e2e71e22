import { adminTokenFile, readAdminToken } from '../accounts/admin-token.ts'
import type { Operator } from '../api/admin-operator.ts'
import { readSettings, type Settings } from '../config.ts'
import { DatabaseInUseError } from '../db/errors.ts'
import { CliError } from './cli-error.ts'
import { findService } from './find-service.ts'
import { createHttpOperator, type AdminToken } from './http-operator.ts'
import { remark } from './output.ts'

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

  if (url !== null && (await findService(url))) return work(createHttpOperator(url, await adminToken(settings)))
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
    const advice = 'If it is the service, it listens at another address: say which in POLYPARSE_URL or PORT.'
    throw new CliError(`Another process has the database in ${settings.dataDirectory} open. ${advice}`, {
      cause: error,
    })
  }
}

const readServiceUrl = (environment: NodeJS.ProcessEnv): string | null => {
  const text = environment['POLYPARSE_URL']?.trim() ?? ''
  if (text === '') return null
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new CliError('POLYPARSE_URL must be a URL that starts with http:// or https://')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Where a service with these settings listens; null when it takes any free port. */
const usualUrl = ({ host, port }: Settings): string | null => {
  if (port === 0) return null
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

const adminToken = async ({ adminToken, dataDirectory }: Settings): Promise<AdminToken> => {
  if (adminToken !== null) return { token: adminToken, origin: 'POLYPARSE_ADMIN_TOKEN' }
  const origin = adminTokenFile(dataDirectory)
  const token = await readAdminToken(dataDirectory)
  if (token !== null) return { token, origin }
  throw new CliError(
    `There is no admin token: POLYPARSE_ADMIN_TOKEN is not set, and there is no ${origin}. ` +
      'POLYPARSE_DATA_DIR says where the data directory of the service is.',
  )
}
