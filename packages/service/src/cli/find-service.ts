import { constants } from 'node:buffer'
import { CliError } from './cli-error.ts'

/** How long the service may take to say that it is there. */
const patienceMs = 10_000

/**
 * Whether a service of ours answers there; false when nothing listens. It is asked without any secret, before one is
 * sent: who knows what listens on a port.
 * @throws {CliError} when something else answers, or nothing within the time.
 */
export const findService = async (url: string): Promise<boolean> => {
  let response: Response
  try {
    response = await fetch(`${url}/api/v1/health`, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
  } catch (error) {
    if (isRefused(error)) return false
    throw new CliError(`${url} cannot be reached: ${reasonOf(error)}.`, { cause: error })
  }
  if (response.status === 503) throw new CliError(`The service at ${url} is not available at present. Try again later.`)
  if (!response.ok || !isHealth(await readJson(response))) throw notOurs(url)
  return true
}

export const notOurs = (url: string): CliError =>
  new CliError(`What answers at ${url} is not Polyparse. POLYPARSE_URL or PORT says where the service is.`)

/**
 * The JSON of a body, or null where it is none.
 * @throws {CliError} when it breaks off, or is longer than any text can be
 */
export const readJson = async (response: Response): Promise<unknown> => {
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    throw new CliError(`The answer broke off: ${reasonOf(error)}.`, { cause: error })
  })
  const megabytes = Math.round(bytes.byteLength / 1e6)
  if (bytes.byteLength > constants.MAX_STRING_LENGTH)
    throw new CliError(`The answer has ${megabytes} MB, which is too much at once: ask for fewer outputs or pages.`)
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Why a request came to nothing, in a word or two. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it does not answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error instanceof Error ? error.message : 'no reason is known'
}

const isHealth = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'

/** Of several addresses of a name, each was refused. */
const isRefused = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.every((each) => each instanceof Error && 'code' in each && each.code === 'ECONNREFUSED')
}
