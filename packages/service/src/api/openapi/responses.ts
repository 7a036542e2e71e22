import { Problem, type ProblemCode, problems, problemSlug } from '@polyparse/contract'
import { Type, type TSchema } from 'typebox'

import { exampleId } from './examples.ts'

type Headers = Readonly<Record<string, TSchema>>
type Examples = Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>

const RequestId = Type.String({
  format: 'uuid',
  description: 'Unique id of this request, made by the server; the log of the service has it too.',
})
const RetryAfter = Type.Integer({ minimum: 1, description: 'Seconds to wait before the next request.' })

export const header = {
  location: Type.String({ description: 'Where the job is read.', examples: [`/api/v1/jobs/${exampleId}`] }),
  retryAfter: RetryAfter,
  etag: Type.String({ description: 'Names this state of the finished job, for `If-None-Match`.' }),
  cacheControl: Type.String(),
  vary: Type.String({ description: 'Says that the encoding of the body depends on `Accept-Encoding`.' }),
  contentEncoding: Type.String({ description: '`gzip`, where `Accept-Encoding` allows it.' }),
} as const

/** A response that is no problem; `X-Request-ID` is on all of them. */
export const success = (
  description: string,
  { schema, examples, headers = {} }: { schema?: TSchema; examples?: Examples; headers?: Headers } = {},
) => ({
  description,
  headers: { 'X-Request-ID': RequestId, ...headers },
  ...(schema !== undefined && { content: { 'application/json': { schema, ...(examples && { examples }) } } }),
})

const extraHeaders: Partial<Record<ProblemCode, Headers>> = {
  unauthorized: { 'WWW-Authenticate': Type.String({ description: '`Bearer`' }) },
  rate_limited: { 'Retry-After': RetryAfter },
  service_unavailable: { 'Retry-After': RetryAfter },
}

/** What can go wrong with every request, whatever it asks for. */
const always: readonly ProblemCode[] = [
  'validation_error',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
]

/** The problems that an operation can answer with, one response a status. */
export const problemResponses = (...codes: readonly ProblemCode[]): Record<number, unknown> =>
  Object.fromEntries([...new Set([...codes, ...always])].map((code) => [problems[code].status, problemResponse(code)]))

const problemResponse = (code: ProblemCode) => ({
  description: problems[code].summary,
  headers: { 'X-Request-ID': RequestId, ...extraHeaders[code] },
  content: { 'application/problem+json': { schema: Problem, examples: { [code]: { value: exampleProblem(code) } } } },
})

const exampleProblem = (code: ProblemCode): Problem => {
  const { status, title, summary } = problems[code]
  const errors = [{ field: 'outputs', message: 'is required' }]
  return {
    type: `https://parse.example.com/problems/${problemSlug(code)}`,
    title,
    status,
    code,
    detail: code === 'validation_error' ? 'outputs is required' : summary,
    instance: '/api/v1/jobs',
    request_id: '0199f0a2-7c1e-7b60-9d3a-5f2f6c1f0b11',
    ...(code === 'validation_error' && { errors }),
  }
}
