import type { Settings } from '../config.ts'
import type { WhenUnknown } from '../config/provider-settings.ts'
import { takesAccountKeys, type Adapter, type AdapterParts, type AdapterValues } from '@polyparse/providers/port'
import type { MissingProvider } from '@polyparse/providers/port'
import {
  isRemote,
  ProviderFailure,
  type RemoteCalls,
  type RemoteProvider,
  type Provider,
} from '@polyparse/providers/port'
import { survey } from '@polyparse/providers/composition'
import { vendors as builtIn } from '@polyparse/providers/composition'

type VendorConfiguration = Pick<Settings, 'vendors' | 'instances' | 'providers' | 'whenUnknown'>
type VendorAdapterParts = Omit<AdapterParts, 'whenUnknown'>

/** The vendors of the service itself. */
export const builtInAdapters: readonly Adapter[] = builtIn.map(({ declaration, load }) => ({
  declaration,
  origin: null,
  open: async ({ key, baseUrl, ...values }, { sandbox, answers, whenUnknown }) => {
    const access = { ...values, key: textOfVendorSetting(key), baseUrl: textOfVendorSetting(baseUrl), whenUnknown }
    return (await load()).create(access, { sandbox, answers: answers.of(declaration) })
  },
}))

const textOfVendorSetting = (value: unknown): string => (typeof value === 'string' ? value : '')

/** All adapters: those with the settings they need as providers, the others with the setting that is missing. */
export const openVendors = (
  { vendors, whenUnknown }: Pick<VendorConfiguration, 'vendors' | 'whenUnknown'>,
  parts: VendorAdapterParts,
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
  { instances, providers, whenUnknown }: Omit<VendorConfiguration, 'vendors'>,
  parts: VendorAdapterParts,
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

/** Returns what the operator has decided for the first of these ids, or for all. */
const whenUnknownOf = (ids: readonly string[], decided: VendorConfiguration['whenUnknown']): WhenUnknown['forAll'] =>
  ids.map((id) => decided?.byProvider.get(id)).find((one) => one !== undefined) ?? decided?.forAll ?? null

const openAdapter = async (
  { declaration, open }: Adapter,
  values: AdapterValues,
  { decided, parts }: { readonly decided: WhenUnknown['forAll']; readonly parts: VendorAdapterParts },
): Promise<Provider | MissingProvider> => {
  const { id, name, capabilities, settings, needs, price, whenUnknown = 'fail' } = declaration
  const missing = needs.find((need) => (values[need] ?? null) === null)
  if (missing !== undefined) return { id, name, capabilities, missing: settings[missing]?.variable ?? missing }
  const provider = await open(values, { ...parts, whenUnknown: decided ?? whenUnknown })
  if (!isRemote(provider)) return provider
  const withKey = keyed(async (key) =>
    callsOf(await open({ ...values, key }, { ...parts, whenUnknown: provider.whenUnknown })),
  )
  return {
    ...provider,
    ...(takesAccountKeys(declaration) && { withKey }),
    ...(price !== null && { price: provider.price ?? price, countPages: pageCounter(parts.sandbox) }),
  }
}

const callsOf = (provider: Provider): RemoteCalls => {
  if (!isRemote(provider)) throw new TypeError('with another key, a vendor is no vendor any more')
  return {
    ...(provider.upload && { upload: provider.upload.bind(provider) }),
    submit: provider.submit.bind(provider),
    ...(provider.find && { find: provider.find.bind(provider) }),
    poll: provider.poll.bind(provider),
    fetch: provider.fetch.bind(provider),
    ...(provider.forget && { forget: provider.forget.bind(provider) }),
    ...(provider.check && { check: provider.check.bind(provider) }),
    ...(provider.answerInJson && { answerInJson: provider.answerInJson.bind(provider) }),
  }
}

/** The number of accounts with keys of their own for which each vendor keeps its pace and its pauses. */
const maxKeys = 1000

/** A vendor is opened once for each key: the calls with one key share their pace, and pause together when it fails. */
const keyed = (open: (key: string) => Promise<RemoteCalls>): NonNullable<RemoteProvider['withKey']> => {
  const opened = new Map<string, Promise<RemoteCalls>>()
  return (key) => {
    const calls = opened.get(key) ?? open(key)
    opened.delete(key)
    opened.set(key, calls)
    if (opened.size > maxKeys) opened.delete(opened.keys().next().value ?? key)
    return calls
  }
}

/** The adapter behind the id of a provider for which an account can have a key of its own; null for all others. */
export const keyedAdapterOf =
  ({ providers }: Pick<Settings, 'providers'>, adapters: readonly Adapter[] = builtInAdapters) =>
  (provider: string): string | null => {
    const id = providers.get(provider) ?? provider
    const adapter = adapters.find(({ declaration }) => declaration.id === id)
    return adapter !== undefined && takesAccountKeys(adapter.declaration) ? id : null
  }

/**
 * Counts the pages that a vendor would read, as far as that is possible here: documents with an unknown password cannot
 * be opened.
 */
const pageCounter =
  (sandbox: VendorAdapterParts['sandbox']): NonNullable<RemoteProvider['countPages']> =>
  async (request, signal) => {
    try {
      const { pages, pageCount } = await survey(request, sandbox, signal)
      return pages?.length ?? pageCount
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'document_encrypted') return null
      throw error
    }
  }
