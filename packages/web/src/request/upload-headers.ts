import type { JobParameters, UploadHeader } from '@polyparse/contract'

/** The headers that carry the parameters of an upload (section 4.1 of the interface), in the order of its table. */
export const uploadHeaders = (
  { name, type }: { readonly name: string; readonly type: string },
  parameters: JobParameters,
): Record<string, string> => {
  const { operation, outputs, pages, provider, providers, providerOptions } = parameters
  const { includeRaw, pageImages, provisionalPages, extraction, classification, metadata } = parameters
  const headers: Partial<Record<UploadHeader, string>> = {
    'X-Service-Filename': encodeURIComponent(name.toWellFormed()),
    'X-Service-Operation': operation,
    'X-Service-Outputs': outputs.join(','),
    ...(pages !== undefined && { 'X-Service-Pages': pages.join(',') }),
    ...(provider !== undefined && { 'X-Service-Provider': provider }),
    ...(providers !== undefined && { 'X-Service-Providers': providers.join(',') }),
    ...(providerOptions !== undefined && {
      'X-Service-Provider-Options': encodeURIComponent(JSON.stringify(providerOptions)),
    }),
    ...(extraction !== undefined && { 'X-Service-Extraction': encodeURIComponent(JSON.stringify(extraction)) }),
    ...(classification !== undefined && {
      'X-Service-Classification': encodeURIComponent(JSON.stringify(classification)),
    }),
    ...(metadata !== undefined && { 'X-Service-Metadata': encodeURIComponent(JSON.stringify(metadata)) }),
    ...(includeRaw === true && { 'X-Service-Include-Raw': 'true' }),
    ...(pageImages === true && { 'X-Service-Page-Images': 'true' }),
    ...(provisionalPages === true && { 'X-Service-Provisional-Pages': 'true' }),
  }
  // A media type of the browser's is better than none; a JSON document must not be taken for a JSON body.
  const contentType = type === '' || type === 'application/json' ? 'application/octet-stream' : type
  return { 'Content-Type': contentType, ...headers }
}
