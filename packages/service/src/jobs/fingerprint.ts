import { createHash } from 'node:crypto'
import type { CanonicalRequest } from '@polyparse/contract'
import canonicalize from 'canonicalize'

/** The part of a source that identifies a request: its URL, or for an upload its name, type and bytes. */
export type SourceIdentity =
  | { readonly url: string }
  | { readonly filename: string; readonly mediaType: string; readonly sha256: string }

/**
 * SHA-256, in hex, over the canonical JSON (RFC 8785) of the request. Outputs, pages and providers count as given: an
 * omitted one stays omitted, so that a change of configuration never turns a replay into a conflict. Outputs and pages
 * are sets; the order of providers is part of the request, as it orders the result. What was added to the interface
 * later is left out where it is not asked for, or where it adds nothing: the fingerprints of earlier jobs stay what they are.
 *
 * `chosen` is the provider of a parse that names none: a fallback to it adds nothing, either. It must be that of the job,
 * not that of today's configuration.
 */
export const fingerprint = (
  request: CanonicalRequest,
  source: SourceIdentity,
  chosen: string | null = null,
): string => {
  const canonical = canonicalize({
    operation: request.operation,
    outputs: request.outputs.toSorted(),
    pages: request.pages,
    provider: request.provider,
    providers: request.providers,
    providerOptions: request.providerOptions,
    includeRaw: request.includeRaw,
    ...(request.extraction !== null && { extraction: request.extraction }),
    ...(request.classification !== null && { classification: request.classification }),
    ...(request.images !== 'inline' && { images: request.images }),
    ...(request.pageImages && { pageImages: request.pageImages }),
    ...(request.provisionalPages && { provisionalPages: request.provisionalPages }),
    ...(request.deadlineSeconds !== null && { deadlineSeconds: request.deadlineSeconds }),
    ...(addsProvider(request, chosen) && { fallback: request.fallback }),
    ...(request.webhook !== null && { webhook: request.webhook }),
    ...(request.deliver !== null && { deliver: request.deliver }),
    ...(Object.keys(request.metadata ?? {}).length > 0 && { metadata: request.metadata }),
    source: 'url' in source ? { url: source.url } : { ...source },
  })
  if (canonical === undefined) throw new TypeError('a request has a canonical form')
  return createHash('sha256').update(canonical).digest('hex')
}

/** A fallback to the provider of the request itself adds nothing. */
const addsProvider = ({ fallback, provider }: CanonicalRequest, chosen: string | null): boolean =>
  fallback?.some((id) => id !== (provider ?? chosen)) ?? false

/** Tells whether the fingerprint of a request depends on which provider was chosen for it. */
export const dependsOnChoice = ({ fallback, provider }: CanonicalRequest): boolean =>
  provider === null && fallback?.length === 1

/** The same of a batch: over the fingerprints of its jobs, in their order, and its webhook. */
export const fingerprintOfBatch = (jobs: readonly string[], webhookUrl: string | null): string =>
  createHash('sha256').update(JSON.stringify({ jobs, webhookUrl })).digest('hex')
