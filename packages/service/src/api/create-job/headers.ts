import type { IncomingMessage } from 'node:http'
import { type FieldError, limits } from '@polyparse/contract'
import { countCodePoints } from '../../lib/characters.ts'

/**
 * The number of times a header was sent; Node joins repeated headers with commas, which would turn two values into one.
 * @example timesSent({ rawHeaders: ['Host', 'a', 'X-Id', '1', 'x-id', '2'] }, 'x-id') // 2
 */
export const timesSent = ({ rawHeaders }: IncomingMessage, name: string): number =>
  rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name.toLowerCase()).length

/** The key of section 4.1 as UTF-8, trimmed and counted in characters; or its mistake. */
export const readIdempotencyKey = (
  request: IncomingMessage,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number } = limits.idempotencyKeyLength,
): { key: string } | { error: FieldError } => {
  const field = 'Idempotency-Key'
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string') return { error: { field, message: 'is required' } }
  if (timesSent(request, field) > 1) return { error: { field, message: 'is given more than once' } }
  const key = asUtf8(header).trim()
  const length = countCodePoints(key)
  return length < minimum || length > maximum
    ? { error: { field, message: `must have ${minimum} to ${maximum} characters` } }
    : { key }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns what a client has sent as UTF-8, of which Node makes a character of each byte; what is not UTF-8 stays that. */
const asUtf8 = (header: string): string => {
  try {
    return decoder.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

/** Bodies are taken as they are, never decoded. */
export const contentEncodingErrors = ({ headers }: IncomingMessage): FieldError[] => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  return encoding === 'identity' ? [] : [{ field: 'Content-Encoding', message: 'must be identity, or absent' }]
}

/** A form is not a document: its parts would be stored as one. */
export const uploadTypeErrors = ({ headers }: IncomingMessage): FieldError[] =>
  headers['content-type'] === 'multipart/form-data'
    ? [
        {
          field: 'Content-Type',
          message:
            'must not be multipart/form-data: send the bytes of the document as the body, such as by curl --data-binary @report.pdf',
        },
      ]
    : []

/** Headers that describe an upload say nothing beside a body that describes the whole job. */
export const strayUploadHeaders = ({ headers }: IncomingMessage): FieldError[] =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-service-'))
    .map((name) => ({
      field: name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()),
      message: 'is only for uploads; a JSON body describes the whole job',
    }))

/**
 * Tells whether the body is JSON that describes the job. Where the headers that every upload must have describe it, JSON is a
 * document like any other, such as a notebook.
 */
export const describesJob = (request: IncomingMessage): boolean =>
  isJson(request) && !requiredUploadHeaders.every((name) => request.headers[name] !== undefined)

/**
 * @example isJson({ headers: { 'content-type': 'application/json' } }) // true
 */
export const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

const requiredUploadHeaders = ['x-service-filename', 'x-service-operation', 'x-service-outputs']
