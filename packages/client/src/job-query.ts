import type { OutputId } from '@polyparse/document/schema'

/** What is asked of the service for one document. */
export type JobQuery = {
  readonly operation: 'parse' | 'compare'
  readonly outputs: readonly OutputId[]
  /** One-based page numbers; all pages without it. */
  readonly pages?: readonly number[] | undefined
  /** Only with `parse`; the configured default without it. */
  readonly provider?: string | undefined
  /** Only with `parse`: the providers to try in order when that one fails. */
  readonly fallback?: readonly string[] | undefined
  /** Only with `compare`; every enabled provider that is not `derived` without it. */
  readonly providers?: readonly string[] | undefined
  /** From provider ids to their options. */
  readonly providerOptions?: object | undefined
  /** Whether the result has the provider's raw response too. Default: false. */
  readonly includeRaw?: boolean | undefined
  /** Labels of the caller's own, which the list of jobs and the ended job show. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** The body, to be sent as JSON, of a request for a job whose document the service fetches: a `CreateJobBody`. */
export const urlBody = (url: string, query: JobQuery): object => ({ ...query, source: { url } })

/**
 * The headers of a request for a job whose document is uploaded, those of `UploadHeaders` in lower case. The filename's
 * extension says what type the document is.
 *
 * @throws {TypeError} when `providerOptions` or `metadata` cannot be written as JSON
 * @example uploadHeaders('report 1.pdf', query)['x-service-filename'] // 'report%201.pdf'
 */
export const uploadHeaders = (filename: string, query: JobQuery): Record<string, string> => ({
  'x-service-filename': encodeURIComponent(filename.toWellFormed()),
  'x-service-operation': query.operation,
  'x-service-outputs': query.outputs.join(','),
  ...(query.pages !== undefined && { 'x-service-pages': query.pages.join(',') }),
  ...(query.provider !== undefined && { 'x-service-provider': query.provider }),
  ...(query.fallback !== undefined && { 'x-service-fallback': query.fallback.join(',') }),
  ...(query.providers !== undefined && { 'x-service-providers': query.providers.join(',') }),
  ...(query.providerOptions !== undefined && {
    'x-service-provider-options': encodeURIComponent(JSON.stringify(query.providerOptions).toWellFormed()),
  }),
  ...(query.includeRaw === true && { 'x-service-include-raw': 'true' }),
  ...(query.metadata !== undefined && {
    'x-service-metadata': encodeURIComponent(JSON.stringify(query.metadata).toWellFormed()),
  }),
})
