import type { IncomingMessage } from 'node:http'
import { type FieldError, type JobParameters, type UploadHeader, UploadHeaders } from '@polyparse/contract'
import { decodeFilename } from '@polyparse/contract/filename'
import { headerText } from '@polyparse/outbound'
import { timesSent } from './headers.ts'
import {
  createUploadReader,
  type CarriedParameter,
  type UploadParameter,
  type UploadRequest,
} from './upload-parameters.ts'

/** The header that carries each parameter of an upload. */
export const parameterHeaders = {
  operation: 'X-Service-Operation',
  outputs: 'X-Service-Outputs',
  pages: 'X-Service-Pages',
  provider: 'X-Service-Provider',
  providers: 'X-Service-Providers',
  providerOptions: 'X-Service-Provider-Options',
  includeRaw: 'X-Service-Include-Raw',
  extraction: 'X-Service-Extraction',
  classification: 'X-Service-Classification',
  images: 'X-Service-Images',
  pageImages: 'X-Service-Page-Images',
  provisionalPages: 'X-Service-Provisional-Pages',
  deadlineSeconds: 'X-Service-Deadline-Seconds',
  fallback: 'X-Service-Fallback',
  webhook: 'X-Service-Webhook',
  deliver: 'X-Service-Deliver',
  metadata: 'X-Service-Metadata',
} as const satisfies Record<keyof JobParameters, UploadHeader>

const isParameter = (name: string): name is UploadParameter => Object.hasOwn(parameterHeaders, name)

const readHeaderUpload = createUploadReader((parameter) => parameterHeaders[parameter], isParameter)

const uploadListHeaders: ReadonlySet<string> = new Set([
  'X-Service-Outputs',
  'X-Service-Pages',
  'X-Service-Providers',
  'X-Service-Fallback',
])

/** Body B of section 4.1: the parameters of an upload in its headers. */
export const readUploadHeaders = (
  request: IncomingMessage,
): UploadRequest | { readonly errors: readonly FieldError[] } =>
  readHeaderUpload(
    {
      nameOf: (parameter) => parameterHeaders[parameter],
      read: (parameter) => textOfUploadHeader(request, parameter),
      errors: uploadHeaderErrors(request),
    },
    readFilename(headerValue(request, 'X-Service-Filename')),
  )

/** The headers that are unknown, or are given more than once. */
export const uploadHeaderErrors = (request: IncomingMessage): FieldError[] => [
  ...unknownHeaders(request),
  ...repeatedHeaders(request),
]

/** The headers that only a comparison has. */
export const headersOfCompare = (request: IncomingMessage): FieldError[] => {
  const errors: FieldError[] = []
  const operation = headerValue(request, 'X-Service-Operation') ?? 'parse'
  if (operation !== 'parse') errors.push({ field: 'X-Service-Operation', message: 'must be parse here' })
  if (headerValue(request, 'X-Service-Providers') !== undefined)
    errors.push({ field: 'X-Service-Providers', message: 'is only for compare; parse takes X-Service-Provider' })
  return errors
}

/** The filename in its header, where there is one. */
export const filenameOfHeaders = (request: IncomingMessage): ReturnType<typeof readFilename> | null => {
  const header = headerValue(request, 'X-Service-Filename')
  return header === undefined ? null : readFilename(header)
}

/** Parameters that are JSON, which a header carries percent-encoded. */
const isEncoded = (parameter: UploadParameter): boolean => encodedParameters.has(parameter)

const encodedParameters: ReadonlySet<UploadParameter> = new Set([
  'providerOptions',
  'deliver',
  'metadata',
  'extraction',
  'classification',
])

export const textOfUploadHeader = (request: IncomingMessage, parameter: UploadParameter): CarriedParameter => {
  const header = headerValue(request, parameterHeaders[parameter])
  if (header === undefined) return undefined
  if (parameter === 'webhook') return { text: headerText(header) }
  if (!isEncoded(parameter)) return { text: header }
  try {
    return { text: decodeURIComponent(header) }
  } catch {
    return { message: 'must be percent-encoded as UTF-8' }
  }
}

const headerValue = ({ headers }: IncomingMessage, name: UploadHeader): string | undefined => {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value.trim() : undefined
}

const knownHeaders: ReadonlySet<string> = new Set(
  Object.keys(UploadHeaders.properties).map((header) => header.toLowerCase()),
)

const unknownHeaders = ({ headers }: IncomingMessage): FieldError[] =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-service-') && !knownHeaders.has(name))
    .map((name) => ({ field: capitalized(name), message: 'is not a known header' }))

const capitalized = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

/** A list may be split over several headers (RFC 9110, section 5.3); anything else may not. */
const repeatedHeaders = (request: IncomingMessage): FieldError[] =>
  Object.keys(UploadHeaders.properties)
    .filter((name) => !uploadListHeaders.has(name) && timesSent(request, name) > 1)
    .map((field) => ({ field, message: 'is given more than once' }))

const readFilename = (header: string | undefined): { filename: string } | { errors: FieldError[] } => {
  const field = 'X-Service-Filename'
  if (header === undefined) return { errors: [{ field, message: 'is required' }] }
  const decoded = decodeFilename(header)
  return 'reason' in decoded ? { errors: [{ field, message: decoded.reason }] } : decoded
}
