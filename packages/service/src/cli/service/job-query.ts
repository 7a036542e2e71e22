import type { OutputId } from '@polyparse/document'

/** The parameters of the job for each document. */
export type JobQuery = {
  readonly operation: 'parse' | 'compare'
  readonly outputs: readonly OutputId[]
  readonly pages?: readonly number[] | undefined
  readonly provider?: string | undefined
  readonly fallback?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly providerOptions?: object | undefined
  readonly includeRaw?: boolean | undefined
}

/** The JSON body for a document that the service fetches. */
export const urlBody = (url: string, query: JobQuery): object => ({ ...query, source: { url } })

/** The headers for an upload. The filename gives the type of the document. */
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
