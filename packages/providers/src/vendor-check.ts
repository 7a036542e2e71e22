import type { VendorHttp, VendorRequest } from './http.ts'
import { ProviderFailure } from './provider.ts'

/** The time for an answer to a check. */
const vendorCheckSeconds = 20

/** The answer of a route that every vendor of this kind has: without it, an address of the operator's is wrong. */
export const answerOf = async (
  http: VendorHttp,
  request: Pick<VendorRequest, 'path' | 'query' | 'signal'>,
): Promise<unknown> => {
  try {
    return (await http.json({ ...request, seconds: vendorCheckSeconds })).body
  } catch (error) {
    throw error instanceof ProviderFailure && error.gone ? http.failure('misconfigured', {}, null) : error
  }
}

/**
 * Submits without a document, to a vendor without a route that only tells something. A vendor that refuses it for that
 * knows the address, the version and the key, and has nothing to work on and to charge for.
 */
export const refusesNothing = async (
  http: VendorHttp,
  request: Pick<VendorRequest, 'path' | 'query' | 'headers' | 'body' | 'signal'>,
): Promise<null> => {
  await http.json({ ...request, method: 'POST', seconds: vendorCheckSeconds }).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure) || !isAboutTheRequest(error)) throw error
  })
  return null
}

const isAboutTheRequest = ({ code }: ProviderFailure): boolean =>
  code === 'unsupported_option' || code === 'document_damaged' || code === 'document_empty'
