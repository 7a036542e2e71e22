import type { JobParameters, OutputId } from './contract.ts'
import type { OpenedSource } from './source.ts'

type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value

/** Fields as callers may pass them: lists of constants, and undefined for what is absent. */
type CallerFields<Fields> = { readonly [Field in keyof Fields]: ReadOnly<Fields[Field]> | undefined }

type GivenParameters = CallerFields<Omit<JobParameters, 'operation' | 'outputs'>>

/** The request for one document: the fields of the API, whose defaults apply to absent ones. */
export type JobRequest = GivenParameters & Pick<JobParameters, 'operation'> & { readonly outputs: readonly OutputId[] }

/** The parameters of a parse, apart from its outputs. */
export type ParseParameters = Omit<GivenParameters, 'providers'>
/** The parameters of a comparison, apart from its outputs. */
export type CompareParameters = Omit<GivenParameters, 'provider' | 'fallback'>

/** A new idempotency key. Pages without TLS have no `crypto.randomUUID`. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The header of an idempotency key, whose characters are sent as UTF-8.
 * @example keyHeader('invoice-4711') // { 'idempotency-key': 'invoice-4711' }
 */
export const keyHeader = (idempotencyKey: string): Readonly<Record<string, string>> => ({
  'idempotency-key': String.fromCharCode(...new TextEncoder().encode(idempotencyKey)),
})

type HttpBody = { readonly headers: Readonly<Record<string, string>>; readonly body: Blob | string }

/** The body and headers of `POST /api/v1/jobs`. */
export const requestBody = (source: OpenedSource, request: JobRequest): HttpBody =>
  'url' in source
    ? {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...request, source: { url: source.url } }),
      }
    : {
        headers: {
          ...headersOfUpload(source.filename, request),
          ...(source.mediaType !== '' && { 'content-type': source.mediaType }),
        },
        body: source.content,
      }

/**
 * The headers of an upload: those of `UploadHeaders` in lower case.
 * @throws {TypeError} when a value cannot be written as JSON
 * @example headersOfUpload('report 1.pdf', request)['x-service-filename'] // 'report%201.pdf'
 */
const headersOfUpload = (filename: string, { webhook, ...fields }: JobRequest): Record<string, string> => {
  const headers: Record<string, string> = { 'x-service-filename': encodeURIComponent(wellFormed(filename)) }
  for (const [name, value] of Object.entries({ ...fields, webhook: webhook?.url }))
    if (value !== undefined) headers[`x-service-${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`] = headerOf(value)
  return headers
}

/** Lists with commas, other structures as percent-encoded JSON. */
const headerOf = (value: string | number | boolean | object): string => {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? encodeURIComponent(wellFormed(JSON.stringify(value))) : String(value)
}

/** Halves of characters, which cannot be encoded, are replaced. */
const wellFormed = (text: string): string => text.toWellFormed()
