import { allSettings, readSettings, type Settings } from '../config.ts'
import { serviceSettings } from '../config/service-settings.ts'
import { SettingsError, mistakesIn, readValues, type SettingMistake } from '@polyparse/providers/settings'
import type { Adapter } from '@polyparse/providers/port'
import { off } from '@polyparse/providers/composition'
import { loadDescriptions } from './descriptions.ts'
import { loadPlugins } from './plugins.ts'
import { localIds } from './local-ids.ts'
import { builtInAdapters } from './vendors.ts'

const { plugins, httpProviders } = serviceSettings

/**
 * The settings of an environment with all its adapters, for what opens providers.
 * @throws {SettingsError}
 */
export const readAll = async (
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly settings: Settings; readonly moreAdapters: readonly Adapter[] }> => {
  const moreAdapters = await loadAdapters(environment)
  const declarations = moreAdapters.map(({ declaration }) => declaration)
  return { settings: readSettings(environment, declarations), moreAdapters }
}

/**
 * The adapters that the environment adds to those of the service: of plugins, and of described parsers. Runs the code of
 * plugins.
 * @throws {SettingsError} which names the module or file, what is wrong and what is allowed.
 */
const loadAdapters = async (environment: NodeJS.ProcessEnv): Promise<readonly Adapter[]> => {
  const wrong = mistakesIn([plugins, httpProviders], environment)
  if (wrong.length > 0) throw new SettingsError(wrong)
  const named = readValues({ plugins, httpProviders }, environment)
  const fromPlugins = await loadPlugins(named.plugins)
  const described = named.httpProviders === null ? [] : await loadDescriptions(named.httpProviders)
  const mistakes = [
    ...clashes(fromPlugins, plugins.variable, []),
    ...clashes(described, httpProviders.variable, fromPlugins),
  ]
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  return [...fromPlugins, ...described]
}

/** Ids and variables that belong to others. */
const clashes = (adapters: readonly Adapter[], variable: string, before: readonly Adapter[]): SettingMistake[] => {
  const ids = new Set([off, ...localIds, ...[...builtInAdapters, ...before].map(({ declaration }) => declaration.id)])
  const ownVariables = new Set(allSettings.map((setting) => setting.variable))
  return adapters.flatMap(({ declaration: { id, settings }, origin }) => {
    const taken = ids.has(id)
    ids.add(id)
    const used = Object.values(settings).filter((setting) => ownVariables.has(setting.variable))
    return [
      ...(taken ? [`names ${origin}, whose adapter has the id ${id}, which exists`] : []),
      ...used.map(
        (setting) => `names ${origin}, whose adapter ${id} uses ${setting.variable}, which is a setting of the service`,
      ),
    ].map((message) => ({ variable, message }))
  })
}
