import { SettingsError } from '../config.ts'
import { serviceSettings } from '../config/service-settings.ts'
import type { Adapter } from '../providers/adapter.ts'
import { adaptersOf, PluginError } from '../providers/plugin/adapters-of.ts'
import type { ProviderAdapter } from '../providers/provider-adapter.ts'
import { externalAdapter } from './external-adapter.ts'
import { resolveModule } from './resolve-module.ts'

const { variable } = serviceSettings.plugins

/**
 * The adapters of these modules: paths relative to the working directory, or packages that are installed there.
 * @throws {SettingsError}
 */
export const loadPlugins = async (modules: readonly string[]): Promise<readonly Adapter[]> =>
  (await Promise.all(modules.map(load))).flat()

const load = async (named: string): Promise<readonly Adapter[]> => {
  const { module, adapters } = await loaded(named)
  return adapters.map((adapter) =>
    externalAdapter(adapter, {
      variable,
      place: named,
      reader: { kind: 'plugin', id: adapter.declaration.id, module },
    }),
  )
}

const loaded = async (
  named: string,
): Promise<{ readonly module: string; readonly adapters: readonly ProviderAdapter[] }> => {
  try {
    const module = resolveModule(named, process.cwd())
    return { module, adapters: await adaptersOf(module) }
  } catch (error) {
    const why = error instanceof PluginError ? error.message : `cannot be loaded: ${String(error)}`
    throw new SettingsError([{ variable, message: `names ${named}, which ${why}` }], { cause: error })
  }
}
