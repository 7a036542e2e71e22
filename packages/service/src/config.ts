import { instanceMistakes, readInstances, type Instance } from './config/instances.ts'
import { serviceSettings } from './config/service-settings.ts'
import { mistakesIn, readValues, type Setting, type SettingMistake, type SettingValues } from './lib/setting.ts'
import type { VendorSettings } from './providers/vendor-settings.ts'
import { vendors } from './providers/vendors.ts'

/** The values of all settings, read from the environment once and checked together before anything starts. */
export type Settings = SettingValues<typeof serviceSettings> & {
  /** By the id of the vendor. */
  readonly vendors: ReadonlyMap<string, SettingValues<VendorSettings>>
  /** By the id that `POLYPARSE_PROVIDERS` binds. */
  readonly instances: ReadonlyMap<string, Instance>
}

/** Every setting, in the order of docs/configuration.md. */
export const allSettings: readonly Setting[] = [
  ...Object.values(serviceSettings),
  ...vendors.flatMap(({ declaration }) => Object.values(declaration.settings)),
]

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly mistakes: readonly SettingMistake[]

  constructor(mistakes: readonly SettingMistake[], options?: ErrorOptions) {
    super(mistakes.map(({ variable, message }) => `${variable} ${message}`).join('\n'), options)
    this.mistakes = mistakes
  }
}

/**
 * The settings of an environment. An empty variable counts as absent.
 * @throws {SettingsError} with all mistakes, not only the first.
 */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => {
  const mistakes = mistakesIn(allSettings, environment)
  const bindings = serviceSettings.providers.parse(environment[serviceSettings.providers.variable]?.trim() ?? '')
  mistakes.push(...instanceMistakes(bindings ?? new Map(), environment))
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  const service = readValues(serviceSettings, environment)
  return {
    ...service,
    instances: readInstances(service.providers, environment),
    vendors: new Map(
      vendors.map(({ declaration: { id, settings } }) => [id, readValues(settings, environment)] as const),
    ),
  }
}
