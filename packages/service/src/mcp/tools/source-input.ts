import { type ClassificationRequest, type ExtractionRequest, limits } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import type { JobRequestParts } from '../service.ts'
import type { OpenFile } from '../sources.ts'
import { ToolError } from '../tool-error.ts'

/** The argument that names a document. */
export const sourceInput = (openFile: OpenFile | null) =>
  Type.String({
    minLength: 1,
    maxLength: limits.urlLength,
    description:
      openFile === null
        ? 'The URL of the document, http:// or https://.'
        : 'The path of the document on this machine, or its URL, http:// or https://.',
  })

export type AskedSource = {
  readonly operation: 'parse' | 'compare'
  readonly outputs: readonly string[]
  readonly pages?: readonly number[]
  readonly provider?: string
  readonly providers?: readonly string[]
  readonly extraction?: ExtractionRequest
  readonly classification?: ClassificationRequest
}

/** The request for a job about a document. */
export const jobRequestFor = async (
  source: string,
  asked: AskedSource,
  openFile: OpenFile | null,
): Promise<JobRequestParts> => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  if (/^https?:\/\//i.test(source)) {
    const body = JSON.stringify({ ...asked, source: { url: source } })
    return { headers: { ...headers, 'content-type': 'application/json' }, body }
  }
  if (openFile === null) throw new ToolError('`source` must be a URL that starts with http:// or https://.')
  const { filename, content } = await openFile(source)
  const { operation, outputs, pages, provider, providers, extraction, classification } = asked
  return {
    headers: {
      ...headers,
      'x-service-filename': encodeURIComponent(filename.toWellFormed()),
      'x-service-operation': operation,
      'x-service-outputs': outputs.join(','),
      ...(pages !== undefined && { 'x-service-pages': pages.join(',') }),
      ...(provider !== undefined && { 'x-service-provider': provider }),
      ...(extraction !== undefined && {
        'x-service-extraction': encodeURIComponent(JSON.stringify(extraction).toWellFormed()),
      }),
      ...(classification !== undefined && {
        'x-service-classification': encodeURIComponent(JSON.stringify(classification).toWellFormed()),
      }),
      ...(providers !== undefined && { 'x-service-providers': providers.join(',') }),
    },
    body: content,
  }
}
