import { jobErrorCodes } from './failures.ts'
import { Type, type Static } from '@polyparse/document/typebox'

type ProblemKind = {
  readonly status: number
  readonly title: string
  readonly summary: string
  readonly remedy: string
}

/** Every error that an HTTP caller can get: one row, one code. `title` is the reason phrase of RFC 9110. */
export const problems = {
  validation_error: {
    status: 400,
    title: 'Bad Request',
    summary: 'The body, a header or a parameter is invalid; `detail` and `errors` name each field.',
    remedy: 'Correct the named fields and send the request again. The idempotency key has not been used up.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    summary: 'The API key is missing, invalid, disabled or expired.',
    remedy: 'Send `Authorization: Bearer <API key>` with a key that is enabled and not expired.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    summary:
      'This is not allowed: `detail` names the scope that the API key lacks, or says that the operator forbids it.',
    remedy: 'Use a key with that scope. The operator creates one with `polyparse keys create --scope`.',
  },
  not_found: {
    status: 404,
    title: 'Not Found',
    summary: 'Your account has no such resource: it never existed, or it has been erased.',
    remedy: 'Check the id and that the API key belongs to the account that created it.',
  },
  route_not_found: {
    status: 404,
    title: 'Not Found',
    summary: 'No route of this service matches the path.',
    remedy: 'Look up the path in /api/openapi.json.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    summary: 'The path exists, but not for this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not Acceptable',
    summary: 'The answer has no media type that the `Accept` header allows; `detail` names those it can have.',
    remedy: 'Accept one of them. Nothing was created.',
  },
  request_timeout: {
    status: 408,
    title: 'Request Timeout',
    summary: 'The request did not arrive in time.',
    remedy: 'Send the request again. An upload must not stall for 30 seconds or take longer than an hour.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Conflict',
    summary: 'This idempotency key was used before with a different request.',
    remedy: 'Use a new key for a new request, or repeat exactly the earlier one to get its job.',
  },
  no_result: {
    status: 409,
    title: 'Conflict',
    summary: 'The job has no result to read a part of: it is unfinished, or it has failed.',
    remedy: 'Read the job, with `?wait` if it is unfinished; a failed one says why.',
  },
  job_not_retryable: {
    status: 409,
    title: 'Conflict',
    summary: 'The job cannot be run again, or there is no reason to; `detail` says why.',
    remedy:
      'Read the job if it is unfinished or its result is intact. Otherwise create a new job, with a new idempotency key.',
  },
  limit_reached: {
    status: 409,
    title: 'Conflict',
    summary: 'There are as many of these as there may be; `detail` says how many.',
    remedy: 'Remove one that is not needed any more, then send the request again.',
  },
  not_correctable: {
    status: 409,
    title: 'Conflict',
    summary: 'The result, or this part of it, cannot be corrected; `detail` says why.',
    remedy: 'Correct the result of a `parse` with the output `json`, or read this part without `corrected`.',
  },
  result_expired: {
    status: 410,
    title: 'Gone',
    summary: 'The job completed, but the retention time of its result is over.',
    remedy: 'Create a new job, with a new idempotency key, to parse the document again.',
  },
  result_damaged: {
    status: 500,
    title: 'Internal Server Error',
    summary: 'The stored result of the job is damaged or missing.',
    remedy:
      'If the document came from a URL, run the job again with `POST /api/v1/jobs/{jobId}/retry`. Otherwise create a new job, with a new idempotency key. The operator finds damaged results with `polyparse doctor`.',
  },
  corrections_changed: {
    status: 412,
    title: 'Precondition Failed',
    summary: 'The job has other corrections than those that the request is about: somebody has changed them meanwhile.',
    remedy: 'Read them, make the change to what they are now, and send it with their `ETag` in `If-Match`.',
  },
  judgements_changed: {
    status: 412,
    title: 'Precondition Failed',
    summary: 'The job has other judgements than those that the request is about: somebody has changed them meanwhile.',
    remedy: 'Read them, make the change to what they are now, and send it with their `ETag` in `If-Match`.',
  },
  payload_too_large: {
    status: 413,
    title: 'Content Too Large',
    summary: 'The body is larger than the service accepts.',
    remedy: 'Uploads may have up to 100 MiB, JSON bodies up to 1 MiB, unless the operator set another limit.',
  },
  job_failed: {
    status: 422,
    title: 'Unprocessable Content',
    summary:
      'The document could not be parsed: `detail` says why, `errorCode` in a word, and `Location` names the job.',
    remedy: 'Look the word up among the errors of jobs. A job that failed for a passing reason can be run again.',
  },
  rate_limited: {
    status: 429,
    title: 'Too Many Requests',
    summary:
      'The key has sent too many requests or has used up its pages of the day, or the account has too many waiting jobs or has stored too much.',
    remedy: 'Wait as long as `Retry-After` says, then send the request again with the same idempotency key.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range Not Satisfiable',
    summary: 'The range begins behind the end; `Content-Range` says how many bytes there are.',
    remedy: 'Ask for a range within them, or for the whole.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    summary: 'The headers are larger than 64 KiB in total.',
    remedy: 'Shorten them. For a document at a URL, send the parameters in the JSON body instead.',
  },
  internal_error: {
    status: 500,
    title: 'Internal Server Error',
    summary: 'Something went wrong in the service.',
    remedy: 'Try again with the same idempotency key. If the problem persists, send the `request_id` to the operator.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service Unavailable',
    summary:
      'The service cannot accept the request now: its database or storage is unavailable, it is overloaded, or it is stopping.',
    remedy: 'Try again after the time in `Retry-After`, with the same idempotency key.',
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problems
export const problemCodes = Object.keys(problems).filter((code): code is ProblemCode => code in problems)

export const FieldError = Type.Object(
  {
    field: Type.String({ description: 'The field or header, spelled as in the interface.' }),
    message: Type.String(),
  },
  { title: 'FieldError' },
)

/** RFC 9457 with the members of section 7 of the interface. */
export const Problem = Type.Object(
  {
    status: Type.Integer(),
    code: Type.Enum(problemCodes),
    detail: Type.String(),
    title: Type.String(),
    type: Type.String({ format: 'uri' }),
    instance: Type.String({ description: 'The request path, without query.' }),
    request_id: Type.String({ description: 'Equals the X-Request-ID response header.' }),
    errors: Type.Optional(Type.Array(FieldError)),
    errorCode: Type.Optional(
      Type.Enum(jobErrorCodes, { description: 'The reason why the job failed, for `job_failed`.' }),
    ),
  },
  { title: 'Problem' },
)

export type FieldError = Static<typeof FieldError>
export type Problem = Static<typeof Problem>

/**
 * A code as it is in the type URI of its problem: `result-expired` for `result_expired`.
 * @example problemSlug('result_expired') // 'result-expired'
 */
export const problemSlug = (code: ProblemCode): string => code.replaceAll('_', '-')
