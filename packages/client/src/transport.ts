import { errorOf, responseJson } from './answers.ts'
import { ConnectionError, PolyparseError, UnexpectedAnswerError } from './errors.ts'
import { pauseFor } from './pause.ts'
import { isUnconnected, mayRepeat, pauseBefore, unconnectedRetries } from './retries.ts'
import { anyOf, graceAfter, watchdog } from './signals.ts'

/** The time that the headers of an answer, and then each piece of its body, may take, in milliseconds. */
const idleMs = 60_000

/** One request, and how it may be sent. */
export type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path from `/api` on. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob | string
  /** Ends the request and the pauses between its attempts. */
  readonly signal: AbortSignal
  /** The time that an attempt under way may still take when `signal` is aborted, in milliseconds. Default: 0. */
  readonly graceMs?: number
  /** The time that the answer may take beyond the usual, in milliseconds. */
  readonly patienceMs?: number
  /** True if it may be sent again when it may have been carried out. Default: true. */
  readonly isRepeatable?: boolean
  /** Overrides the number of retries of the client. */
  readonly retries?: number
}

/** The connection to the service. */
export type TransportOptions = {
  readonly url: string
  readonly apiKey: string
  readonly retries: number
  readonly fetch: typeof globalThis.fetch
}

export type Transport = ReturnType<typeof createTransport>

/** Sends requests until one is answered. */
export const createTransport = ({ url, apiKey, retries: usualRetries, fetch }: TransportOptions) => {
  /** True if anything has ever answered at the address. */
  let hasAnswered = false

  const attempt = async <Value>(
    { method = 'GET', path, body, patienceMs = 0 }: ApiRequest,
    headers: Headers,
    signal: AbortSignal,
    read: (response: Response, onPiece: () => void) => Promise<Value>,
  ): Promise<Value> => {
    const watch = watchdog()
    watch.restart(idleMs + patienceMs)
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        redirect: 'manual',
        signal: anyOf(signal, watch.signal),
        ...(body !== undefined && { body }),
      })
      const onPiece = (): void => watch.restart(idleMs)
      onPiece()
      hasAnswered = true
      if (!response.ok) throw await errorOf(response, url, onPiece)
      return await read(response, onPiece)
    } finally {
      watch.stop()
    }
  }

  /**
   * Sends a request until it is answered, and returns what `read` makes of the answer; it is sent again also when the
   * body of the answer breaks off.
   * @throws {ProblemError} @throws {ConnectionError} @throws {UnexpectedAnswerError} @throws the reason of the signal
   */
  const send = async <Value>(
    request: ApiRequest,
    read: (response: Response, onPiece: () => void) => Promise<Value>,
  ): Promise<Value> => {
    const { signal, graceMs = 0, isRepeatable = true, retries = usualRetries } = request
    // Outside of the attempts: a value that no header can have is a mistake of the caller.
    const headers = new Headers({ ...request.headers, authorization: `Bearer ${apiKey}` })
    signal.throwIfAborted()
    let isLast = false
    for (let retry = 0; ; retry += 1) {
      const grace = graceMs > 0 ? graceAfter(signal, graceMs) : { signal, release: () => {} }
      try {
        return await attempt(request, headers, grace.signal, read)
      } catch (error) {
        const known = asKnown(error, url)
        // A lost attempt may have been carried out: when the call is ended, one more finds out, in the time of grace.
        const isUnsettled = graceMs > 0 && !isLast && !grace.signal.aborted && known instanceof ConnectionError
        isLast = signal.aborted
        if (isLast && isUnsettled) continue
        signal.throwIfAborted()
        const limit = !hasAnswered && isUnconnected(error) ? Math.min(retries, unconnectedRetries) : retries
        const waitSeconds = retry < limit && mayRepeat(known, isRepeatable) ? pauseBefore(known, retry) : null
        if (waitSeconds === null) throw known
        await pauseFor(waitSeconds * 1000, signal).catch((reason: unknown) => {
          if (!isUnsettled) throw reason
          isLast = true
        })
      } finally {
        grace.release()
      }
    }
  }

  return {
    url,
    send,

    /** The JSON of the answer. @throws {UnexpectedAnswerError} when it is not of the expected shape */
    ask: async <Value>(request: ApiRequest, isExpected: (content: unknown) => content is Value): Promise<Value> => {
      const content = await send(request, (response, onPiece) => responseJson(response, url, onPiece))
      if (isExpected(content)) return content
      throw new UnexpectedAnswerError(`What answers at ${url} is not Polyparse.`)
    },
  }
}

const asKnown = (error: unknown, url: string): Error =>
  error instanceof PolyparseError ? error : new ConnectionError(`${url} cannot be reached.`, null, { cause: error })
