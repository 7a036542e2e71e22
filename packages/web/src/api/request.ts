import { readRetryAfter } from '@polyparse/contract/retry-after'
import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { authorizationOf, type Credential } from './authorization.ts'
import { readResponse } from './read-response.ts'
import { UnreachableError } from './errors.ts'

export type Call = {
  readonly method?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, with the type in the headers. */
  readonly content?: string | Blob
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Sends a request and returns the response, whatever its status. @throws {UnreachableError} */
export const sendRequest = async (credential: Credential, path: string, call: Call = {}): Promise<Response> => {
  const { method = 'GET', body, content, headers, signal } = call
  try {
    return await fetch(path, {
      method,
      headers: {
        ...authorizationOf(credential),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(content !== undefined && { body: content }),
      ...(signal !== undefined && { signal }),
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new UnreachableError({ cause: error })
  }
}

/** A request to the service; the response is parsed by its schema. @throws {ProblemError} {@link UnreachableError} */
export const requestJson = async <Schema extends TSchema>(
  credential: Credential,
  path: string,
  schema: Schema,
  call: Call = {},
): Promise<Static<Schema>> => {
  const response = await sendRequest(credential, path, call)
  return readResponse(schema, await rawResponseOf(response, call.signal))
}

/** A request whose successful response may have no body. */
export const requestEmpty = async (
  credential: Credential,
  path: string,
  schema: TSchema,
  call: Call,
): Promise<void> => {
  const response = await sendRequest(credential, path, call)
  if (response.status !== 204) readResponse(schema, await rawResponseOf(response, call.signal))
}

/** @throws {UnreachableError} when the response is cut off. */
export const rawResponseOf = async (response: Response, signal?: AbortSignal) => {
  const { status, headers } = response
  try {
    const text = await response.text()
    return { status, text, retryAfter: readRetryAfter(headers.get('retry-after'), headers.get('date')) }
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new UnreachableError({ cause: error })
  }
}

/** The body of a response as it came. @throws {ProblemError} {@link UnreachableError} */
export const requestFile = async (credential: Credential, path: string, signal?: AbortSignal): Promise<Blob> => {
  const response = await sendRequest(credential, path, signal === undefined ? {} : { signal })
  if (!response.ok) readResponse(Type.Unknown(), await rawResponseOf(response, signal))
  try {
    return await response.blob()
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new UnreachableError({ cause: error })
  }
}
