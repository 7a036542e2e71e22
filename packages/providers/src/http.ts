import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { readRetryAfter } from '@polyparse/contract/retry-after'
import { gather, type SharedBytes } from './shared-bytes.ts'
import { SafeFetchError } from '@polyparse/outbound'
import { safeFetch, type SafeResponse } from '@polyparse/outbound'
import { createTokenBucket } from './token-bucket.ts'
import { untilAborted } from '@polyparse/engine'
import { outgoing, type OutgoingBody, type VendorBody } from './http-body.ts'
import {
  isHttpRefusal,
  problemOfStatus,
  VendorAnswerError,
  vendorFailure,
  vendorText,
  type VendorProblem,
} from './http-failure.ts'
import { ProviderFailure } from './provider.ts'

/** A vendor as the operator has configured it. */
export type HttpVendor = {
  /** The name that callers know. */
  readonly name: string
  /** Chosen by the operator, so it may be a private address. */
  readonly baseUrl: string
  /** Credentials and other headers, sent to the origin of the base URL only. */
  readonly headers: Readonly<Record<string, string>>
  /** Texts that must not appear in errors or logs, even if the vendor repeats them. */
  readonly secrets: readonly string[]
  /**
   * Signs for vendors whose credentials depend on the request or expire. Called for each request, just before it is
   * sent.
   */
  readonly sign?: (request: UnsignedRequest) => Promise<Signature>
  /** The rate of each process; a fleet sends this many times the number of its processes. */
  readonly requestsPerSecond?: number
  /**
   * The problem that the body of an answer reports, if a status alone is not precise enough; null: the problem that the
   * status means.
   */
  readonly problemOf?: (answer: VendorAnswer) => VendorProblem | null
}

/** A request as it will be sent, except for its signature. */
export type UnsignedRequest = {
  readonly method: string
  readonly url: URL
  /** Under lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The SHA-256 of the body, in hexadecimal; reads a document once more. */
  readonly bodySha256: () => Promise<string>
  readonly signal: AbortSignal
}

export type Signature = {
  readonly headers: Readonly<Record<string, string>>
  /** Secrets like those of the vendor, for the answer to this request. */
  readonly secrets?: readonly string[]
  /** Set where another signature may be accepted: called if the answer is 401; the request is sent once more then. */
  readonly renew?: () => void
}

export type VendorAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Parsed JSON; null where there is no body. */
  readonly body: unknown
}

export type VendorRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base URL, or an absolute URL from the vendor, which must have the same origin. */
  readonly path: string
  /** A list is repeated under its name. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  /** Under lower-case names. They come before those of the body, which may have a media type of the vendor's own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: VendorBody
  /** A POST is safe that asks for no work, only for what is already there: that may be gone. */
  readonly isSafe?: true
  /** The time from the call to the last byte of the answer. */
  readonly seconds?: number
  readonly signal: AbortSignal
}

/**
 * The only way to send requests to vendors. Every error is a {@link ProviderFailure}, which for a submit says whether
 * the vendor can have accepted it, or the reason of the signal.
 */
export type VendorHttp = {
  /** A small answer, parsed. */
  json(request: VendorRequest): Promise<VendorAnswer>
  /** An answer of any size, to be read elsewhere. */
  bytes(request: VendorRequest & { readonly maxBytes?: number }): Promise<VendorBytes>
  /** Fetches a URL from an answer, on any host: without credentials, from public addresses or the vendor's own host and port. */
  download(
    url: string,
    options: { readonly signal: AbortSignal; readonly seconds?: number; readonly maxBytes?: number },
  ): Promise<VendorBytes>
  /** A problem that the vendor reports in an answer with a status of success. */
  failure(problem: VendorProblem, headers: IncomingHttpHeaders, body: unknown): ProviderFailure
}

export type VendorBytes = { readonly headers: IncomingHttpHeaders; readonly bytes: SharedBytes }

const connectMs = 10_000
const usualSeconds = 60
const usualBytes = 64 * 1024 * 1024
/** Parsing takes milliseconds. The longest are states with some hundred URLs in them. */
const jsonBytes = 4 * 1024 * 1024
const errorBytes = 1024 * 1024
/** A turn that is further off fails instead of being waited for. */
const maxTurnMs = 2000
const maxRetryAfterSeconds = 900

export const createVendorHttp = (vendor: HttpVendor): VendorHttp => {
  const { name, secrets, requestsPerSecond = 20 } = vendor
  const base = new URL(vendor.baseUrl.replace(/\/*$/, '/'))
  const bucket = createTokenBucket(requestsPerSecond)
  const breaker = createCircuitBreaker()

  /** Waits for a turn; fails if it is too far off or the circuit breaker is open. */
  const takeTurn = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const turnMs = bucket.take()
    if (turnMs > maxTurnMs) {
      bucket.giveBack()
      throw vendorFailure(name, 'rate_limited', { notAccepted: true, retryAfterSeconds: turnMs / 1000 })
    }
    if (turnMs > 0) await setTimeout(turnMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    const pauseMs = breaker.enter()
    if (pauseMs > 0) throw vendorFailure(name, 'unavailable', { notAccepted: true, retryAfterSeconds: pauseMs / 1000 })
  }

  const failed = (given: VendorAnswer, asksForNew: boolean, signature: Signature): ProviderFailure => {
    const { status, headers, body } = given
    const own = vendor.problemOf?.(given) ?? null
    // A request for something new cannot find it gone: the address is wrong.
    const problem =
      own ?? (asksForNew && (status === 404 || status === 405) ? 'misconfigured' : problemOfStatus(status))
    const retryAfterSeconds = pauseAsked(headers)
    const said = vendorText(body === unreadable ? null : body, [...secrets, ...(signature.secrets ?? [])])
    const clear = isHttpRefusal(status, { json: isJsonObjectBody(body), retryAfter: retryAfterSeconds !== undefined })
    return vendorFailure(name, problem, {
      notAccepted: clear || (own !== null && own !== 'unavailable'),
      retryAfterSeconds,
      said: { status, words: said },
      cause: new VendorAnswerError(`HTTP status ${status}${said === '' ? '' : `: ${said}`}`),
    })
  }

  /** Nothing has been sent when it rejects. */
  const signed = async (
    { signal, seconds, ...request }: Omit<UnsignedRequest, 'bodySha256'> & { readonly seconds: number },
    body: OutgoingBody,
  ): Promise<Signature> => {
    if (vendor.sign === undefined) return unsigned
    const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
    try {
      const bodySha256 = () => body.sha256(limit)
      return await untilAborted(vendor.sign({ ...request, bodySha256, signal: limit }), limit)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ProviderFailure || body.readError() !== undefined) throw error
      throw vendorFailure(name, 'unavailable', { notAccepted: true, cause: error })
    }
  }

  /**
   * One exchange, `read` included: an error on any part of the way becomes a failure, and counts for the circuit
   * breaker.
   */
  const exchange = async <Result>(
    request: VendorRequest & { readonly maxBytes: number },
    read: (response: SafeResponse) => Promise<Result>,
    isRepeated = false,
  ): Promise<Result> => {
    const { signal, seconds = usualSeconds, method = 'GET', isSafe = false, maxBytes } = request
    const asksForNew = (method === 'POST' || method === 'PUT') && !isSafe
    const url = urlOfVendorRequest(base, request, name)
    await takeTurn(signal)
    const body = outgoing(request.body)
    const headers = { accept: 'application/json', ...vendor.headers, ...body.headers, ...request.headers }
    let signature = unsigned
    try {
      signature = await signed({ method, url, headers, signal, seconds }, body)
      const response = await safeFetch(url, {
        policy: { allow: 'all' },
        method,
        headers: { ...headers, ...signature.headers },
        ...(body.content !== null && { body: body.content }),
        signal,
        anyStatus: true,
        anyRedirect: true,
        connectMs,
        firstByteMs: seconds * 1000,
        totalMs: seconds * 1000,
        maxBytes,
      })
      if (response.status >= 200 && response.status <= 299) {
        const result = await read(response)
        breaker.succeeded()
        return result
      }
      const refusal = answerOfResponse(response, await readErrorBody(response.body))
      if (refusal.status !== 401 || signature.renew === undefined || isRepeated)
        throw failed(refusal, asksForNew, signature)
    } catch (error) {
      const failure = explainHttpError(error, body, { name, signal })
      noteFor(breaker, failure)
      throw failure
    }
    signature.renew()
    return exchange(request, read, true)
  }

  return {
    json: (request) =>
      exchange({ ...request, maxBytes: jsonBytes }, async (response) => {
        const given = answerOfResponse(response, await buffer(response.body))
        if (given.body !== unreadable) return given
        const cause = new VendorAnswerError(`HTTP status ${given.status}, with a body that is not JSON`)
        throw unusableResponseFailure(name, { transient: true, cause })
      }),
    bytes: (request) => exchange({ maxBytes: usualBytes, ...request }, readBytes),
    download: async (url, { signal, seconds = usualSeconds, maxBytes = usualBytes }) => {
      const own = URL.parse(url)?.host === base.host
      try {
        const response = await safeFetch(url, {
          policy: { allow: own ? 'all' : 'none' },
          // The operator has not chosen the addresses to which the vendor's own host may redirect.
          anyRedirect: own,
          signal,
          connectMs,
          totalMs: seconds * 1000,
          firstByteMs: seconds * 1000,
          maxBytes,
        })
        return await readBytes(response)
      } catch (error) {
        if (error instanceof SafeFetchError && (error.status === 403 || error.status === 404 || error.status === 410))
          throw vendorFailure(name, 'unavailable', { cause: error })
        throw explainHttpError(error, outgoing(undefined), { name, signal })
      }
    },
    failure: (problem, headers, body) =>
      vendorFailure(name, problem, {
        retryAfterSeconds: pauseAsked(headers),
        notAccepted: problem !== 'unavailable',
        said: { status: null, words: vendorText(body, secrets) },
        cause: new VendorAnswerError(vendorText(body, secrets)),
      }),
  }
}

const unsigned: Signature = { headers: {} }

const answerOfResponse = ({ status, headers }: SafeResponse, body: Buffer): VendorAnswer => {
  const text = body.toString()
  return { status, headers, body: text.trim() === '' ? null : parseAnswerBody(text) }
}

/** Replaces a body that is not JSON. */
const unreadable = Symbol('unreadable')

const parseAnswerBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

const isJsonObjectBody = (body: unknown): boolean => typeof body === 'object' && body !== null

const readBytes = async ({ headers, body }: SafeResponse): Promise<VendorBytes> => ({
  headers,
  bytes: await gather(body),
})

/** The part of a body that arrived before it broke off or became too long; the status matters more. */
const readErrorBody = async (body: Readable): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk))
      size += chunks.at(-1)?.length ?? 0
      if (size > errorBytes) break
    }
  } catch {
    // The status is known nevertheless.
  }
  return Buffer.concat(chunks)
}

const urlOfVendorRequest = (base: URL, { path, query = {} }: VendorRequest, name: string): URL => {
  const url = URL.parse(path.replace(/^\/+/, ''), base.href)
  if (url === null || url.origin !== base.origin) {
    // Adds the credentials only for the origin that the operator has configured.
    const cause = new VendorAnswerError('a URL of another origin, or none')
    throw vendorFailure(name, 'unavailable', { notAccepted: true, cause })
  }
  for (const [key, value] of Object.entries(query))
    for (const each of typeof value === 'string' ? [value] : value) url.searchParams.append(key, each)
  return url
}

/** Returns how many seconds a vendor asks to be left alone, up to a maximum. */
export const pauseAsked = (headers: IncomingHttpHeaders): number | undefined => {
  const milliseconds = headers['retry-after-ms']
  const asked =
    typeof milliseconds === 'string' && /^\d+$/.test(milliseconds)
      ? Number(milliseconds) / 1000
      : readRetryAfter(headers['retry-after'], headers.date)
  return asked === null ? undefined : Math.min(maxRetryAfterSeconds, asked)
}

/** Distinguishes why an exchange broke off: our own signal, our own storage, or the connection to the vendor. */
const explainHttpError = (
  error: unknown,
  body: OutgoingBody,
  { name, signal }: { name: string; signal: AbortSignal },
): unknown => {
  if (error instanceof ProviderFailure) return error
  const readError = body.readError()
  if (readError instanceof ProviderFailure) return readError
  if (readError !== undefined) {
    const message = 'The document could not be read from the storage of the service.'
    return new ProviderFailure('internal_error', message, { transient: true, notAccepted: true, cause: readError })
  }
  if (!(error instanceof SafeFetchError)) return error
  const notAccepted = !error.sent || !body.isComplete()
  if (signal.aborted && !notAccepted) return signal.reason
  const passes = error.kind !== 'too_large' && error.kind !== 'invalid_url'
  if (passes) return vendorFailure(name, 'unavailable', { notAccepted, cause: error })
  return unusableResponseFailure(name, { notAccepted, cause: error })
}

const unusableResponseFailure = (
  vendor: string,
  details: { readonly transient?: true; readonly notAccepted?: boolean; readonly cause: Error },
): ProviderFailure =>
  new ProviderFailure('provider_unavailable', `${vendor} returned a response that cannot be used.`, details)

const noteFor = (breaker: CircuitBreaker, failure: unknown): void => {
  if (!(failure instanceof ProviderFailure) || failure.code === 'internal_error') breaker.gaveUp()
  else if (failure.code === 'provider_unavailable' && failure.transient) breaker.failed()
  else breaker.succeeded()
}
