import { readSettings, type Settings } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { CliError } from '../cli-error.ts'
import { findService } from '../find-service.ts'
import { createHttpOperator } from '../http-operator.ts'
import { remark } from '../output.ts'
import type { Access } from './access.ts'
import { isLoopback, readServiceUrl, usualUrl } from './address.ts'
import { findAdminToken } from './admin-token.ts'
import { keyOfCall } from './key-of-call.ts'

/**
 * A service for one call: the one at the given address or in POLYPARSE_URL; else the one that runs where the settings
 * say; else one that is started for the call and ends with it.
 */
export const openService = async (
  environment: NodeJS.ProcessEnv,
  { url: given, quiet = false }: { url?: string | undefined; quiet?: boolean | undefined },
): Promise<Access & AsyncDisposable> => {
  const settings = readSettings(environment)
  const named = given ?? readServiceUrl(environment)
  if (named !== null) {
    if (await findService(named)) return accessTo(named, settings, environment)
    throw new CliError(
      `No service answers at ${named}. Without an address, one is started for the call if none runs here.`,
    )
  }
  const usual = usualUrl(settings)
  if (usual !== null && (await isThere(usual))) return accessTo(usual, settings, environment)
  if (!quiet) remark(`Starting a service for this call${usual === null ? '' : `, as none runs at ${usual}`}.`)
  // Not before it is needed: it loads all that the service is made of.
  const { openOwnService } = await import('./own-service.ts')
  return openOwnService(environment)
}

/** Whatever else has taken the port is no reason not to go on. */
const isThere = async (url: string): Promise<boolean> => {
  try {
    return await findService(url)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    remark(error.message)
    return false
  }
}

/** With the key in POLYPARSE_API_KEY; else, as an operator may, with one that is made for the call. */
const accessTo = async (
  url: string,
  settings: Settings,
  environment: NodeJS.ProcessEnv,
): Promise<Access & AsyncDisposable> => {
  const key = environment['POLYPARSE_API_KEY']?.trim() ?? ''
  if (key !== '') return { url, key, keyOrigin: 'in POLYPARSE_API_KEY', [Symbol.asyncDispose]: async () => {} }
  const advice = `The service at ${url} needs an API key: POLYPARSE_API_KEY is not set.`
  // The token in a data directory of this machine is for nobody else.
  if (settings.adminToken === null && !isLoopback(url)) throw new CliError(advice)
  const token = await findAdminToken(settings).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error
    throw new CliError(`${advice} None can be made for the call either. ${error.message}`, { cause: error })
  })
  const operator = createHttpOperator(url, token)
  const { expiresAt, ...wanted } = keyOfCall(systemClock())
  const issued = await operator.createKey({ ...wanted, expiresAt: expiresAt.toISOString() })
  const takeBack = async (): Promise<void> => {
    try {
      await operator.disableKey(issued.id)
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      remark(`The key of this call, ${issued.id}, could not be disabled; it expires by itself. ${error.message}`)
    }
  }
  return { url, key: issued.key, keyOrigin: 'that was made for this call', [Symbol.asyncDispose]: takeBack }
}
