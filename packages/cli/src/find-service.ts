import { constants } from 'node:buffer'
import { CliError } from './cli-error.ts'

/** The time that the service may take to answer the health check. */
const healthCheckTimeoutMs = 10_000

/**
 * Tells whether a Polyparse service answers there; false when nothing listens. The check sends no secret, because anything
 * could be listening on the port.
 * @throws {CliError} when something else answers, or nothing answers in time.
 */
export const findService = async (url: string): Promise<boolean> => {
  let response: Response
  try {
    response = await fetch(`${url}/api/v1/health`, {
      redirect: 'error',
      signal: AbortSignal.timeout(healthCheckTimeoutMs),
    })
  } catch (error) {
    if (isRefused(error)) return false
    throw new CliError(`${url} cannot be reached: ${reasonOf(error)}.`, { cause: error })
  }
  if (response.status === 503) throw new CliError(`The service at ${url} is unavailable. Try again later.`)
  if (!response.ok || !isHealth(await readJson(response))) throw notOurs(url)
  return true
}

export const notOurs = (url: string): CliError =>
  new CliError(`The server at ${url} is not Polyparse. Set POLYPARSE_URL or PORT to the address of the service.`)

/**
 * Returns the JSON of a body, or null if it is not JSON.
 * @throws {CliError} when the body is cut off or longer than a string can be
 */
export const readJson = async (response: Response): Promise<unknown> => {
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    throw new CliError(`The response was cut off: ${reasonOf(error)}.`, { cause: error })
  })
  const megabytes = Math.round(bytes.byteLength / 1e6)
  if (bytes.byteLength > constants.MAX_STRING_LENGTH)
    throw new CliError(
      `The response has ${megabytes} MB, which is too large to read at once; request fewer outputs or pages.`,
    )
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Returns why a request failed, in a few words. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it did not answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error instanceof Error ? error.message : 'unknown error'
}

const isHealth = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'

/** Tells whether the connection was refused at every address of the host. */
const isRefused = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.every((each) => each instanceof Error && 'code' in each && each.code === 'ECONNREFUSED')
}
