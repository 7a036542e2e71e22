import type { Settings } from '../config.ts'
import type { MissingProvider } from '../providers/catalog.ts'
import type { VendorParts } from '../providers/vendor.ts'
import { vendors as knownVendors } from '../providers/vendors.ts'
import { ProviderFailure, type RemoteProvider, type Provider } from '../providers/provider.ts'
import { survey } from '../providers/survey.ts'
import type { AnswerThreads } from '../providers/vendor-answers.ts'

/** All vendors: those with the settings they need as providers, the others with the setting that is missing. */
export const openVendors = (
  { vendors, whenUnknown }: Pick<Settings, 'vendors' | 'whenUnknown'>,
  { sandbox, answers }: Pick<VendorParts, 'sandbox'> & { readonly answers: AnswerThreads },
): Promise<(Provider | MissingProvider)[]> =>
  Promise.all(
    knownVendors.map(async ({ declaration, load }): Promise<Provider | MissingProvider> => {
      const { id, name, capabilities, settings, needs, price, whenUnknown: own = 'fail' } = declaration
      const values = vendors.get(id)
      const missing = needs.find((need) => (values?.[need] ?? null) === null)
      if (missing !== undefined) return { id, name, capabilities, missing: settings[missing]?.variable ?? missing }
      const { model, profile, pagesAtOnce, inputPrice, outputPrice } = values ?? {}
      const isPriced = typeof inputPrice === 'number' || typeof outputPrice === 'number'
      const access = {
        key: values?.key ?? '',
        baseUrl: values?.baseUrl ?? '',
        whenUnknown: whenUnknown?.byProvider.get(id) ?? whenUnknown?.forAll ?? own,
        ...(typeof model === 'string' && { model }),
        ...(typeof profile === 'string' && { profile }),
        ...(typeof pagesAtOnce === 'number' && { pagesAtOnce }),
        ...(isPriced && { prices: { input: inputPrice ?? 0, output: outputPrice ?? 0 } }),
      }
      const adapter = await load()
      const provider = adapter.create(access, { sandbox, answers: answers.of(declaration) })
      return { ...provider, ...(price !== null && { price, countPages: pageCounter(sandbox) }) }
    }),
  )

/**
 * Counts the pages that a vendor would read, as far as that is possible here: documents with an unknown password cannot
 * be opened.
 */
const pageCounter =
  (sandbox: VendorParts['sandbox']): NonNullable<RemoteProvider['countPages']> =>
  async (request, signal) => {
    try {
      const { pages, pageCount } = await survey(request, sandbox, signal)
      return pages?.length ?? pageCount
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'document_encrypted') return null
      throw error
    }
  }
