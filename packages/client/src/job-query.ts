import type { OutputId } from '@polyparse/document/schema'

/** What is asked of the service for one document. */
export type JobQuery = {
  readonly operation: 'parse' | 'compare'
  readonly outputs: readonly OutputId[]
  /** One-based page numbers; all pages without it. */
  readonly pages?: readonly number[] | undefined
  /** Only with `parse`. */
  readonly provider?: string | undefined
  readonly fallback?: readonly string[] | undefined
  /** Only with `compare`. */
  readonly providers?: readonly string[] | undefined
  /** From provider ids to their options. */
  readonly providerOptions?: object | undefined
  readonly includeRaw?: boolean | undefined
}

/** The JSON body of a job whose document the service fetches. */
export const urlBody = (url: string, query: JobQuery): object => ({ ...query, source: { url } })

/** The headers of a job whose document is uploaded. The filename's extension says what type the document is. */
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
})
