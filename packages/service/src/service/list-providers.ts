import type { Adapter } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { readAll } from './adapters.ts'
import { noEngines, openProviders } from './providers.ts'

export type ListedProvider = {
  readonly id: string
  readonly name: string
  /** The module or file; null: the service itself. */
  readonly from: string | null
  readonly enabled: boolean
  /** The setting that would enable it; null if it is enabled or turned off. */
  readonly missing: string | null
}

/** A setting of an adapter that is not part of the service. */
export type ListedSetting = {
  readonly variable: string
  readonly provider: string
  readonly isSet: boolean
  readonly allowed: string
  readonly default: string
  readonly help: string
}

type Listed = { readonly providers: readonly ListedProvider[]; readonly settings: readonly ListedSetting[] }

/**
 * All providers that the environment makes, in the order of the catalog. Sends nothing.
 * @throws {SettingsError}
 */
export const listProviders = async (environment: NodeJS.ProcessEnv): Promise<Listed> => {
  await using opened = new AsyncDisposableStack()
  const answers = opened.adopt(createAnswerThreads({ maxMebibytes: 64 }), (threads) => threads.close())
  const { settings, moreAdapters } = await readAll(environment)
  const providers = await openProviders(settings, { sandbox: noEngines, answers, moreAdapters, moreProviders: [] })
  const origins = new Map(moreAdapters.map(({ declaration, origin }) => [declaration.id, origin]))
  return {
    providers: providers.map((provider) => {
      const { id, name } = provider
      const from = origins.get(settings.providers.get(id) ?? id) ?? null
      return {
        id,
        name,
        from,
        enabled: !('missing' in provider),
        missing: 'missing' in provider ? provider.missing : null,
      }
    }),
    settings: moreAdapters.flatMap((adapter) => settingsOf(adapter, environment)),
  }
}

const settingsOf = ({ declaration: { id, settings } }: Adapter, environment: NodeJS.ProcessEnv): ListedSetting[] =>
  Object.values(settings).map(({ variable, allowed, default: usual, help }) => ({
    variable,
    provider: id,
    isSet: (environment[variable] ?? '').trim() !== '',
    allowed,
    default: usual,
    help,
  }))
