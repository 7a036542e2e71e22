import type { IncomingMessage } from 'node:http'
import { type FieldError, JobParameters, type JobRequest, type UploadHeader, UploadHeaders } from '@polyparse/contract'
import { decodeFilename } from '../../lib/filename.ts'
import { headerText } from '../../lib/header-text.ts'
import { createCheck } from '../field-errors.ts'
import { parseStrictJson } from '../strict-json.ts'
import { timesSent } from './headers.ts'
import { parameterErrors, toJobRequest } from './job-request.ts'

/** The header that carries each parameter of an upload. */
export const parameterHeaders = {
  operation: 'X-Service-Operation',
  outputs: 'X-Service-Outputs',
  pages: 'X-Service-Pages',
  provider: 'X-Service-Provider',
  providers: 'X-Service-Providers',
  providerOptions: 'X-Service-Provider-Options',
  includeRaw: 'X-Service-Include-Raw',
  fallback: 'X-Service-Fallback',
  webhook: 'X-Service-Webhook',
  metadata: 'X-Service-Metadata',
} as const satisfies Record<keyof JobParameters, UploadHeader>

const headerOf = (path: readonly string[]): string =>
  Object.entries(parameterHeaders).find(([parameter]) => parameter === path[0])?.[1] ?? path.join('.')

const check = createCheck(JobParameters, headerOf)

const lists: ReadonlySet<string> = new Set([
  'X-Service-Outputs',
  'X-Service-Pages',
  'X-Service-Providers',
  'X-Service-Fallback',
])

/** The request in the headers of body B of section 4.1, or all mistakes in them. */
export const readUploadHeaders = (
  request: IncomingMessage,
): { request: JobRequest; filename: string } | { errors: FieldError[] } => {
  const errors = [...unknownHeaders(request), ...repeatedHeaders(request)]
  const filename = readFilename(headerValue(request, 'X-Service-Filename'))
  if ('errors' in filename) errors.push(...filename.errors)

  const read = readParameters(request)
  errors.push(...read.errors)
  const broken = new Set(read.errors.map(({ field }) => field))
  const checked = check(read.parameters)
  // A header that cannot be read is reported once, not again as missing.
  if ('errors' in checked) errors.push(...checked.errors.filter(({ field }) => !broken.has(field)))
  else errors.push(...parameterErrors(checked.value, (parameter) => parameterHeaders[parameter]))

  if (errors.length > 0 || 'errors' in checked || 'errors' in filename) return { errors }
  return { request: toJobRequest(checked.value), filename: filename.filename }
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
    .filter((name) => !lists.has(name) && timesSent(request, name) > 1)
    .map((field) => ({ field, message: 'is given more than once' }))

const readFilename = (header: string | undefined): { filename: string } | { errors: FieldError[] } => {
  const field = 'X-Service-Filename'
  if (header === undefined) return { errors: [{ field, message: 'is required' }] }
  const decoded = decodeFilename(header)
  return 'reason' in decoded ? { errors: [{ field, message: decoded.reason }] } : decoded
}

/** The value of a parameter, not yet checked; or why it cannot be read. */
type Read = { readonly value: unknown } | { readonly message: string }

/**
 * The parameters in the shape of their schema, as far as they can be read, without those that the operation ignores.
 */
const readParameters = (request: IncomingMessage): { parameters: Record<string, unknown>; errors: FieldError[] } => {
  const parameters: Record<string, unknown> = {}
  const errors: FieldError[] = []
  const operation = headerValue(request, parameterHeaders.operation)

  const take = (parameter: keyof JobParameters, read: (header: string) => Read): void => {
    const header = headerValue(request, parameterHeaders[parameter])
    if (header === undefined) return
    const result = read(header)
    if ('value' in result) parameters[parameter] = result.value
    else errors.push({ field: parameterHeaders[parameter], message: result.message })
  }

  take('operation', (value) => ({ value }))
  take('outputs', (header) => ({ value: members(header) }))
  take('pages', readPages)
  if (operation === 'parse') take('provider', (value) => ({ value }))
  if (operation === 'compare') take('providers', (header) => ({ value: members(header) }))
  if (operation === 'parse') take('fallback', (header) => ({ value: members(header) }))
  take('providerOptions', readEncodedJson)
  take('includeRaw', readFlag)
  take('webhook', (url) => ({ value: { url: headerText(url) } }))
  take('metadata', readEncodedJson)
  return { parameters, errors }
}

const members = (header: string): string[] =>
  header
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

const readPages = (header: string): Read => {
  const pages = members(header)
  return pages.every((page) => /^\d{1,15}$/.test(page))
    ? { value: pages.map(Number) }
    : { message: 'must be page numbers, separated by commas' }
}

const readFlag = (header: string): Read =>
  header === 'true' || header === 'false' ? { value: header === 'true' } : { message: 'must be true or false' }

const readEncodedJson = (header: string): Read => {
  let json: string
  try {
    json = decodeURIComponent(header)
  } catch {
    return { message: 'must be percent-encoded as UTF-8' }
  }
  const parsed = parseStrictJson(json)
  if ('value' in parsed) return parsed
  return {
    message: parsed.errors.map(({ field, message }) => `${field === 'body' ? '' : `${field} `}${message}`).join('; '),
  }
}
