export type SafeFetchErrorKind =
  | 'invalid_url'
  | 'refused_address'
  | 'unknown_host'
  | 'unreachable'
  | 'http_status'
  | 'too_many_redirects'
  | 'redirect_loop'
  | 'too_large'
  | 'bad_encoding'
  | 'timeout'
  | 'aborted'

type Details = {
  readonly status?: number
  readonly retryAfterMs?: number
  readonly sent?: boolean
  readonly cause?: unknown
}

/**
 * Says why a fetch failed. The message is a sentence for callers: it names the host and the HTTP status, never the path or
 * query, which may carry a signature, nor the address that the host resolved to.
 */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError'
  readonly kind: SafeFetchErrorKind
  /** The upstream HTTP status, if a response was the reason. */
  readonly status: number | undefined
  /** The time for which the server asks to be left alone. */
  readonly retryAfterMs: number | undefined
  /** True if any of the request may have reached the server; without a connection nothing has. */
  readonly sent: boolean
  /** True if the same request may succeed in a moment: connection errors, 429 and 5xx. */
  readonly retriable: boolean

  constructor(kind: SafeFetchErrorKind, message: string, { status, retryAfterMs, sent, cause }: Details = {}) {
    super(message, { cause })
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.sent = sent ?? status !== undefined
    this.retriable = kind === 'unreachable' || (status !== undefined && (status === 429 || status >= 500))
  }
}
