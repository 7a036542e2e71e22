import type { Settings } from '../config.ts'
import type { WhenUnknown } from '../config/provider-settings.ts'
import type { Adapter, AdapterParts, AdapterValues } from '../providers/adapter.ts'
import type { MissingProvider } from '../providers/catalog.ts'
import { isRemote, ProviderFailure, type RemoteProvider, type Provider } from '../providers/provider.ts'
import { survey } from '../providers/survey.ts'
import { vendors as builtIn } from '../providers/vendors.ts'

type Given = Pick<Settings, 'vendors' | 'instances' | 'providers' | 'whenUnknown'>
type Parts = Omit<AdapterParts, 'whenUnknown'>

/** The vendors of the service itself. */
export const builtInAdapters: readonly Adapter[] = builtIn.map(({ declaration, load }) => ({
  declaration,
  origin: null,
  open: async ({ key, baseUrl, ...values }, { sandbox, answers, whenUnknown }) => {
    const access = { ...values, key: textOf(key), baseUrl: textOf(baseUrl), whenUnknown }
    return (await load()).create(access, { sandbox, answers: answers.of(declaration) })
  },
}))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** All adapters: those with the settings they need as providers, the others with the setting that is missing. */
export const openVendors = (
  { vendors, whenUnknown }: Pick<Given, 'vendors' | 'whenUnknown'>,
  parts: Parts,
  adapters: readonly Adapter[] = builtInAdapters,
): Promise<(Provider | MissingProvider)[]> =>
  Promise.all(
    adapters.map((adapter) => {
      const { id } = adapter.declaration
      return openAdapter(adapter, vendors.get(id) ?? {}, { decided: whenUnknownOf([id], whenUnknown), parts })
    }),
  )

/** The adapters that are bound to ids, each with the settings of its id. */
export const openInstances = async (
  { instances, providers, whenUnknown }: Omit<Given, 'vendors'>,
  parts: Parts,
  adapters: readonly Adapter[] = builtInAdapters,
): Promise<ReadonlyMap<string, Provider | MissingProvider>> => {
  const opened = Array.from(providers, async ([id, adapterId]) => {
    const adapter = adapters.find(({ declaration }) => declaration.id === adapterId)
    const values = instances.get(id)?.settings ?? null
    if (adapter === undefined || values === null) return []
    const decided = whenUnknownOf([id, adapterId], whenUnknown)
    return [[id, await openAdapter(adapter, values, { decided, parts })] as const]
  })
  return new Map((await Promise.all(opened)).flat())
}

/** What the operator has decided for the first of these ids, or for all. */
const whenUnknownOf = (ids: readonly string[], decided: Given['whenUnknown']): WhenUnknown['forAll'] =>
  ids.map((id) => decided?.byProvider.get(id)).find((one) => one !== undefined) ?? decided?.forAll ?? null

const openAdapter = async (
  { declaration, open }: Adapter,
  values: AdapterValues,
  { decided, parts }: { readonly decided: WhenUnknown['forAll']; readonly parts: Parts },
): Promise<Provider | MissingProvider> => {
  const { id, name, capabilities, settings, needs, price, whenUnknown = 'fail' } = declaration
  const missing = needs.find((need) => (values[need] ?? null) === null)
  if (missing !== undefined) return { id, name, capabilities, missing: settings[missing]?.variable ?? missing }
  const provider = await open(values, { ...parts, whenUnknown: decided ?? whenUnknown })
  if (price === null || !isRemote(provider)) return provider
  return { ...provider, price, countPages: pageCounter(parts.sandbox) }
}

/**
 * Counts the pages that a vendor would read, as far as that is possible here: documents with an unknown password cannot
 * be opened.
 */
const pageCounter =
  (sandbox: Parts['sandbox']): NonNullable<RemoteProvider['countPages']> =>
  async (request, signal) => {
    try {
      const { pages, pageCount } = await survey(request, sandbox, signal)
      return pages?.length ?? pageCount
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'document_encrypted') return null
      throw error
    }
  }
