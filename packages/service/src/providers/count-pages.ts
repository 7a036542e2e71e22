import { ProviderFailure, type RemoteProvider } from './provider.ts'
import { survey } from './survey.ts'
import type { VendorParts } from './vendor.ts'

/** Counts the pages that a vendor would read, as far as they can be seen here: what only a password opens is not. */
export const pageCounter =
  ({ sandbox }: VendorParts): NonNullable<RemoteProvider['countPages']> =>
  async (request, signal) => {
    try {
      const { pages, pageCount } = await survey(request, sandbox, signal)
      return pages?.length ?? pageCount
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'document_encrypted') return null
      throw error
    }
  }
