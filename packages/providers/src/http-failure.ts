import type { FailureCode } from '@polyparse/contract'
import { ProviderFailure } from './provider.ts'

/** Everything that can go wrong with a vendor, in our terms. */
export const vendorProblems = [
  'auth',
  'quota',
  'too_large',
  'invalid_document',
  'encrypted',
  'refused',
  'rate_limited',
  'gone',
  /** The vendor accepted the work and ended it without a result. */
  'failed',
  /** The operator's settings lead to the wrong place. */
  'misconfigured',
  'unavailable',
] as const
export type VendorProblem = (typeof vendorProblems)[number]

/** The code and the sentence for callers, and whether the problem is transient. */
const vendorProblemFailures: Readonly<
  Record<VendorProblem, { code: FailureCode; transient?: true; sentence: (vendor: string) => string }>
> = {
  auth: {
    code: 'provider_unauthorized',
    sentence: (vendor) => `${vendor} rejected the credentials of this service.`,
  },
  quota: { code: 'provider_quota', sentence: (vendor) => `The quota at ${vendor} is exhausted.` },
  too_large: { code: 'document_too_large', sentence: (vendor) => `The document is larger than ${vendor} accepts.` },
  invalid_document: { code: 'document_damaged', sentence: (vendor) => `${vendor} cannot read the document.` },
  encrypted: {
    code: 'document_encrypted',
    sentence: (vendor) => `The document is encrypted, and ${vendor} cannot open it.`,
  },
  refused: {
    code: 'unsupported_option',
    sentence: (vendor) => `${vendor} rejected the request with these options.`,
  },
  rate_limited: {
    code: 'provider_rate_limited',
    transient: true,
    sentence: (vendor) => `The rate limit of ${vendor} has been reached.`,
  },
  gone: { code: 'provider_unavailable', sentence: (vendor) => `${vendor} no longer has the work.` },
  failed: {
    code: 'provider_unavailable',
    sentence: (vendor) => `${vendor} accepted the document but failed to read it.`,
  },
  misconfigured: {
    code: 'provider_unavailable',
    sentence: (vendor) => `${vendor} is not set up properly: nothing answers at its address, or not with this model.`,
  },
  unavailable: {
    code: 'provider_unavailable',
    transient: true,
    sentence: (vendor) => `${vendor} is not available at the moment.`,
  },
}

type Details = {
  /** The answer of the vendor, for the caller: its status and its words. */
  readonly said?: { readonly status: number | null; readonly words: string }
  readonly notAccepted?: boolean
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** A problem with a vendor as a failure for the worker. */
export const vendorFailure = (vendor: string, problem: VendorProblem, details: Details = {}): ProviderFailure => {
  const { code, transient, sentence } = vendorProblemFailures[problem]
  const { said, ...more } = details
  return new ProviderFailure(code, sentence(vendor) + (said === undefined || isOurs(problem) ? '' : asSaid(said)), {
    ...more,
    transient: transient === true,
    gone: problem === 'gone',
  })
}

/** Tells whether a problem is one of the service's account with the vendor; those are for the operator alone. */
const isOurs = (problem: VendorProblem): boolean => problem === 'auth' || problem === 'quota'

const asSaid = ({ status, words }: NonNullable<Details['said']>): string => {
  if (words === '') return status === null ? '' : ` It answered with the status ${status}.`
  const quoted = `“${words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.\s]+$/, '')}”.`
  return status === null ? ` It said: ${quoted}` : ` It answered with the status ${status}: ${quoted}`
}

/**
 * The problem that a status means, unless the vendor's body says otherwise.
 * @example problemOfStatus(401) // 'auth'
 */
export const problemOfStatus = (status: number): VendorProblem => {
  switch (status) {
    case 401:
    case 403:
      return 'auth'
    case 402:
      return 'quota'
    case 404:
    case 410:
      return 'gone'
    case 413:
      return 'too_large'
    case 415:
    case 422:
    case 442:
      return 'invalid_document'
    case 429:
      return 'rate_limited'
    case 408:
    case 425:
      return 'unavailable'
    default:
      // A redirect is not followed: an address of the operator's leads elsewhere.
      if (status >= 300 && status <= 399) return 'misconfigured'
      return status >= 400 && status <= 499 ? 'refused' : 'unavailable'
  }
}

/**
 * Tells whether an answer other than 2xx means for certain that a submit was not accepted. A 5xx does not, because the vendor
 * may have begun before it failed. Neither does a 503 by itself, which proxies also send when the connection behind
 * them broke in the middle: it counts only if the vendor's own service has written it, which shows in JSON or a request
 * to come back later.
 * @example isHttpRefusal(429, { json: true, retryAfter: true }) // true
 */
export const isHttpRefusal = (
  status: number,
  { json, retryAfter }: { json: boolean; retryAfter: boolean },
): boolean => {
  if (status === 503) return json || retryAfter
  return (status >= 400 && status <= 499) || [301, 302, 307, 308].includes(status)
}

/** The vendor's answer, for the log. */
export class VendorAnswerError extends Error {
  override readonly name = 'VendorAnswerError'
}

const explanatory =
  /^(?:message|detail|details|error|errors|innererror|error_message|fieldViolations|description|msg|code|type|title|reason)$/i
const maxExplanationDepth = 6
const maxQuotedTextCharacters = 200
/** Keys, tokens and documents in base64; words are shorter. */
const opaque = /[\w+/=-]{40,}/g

/** The longest text that is searched for secrets. */
const maxExplanation = 4000

/**
 * The texts in those members of a vendor's answer that explain problems: some vendors repeat the request in other
 * members, with the document.
 * @example explanationsIn({ error: { message: 'The key is wrong.' } }) // ['The key is wrong.']
 */
export const explanationsIn = (body: unknown): string[] => {
  const texts: string[] = []
  const collect = (value: unknown, depth: number): void => {
    if (depth > maxExplanationDepth || texts.length > 5) return
    if (typeof value === 'string') texts.push(value.slice(0, maxExplanation))
    else if (Array.isArray(value)) for (const item of value.slice(0, 3)) collect(item, depth + 1)
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) if (explanatory.test(name)) collect(member, depth + 1)
  }
  collect(typeof body === 'string' ? null : body, 0)
  return texts
}

/**
 * Returns what explains a problem in an answer, without anything that could be a key or content.
 * @example vendorText({ message: 'The key abc123 is wrong.' }, ['abc123']) // 'The key … is wrong.'
 */
export const vendorText = (body: unknown, secrets: readonly string[]): string => {
  const withoutSecrets = (text: string) =>
    secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return explanationsIn(body)
    .map((text) => withoutSecrets(text).replaceAll(opaque, '…').slice(0, maxQuotedTextCharacters))
    .join('; ')
}
