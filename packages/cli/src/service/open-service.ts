import type { ExtractionRequest, Metadata } from '@polyparse/contract'
import { readSettings, type Settings } from '@polyparse/service/settings'
import { CliError, UsageError } from '../cli-error.ts'
import { findService } from '../find-service.ts'
import { createHttpOperator } from '../http-operator.ts'
import type { Invocation } from '../invocation.ts'
import { notify } from '../output.ts'
import type { ServiceAccess } from './access.ts'
import { isLoopback, readServiceUrl, defaultUrl } from './address.ts'
import { findAdminToken } from './admin-token.ts'
import { type NamedProviders, requireKnownProviders } from './known-providers.ts'
import { isListening } from './is-listening.ts'
import { type Login, readLogin } from './stored-login.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { temporaryKey } from './temporary-key.ts'

/**
 * The service for one command: the one at the given address, in POLYPARSE_URL or of the login; else the one that runs where the
 * settings say; else a temporary one that ends with the command.
 */
export const openService = async (
  invocation: Invocation,
  options: ServiceChoice,
): Promise<ServiceAccess & AsyncDisposable> => {
  const found = await findRunningService(invocation, options)
  if (found !== null) return found
  if (options.metadata !== undefined)
    throw new UsageError('--metadata labels a job of a service, and none runs here: name one with --url.')
  if (options.extraction?.schemaId !== undefined)
    throw new UsageError('--schema-id names a schema of a service, and none runs here: name one with --url.')
  const settings = readSettings(invocation.environment)
  requireKnownProviders(settings, options)
  const local = defaultUrl(settings)
  if (options.quiet !== true)
    notify(invocation, `Starting a temporary service${local === null ? '' : `, as none runs at ${local}`}.`)
  // Imported lazily: it loads the whole service.
  const { startTemporaryService } = await import('@polyparse/service/serve')
  await using parts = new AsyncDisposableStack()
  const { path } = parts.use(temporaryFolder())
  const { url, key } = parts.use(await startTemporaryService(invocation.environment, path, temporaryKey))
  const opened = parts.move()
  return { url, key, keyOrigin: 'created for this command', [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

type ServiceChoice = NamedProviders & {
  readonly url?: string | undefined
  readonly quiet?: boolean | undefined
  readonly metadata?: Metadata | undefined
  readonly extraction?: ExtractionRequest | undefined
}

/** The same without a temporary one: null where none runs. */
export const findRunningService = async (
  invocation: Invocation,
  { url: given }: ServiceChoice,
): Promise<(ServiceAccess & AsyncDisposable) | null> => {
  const settings = readSettings(invocation.environment)
  const login = await readLogin(invocation.environment)
  const named = given ?? readServiceUrl(invocation.environment) ?? login?.url ?? null
  if (named !== null) {
    if (await findService(named)) return accessTo(named, settings, invocation, login)
    throw new CliError(
      `No service answers at ${named}. Without an address, the command uses the service on this machine or a temporary one.`,
    )
  }
  const local = defaultUrl(settings)
  return local !== null && (await isServiceRunning(invocation, local))
    ? accessTo(local, settings, invocation, login)
    : null
}

/** Tells whether the service runs there. Another program on the port is reported, but is not a failure. */
const isServiceRunning = async (invocation: Invocation, url: string): Promise<boolean> => {
  try {
    return (await isListening(url)) && (await findService(url))
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    notify(invocation, error.message)
    return false
  }
}

/** Uses the key in POLYPARSE_API_KEY, or that of the login; without one, creates a temporary key with the admin token. */
const accessTo = async (
  url: string,
  settings: Settings,
  invocation: Invocation,
  login: Login | null,
): Promise<ServiceAccess & AsyncDisposable> => {
  const key = invocation.environment['POLYPARSE_API_KEY']?.trim() ?? ''
  if (key !== '') return { url, key, keyOrigin: 'in POLYPARSE_API_KEY', [Symbol.asyncDispose]: async () => {} }
  // A key is sent to the service that it is for, and to no other.
  if (login !== null && login.url === url)
    return { url, key: login.key, keyOrigin: 'of polyparse login', [Symbol.asyncDispose]: async () => {} }
  const advice = `The service at ${url} needs an API key: POLYPARSE_API_KEY is not set.`
  // The token in a local data directory must not be sent to another machine.
  if (settings.adminToken === null && !isLoopback(url)) throw new CliError(advice)
  const token = await findAdminToken(settings).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error
    throw new CliError(`${advice} A temporary key cannot be created either. ${error.message}`, { cause: error })
  })
  const operator = createHttpOperator(url, token)
  const { account, name, expiresAt } = temporaryKey(new Date())
  const issued = await operator.createKey({ account, name, expiresAt: expiresAt.toISOString() })
  const disable = async (): Promise<void> => {
    try {
      await operator.disableKey({ id: issued.id })
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      notify(
        invocation,
        `The temporary key ${issued.id} could not be disabled; it will expire by itself. ${error.message}`,
      )
    }
  }
  return { url, key: issued.key, keyOrigin: 'created for this command', [Symbol.asyncDispose]: disable }
}
