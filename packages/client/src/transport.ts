import {
  AnswerTooLargeError,
  ConnectionError,
  PolyparseError,
  problemError,
  ProblemError,
  UnexpectedAnswerError,
} from './errors.ts'
import { pause, retryAfterSeconds } from './pause.ts'
import { piecesOf } from './pieces.ts'
import { isProblem } from './shapes.ts'
import { anyOf, graceAfter, watchdog } from './signals.ts'

/** The pauses before the second attempt, the third and so on, in milliseconds. */
const pausesMs = [500, 1000, 2000, 5000, 10_000, 20_000]
/** The longest pause, in seconds. A caller who is asked to wait longer gets the error instead. */
const maxPauseSeconds = 60
/** Pauses are longer by up to this share, at random, so that many clients do not return all at once. */
const jitter = 0.25
/** How long the headers of an answer, and then each piece of its body, may take, in milliseconds. */
const idleMs = 60_000

/** One request, and how it may be sent. */
export type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** From `/api` on. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob | string
  /** Ends the request and the pauses between its attempts. */
  readonly signal: AbortSignal
  /** How long an attempt that is under way may still take when `signal` is aborted, in milliseconds. Default: 0. */
  readonly graceMs?: number
  /** How long the answer may take beyond the usual time, in milliseconds. */
  readonly patienceMs?: number
  /** Whether it may be sent again when it may have been carried out. Default: true. */
  readonly isRepeatable?: boolean
  /** Overrides the number of retries of the client. */
  readonly retries?: number
}

/** How the service is reached. */
export type TransportOptions = {
  readonly url: string
  readonly apiKey: string
  readonly retries: number
  readonly fetch: typeof globalThis.fetch
}

export type Transport = ReturnType<typeof createTransport>

/** Sends requests until one is answered. */
export const createTransport = ({ url, apiKey, retries: usualRetries, fetch }: TransportOptions) => {
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
        redirect: 'error',
        signal: anyOf(signal, watch.signal),
        ...(body !== undefined && { body }),
      })
      const onPiece = (): void => watch.restart(idleMs)
      onPiece()
      if (!response.ok) throw await errorOf(response, onPiece)
      return await read(response, onPiece)
    } finally {
      watch.stop()
    }
  }

  const errorOf = async (response: Response, onPiece: () => void): Promise<Error> => {
    const content = parsed(await textOf(response, onPiece))
    if (isProblem(content)) return problemError(content, retryAfterSeconds(response.headers))
    const said = `${url} answered ${response.status}, without a problem of Polyparse.`
    return gatewayStatuses.has(response.status) ? new ConnectionError(said) : new UnexpectedAnswerError(said)
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
    for (let retry = 0; ; retry += 1) {
      signal.throwIfAborted()
      const grace = graceMs > 0 ? graceAfter(signal, graceMs) : { signal, release: () => {} }
      try {
        return await attempt(request, headers, grace.signal, read)
      } catch (error) {
        signal.throwIfAborted()
        const known = asKnown(error, url)
        const waitSeconds = retry < retries && mayRepeat(known, isRepeatable) ? pauseBefore(known, retry) : null
        if (waitSeconds === null) throw known
        await pause(waitSeconds * 1000, signal)
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
      const content = parsed(await send(request, textOf))
      if (isExpected(content)) return content
      throw new UnexpectedAnswerError(`What answers at ${url} is not Polyparse.`)
    },
  }
}

/** What a proxy answers when it cannot reach the service, or holds requests back. */
const gatewayStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The statuses of problems that say that the service did not accept the request. */
const refusals: ReadonlySet<number> = new Set([429, 503])

const mayRepeat = (error: Error, isRepeatable: boolean): boolean =>
  error instanceof ProblemError
    ? refusals.has(error.status) || (isRepeatable && error.status === 408)
    : isRepeatable && error instanceof ConnectionError

/** The seconds to wait; null when that is longer than callers wait. */
const pauseBefore = (error: Error, retry: number): number | null => {
  const own = (pausesMs[Math.min(retry, pausesMs.length - 1)] ?? 0) / 1000
  const asked = error instanceof ProblemError ? (error.retryAfterSeconds ?? 0) : 0
  return asked > maxPauseSeconds ? null : Math.max(own, asked) * (1 + Math.random() * jitter)
}

const asKnown = (error: unknown, url: string): Error =>
  error instanceof PolyparseError ? error : new ConnectionError(`${url} cannot be reached.`, { cause: error })

/** The text of a body. @throws {AnswerTooLargeError} when it is longer than a string can be */
export const textOf = async (response: Response, onPiece: () => void): Promise<string> => {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOf(response.body)) {
    onPiece()
    text = joined(text, decoder.decode(piece, { stream: true }))
  }
  return joined(text, decoder.decode())
}

const joined = (text: string, more: string): string => {
  try {
    return text + more
  } catch (error) {
    const advice = 'request fewer outputs or pages, or read the outputs one by one'
    throw new AnswerTooLargeError(`The answer is too large to be read at once; ${advice}.`, { cause: error })
  }
}

/** The value of a JSON text; undefined if it is not one. */
export const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
