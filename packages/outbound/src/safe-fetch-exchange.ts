import type { Readable } from 'node:stream'
import type { Client, Dispatcher } from 'undici'
import type { AddressPolicy } from './addresses.ts'
import { acceptEncoding } from './safe-fetch-body.ts'
import { checkedAddresses, pinnedClient, resolveBySystem, type Resolve } from './safe-fetch-connection.ts'
import { SafeFetchError } from './safe-fetch-error.ts'
import { untilAborted } from '@polyparse/engine'

/** A response whose body has not been read, with what is needed to read or discard it. */
export type Exchange = {
  readonly url: URL
  readonly response: Dispatcher.ResponseData
  readonly signal: AbortSignal
  readonly describe: (error: unknown) => SafeFetchError
  readonly close: () => void
  readonly discard: () => void
}

type Request = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | Readable
  readonly policy: AddressPolicy
  readonly signal?: AbortSignal
  readonly connectMs?: number
  readonly firstByteMs?: number
  readonly resolve?: Resolve
}

/** One request to one checked address, up to the head of its response. */
export const exchangeOnce = async (url: URL, request: Request, deadline: AbortSignal): Promise<Exchange> => {
  const { policy, firstByteMs = 30_000, connectMs = firstByteMs, resolve = resolveBySystem } = request
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), firstByteMs)
  const signal = AbortSignal.any([deadline, late.signal, ...(request.signal === undefined ? [] : [request.signal])])
  let sent = false
  const describe = (error: unknown): SafeFetchError => {
    if (request.signal?.aborted === true)
      return new SafeFetchError('aborted', 'The request was cancelled.', { sent, cause: request.signal.reason })
    if (signal.aborted) {
      const message = `The server at ${url.hostname} took too long to answer.`
      return new SafeFetchError('timeout', message, { sent, cause: error })
    }
    return asFetchError(error, url, sent)
  }

  let client: Client | undefined
  const close = () => void client?.destroy()
  try {
    const addresses = await untilAborted(checkedAddresses(url, policy, resolve), signal)
    client = await pinnedClient(url, addresses, connectMs)
    // Nothing is written before there is a connection, TLS included.
    client.once('connect', () => (sent = true))
    const response = await client.request({
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { 'user-agent': 'Polyparse', accept: '*/*', 'accept-encoding': acceptEncoding, ...request.headers },
      body: request.body ?? null,
      signal,
    })
    const discard = () => {
      response.body.on('error', () => {}).destroy()
      close()
    }
    return { url, response, signal, describe, close, discard }
  } catch (error) {
    close()
    throw describe(error)
  } finally {
    clearTimeout(timer)
  }
}

const asFetchError = (error: unknown, { hostname }: URL, sent: boolean): SafeFetchError => {
  if (error instanceof SafeFetchError) return error
  // The parser's error contains what the server sent, which must not get into a log.
  const cause = error instanceof Error && error.name === 'HTTPParserError' ? new Error(error.message) : error
  return new SafeFetchError(
    'unreachable',
    `The server at ${hostname} could not be reached, or closed the connection.`,
    {
      sent,
      cause,
    },
  )
}
