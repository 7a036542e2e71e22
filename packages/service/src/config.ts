import { deriveSettings, type DerivedSettings } from './config/derived-settings.ts'
import { instanceMistakes, readInstances, type Declarations, type Instance } from './config/instances.ts'
import { serviceSettings } from './config/service-settings.ts'
import { SettingsError, mistakesIn, readValues, type Setting, type SettingValues } from '@polyparse/providers/settings'
import type { AdapterValues } from '@polyparse/providers/port'
import { vendors } from '@polyparse/providers/composition'

/** The values of all settings, read from the environment once and checked together before anything starts. */
export type Settings = SettingValues<typeof serviceSettings> &
  DerivedSettings & {
    /** The values of the adapters that have settings of their own, by id. */
    readonly vendors: ReadonlyMap<string, AdapterValues>
    /** The instances by the id that `POLYPARSE_PROVIDERS` binds. */
    readonly instances: ReadonlyMap<string, Instance>
  }

const builtIn: Declarations = vendors.map(({ declaration }) => declaration)

/** Every setting of the service itself, in the order of docs/use/configuration.md. */
export const allSettings: readonly Setting[] = [
  ...Object.values(serviceSettings),
  ...builtIn.flatMap(({ settings }) => Object.values(settings)),
]

/** Each variable once: adapters may share one. */
const settingsOf = (declarations: Declarations): Iterable<Setting> =>
  new Map(declarations.flatMap(({ settings }) => Object.values(settings)).map((one) => [one.variable, one])).values()

/**
 * The settings of an environment, with those of `more` adapters. An empty variable counts as absent.
 * @throws {SettingsError} with all mistakes, not only the first.
 */
export const readSettings = (environment: NodeJS.ProcessEnv, more: Declarations = []): Settings => {
  const declarations = [...builtIn, ...more]
  const mistakes = mistakesIn([...allSettings, ...settingsOf(more)], environment)
  const bindings = serviceSettings.providers.parse(environment[serviceSettings.providers.variable]?.trim() ?? '')
  mistakes.push(...instanceMistakes(bindings ?? new Map(), environment, declarations))
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  const service = readValues(serviceSettings, environment)
  return {
    ...service,
    ...deriveSettings(service),
    instances: readInstances(service.providers, environment, declarations),
    vendors: new Map(declarations.map(({ id, settings }) => [id, readValues(settings, environment)] as const)),
  }
}
