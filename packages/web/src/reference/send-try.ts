import type { Credential } from '../api/authorization.ts'
import { sendRequest } from '../api/request.ts'
import type { OpenApiOperation } from './openapi.ts'

export type Attempt = {
  readonly operation: OpenApiOperation
  /** The parameters by name; empty ones are not sent. */
  readonly values: Readonly<Record<string, string>>
  /** Text is JSON; a file is the document itself. */
  readonly body: string | File | null
  readonly credential: Credential
  readonly signal: AbortSignal
}

export type Answered = {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly milliseconds: number
  readonly text: string
  /** True if the text was truncated. */
  readonly isCut: boolean
}

const maxTryAnswerCharacters = 200_000

/**
 * Sends the operation and reports the response as it arrives: an event stream may never end.
 * @throws {UnreachableError}
 */
export const sendTry = async (attempt: Attempt, onAnswer: (answered: Answered) => void): Promise<void> => {
  const { operation, body, credential, signal } = attempt
  const startedAt = performance.now()
  const response = await sendRequest(credential, urlOfAttempt(attempt), {
    method: operation.method,
    headers: headersOf(attempt),
    ...(body !== null && { content: body }),
    signal,
  })
  const answer = {
    status: response.status,
    headers: [...response.headers],
    milliseconds: performance.now() - startedAt,
    isCut: false,
  }
  let text = ''
  onAnswer({ ...answer, text })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    if (text.length > maxTryAnswerCharacters) {
      onAnswer({ ...answer, text: text.slice(0, maxTryAnswerCharacters), isCut: true })
      return reader.cancel()
    }
    onAnswer({ ...answer, text })
  }
}

const given = ({ operation: { parameters = [] }, values, body }: Attempt, place: string): [string, string][] =>
  parameters.flatMap(({ name, in: where }) => {
    const value = values[name] ?? ''
    const isOfUpload = name.startsWith('X-Service-')
    return where !== place || value === '' || (isOfUpload && typeof body === 'string') ? [] : [[name, value]]
  })

const urlOfAttempt = (attempt: Attempt): string => {
  const path = Object.fromEntries(given(attempt, 'path'))
  const filled = attempt.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const query = new URLSearchParams(given(attempt, 'query')).toString()
  return query === '' ? filled : `${filled}?${query}`
}

const headersOf = (attempt: Attempt): Record<string, string> => {
  const { body } = attempt
  const type = typeof body === 'string' ? 'application/json' : body?.type || 'application/octet-stream'
  return { ...(body !== null && { 'Content-Type': type }), ...Object.fromEntries(given(attempt, 'header')) }
}
