import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { readRetryAfter } from '@polyparse/contract/retry-after'
import type { AddressPolicy } from './addresses.ts'
import { checkUrl } from './check-url.ts'
import { headerText } from './header-text.ts'
import { boundedBody, bodyTooLarge } from './safe-fetch-body.ts'
import type { Resolve } from './safe-fetch-connection.ts'
import { SafeFetchError } from './safe-fetch-error.ts'
import { exchangeOnce, type Exchange } from './safe-fetch-exchange.ts'

export type SafeFetchOptions = {
  readonly policy: AddressPolicy
  /** The maximum size of the decoded response body. */
  readonly maxBytes: number
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent only to the origin of the URL, and no longer once a redirect has left it. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | Readable
  readonly signal?: AbortSignal
  /** True if a status other than 2xx is returned as a response instead of being an error. */
  readonly anyStatus?: boolean
  /** True if a redirect is returned as a response; otherwise a GET follows it. */
  readonly anyRedirect?: boolean
  /** The time of each hop from the look-up of the host to the connection. Not longer than `firstByteMs`. */
  readonly connectMs?: number
  /** True if the body is returned as it was sent, whatever its encoding is said to be. */
  readonly undecoded?: boolean
  /** The time of each hop from the look-up of the host to the head of the response. */
  readonly firstByteMs?: number
  /** The time from the call to the last byte, redirects included. */
  readonly totalMs?: number
  readonly resolve?: Resolve
}

export type SafeResponse = {
  /** The address of the response, after redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /**
   * Decoded, unless that was declined. Read or destroy it; it fails with a `SafeFetchError`, also by itself when the
   * time is over.
   */
  readonly body: Readable
}

const maxRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Requests an untrusted URL. Every hop is checked before it is connected to, uses the address that was checked, and is
 * limited in time and size. Only a GET follows redirects.
 * @throws {SafeFetchError} for everything that the URL, the network or the server can do wrong.
 */
export const safeFetch = async (address: string | URL, options: SafeFetchOptions): Promise<SafeResponse> => {
  const { method = 'GET', policy, totalMs = 120_000 } = options
  const deadline = AbortSignal.timeout(totalMs)
  const visited = new Set<string>()
  let url = checkedUrl(String(address), policy, 'The URL')
  let headers = options.headers ?? {}
  for (;;) {
    visited.add(withoutFragment(url))
    const exchange = await exchangeOnce(url, { ...options, method, headers }, deadline)
    const location = method === 'GET' && options.anyRedirect !== true ? redirectTarget(exchange) : null
    if (location === null) return responseOfExchange(exchange, options)
    exchange.discard()
    const next = checkedUrl(location, policy, 'The URL redirects to one that')
    if (visited.has(withoutFragment(next)))
      throw new SafeFetchError('redirect_loop', `The URL redirects in a loop at ${next.hostname}.`)
    if (visited.size > maxRedirects)
      throw new SafeFetchError('too_many_redirects', `The URL redirects more than ${maxRedirects} times.`)
    // Permanently: the other origin chooses the next redirect, even if that leads back.
    if (next.origin !== url.origin) headers = {}
    url = next
  }
}

const responseOfExchange = (
  exchange: Exchange,
  { maxBytes, anyStatus = false, undecoded = false }: SafeFetchOptions,
): SafeResponse => {
  const { url, response, signal, describe, close, discard } = exchange
  const { statusCode: status, headers } = response
  const host = url.hostname
  try {
    if (!anyStatus && (status < 200 || status > 299)) throw statusError(status, headers, host)
    const contentEncoding = undecoded ? '' : String(headers['content-encoding'] ?? '')
    if (contentEncoding === '' && Number(headers['content-length']) > maxBytes) throw bodyTooLarge(host, maxBytes)
    const body = boundedBody(response.body, { host, contentEncoding, maxBytes, signal, describe, onEnd: close })
    return { url, status, headers, body }
  } catch (error) {
    discard()
    throw error
  }
}

const statusError = (status: number, headers: IncomingHttpHeaders, host: string): SafeFetchError => {
  // An import would load Node's own HTTP client as well, which takes 40 ms of CPU time.
  const phrase = process.getBuiltinModule('node:http').STATUS_CODES[status]
  const waitSeconds = readRetryAfter(headers['retry-after'], headers.date)
  return new SafeFetchError(
    'http_status',
    `The server at ${host} answered with HTTP status ${status}${phrase === undefined ? '' : ` (${phrase})`}.`,
    waitSeconds === null ? { status } : { status, retryAfterMs: waitSeconds * 1000 },
  )
}

const redirectTarget = ({ url, response }: Exchange): string | null => {
  const { location } = response.headers
  if (!redirects.has(response.statusCode) || typeof location !== 'string') return null
  const target = headerText(location)
  return URL.parse(target, url.href)?.href ?? target
}

const checkedUrl = (text: string, policy: AddressPolicy, subject: string): URL => {
  const checked = checkUrl(text, policy)
  if ('url' in checked) return checked.url
  throw new SafeFetchError(checked.kind, `${subject} ${checked.reason}.`)
}

const withoutFragment = (url: URL): string => url.href.replace(/#.*$/, '')
