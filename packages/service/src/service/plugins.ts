import { serviceSettings } from '../config/service-settings.ts'
import { untilAborted } from '@polyparse/engine'
import type { Adapter } from '@polyparse/providers/port'
import { adaptersOf, PluginError } from '@polyparse/providers/composition'
import type { ProviderAdapter } from '@polyparse/providers/composition'
import { externalAdapter } from '@polyparse/providers/composition'
import { resolveModule } from './resolve-module.ts'
import { SettingsError } from '@polyparse/providers/settings'

const { variable } = serviceSettings.plugins

/**
 * The adapters of these modules: paths relative to the working directory, or packages that are installed there.
 * @throws {SettingsError}
 */
export const loadPlugins = async (
  modules: readonly string[],
  withinMs: number = loadingMs,
): Promise<readonly Adapter[]> => (await Promise.all(modules.map((named) => loadPlugin(named, withinMs)))).flat()

/** The time for one module. It may await something at its top. */
const loadingMs = 30_000

const loadPlugin = async (named: string, withinMs: number): Promise<readonly Adapter[]> => {
  const { module, adapters } = await importPluginAdapters(named, withinMs)
  return adapters.map((adapter) =>
    externalAdapter(adapter, {
      variable,
      place: named,
      reader: { kind: 'plugin', id: adapter.declaration.id, module },
    }),
  )
}

const importPluginAdapters = async (
  named: string,
  withinMs: number,
): Promise<{ readonly module: string; readonly adapters: readonly ProviderAdapter[] }> => {
  try {
    const module = resolveModule(named, process.cwd())
    return { module, adapters: await inTime(adaptersOf(module), withinMs) }
  } catch (error) {
    const why = error instanceof PluginError ? error.message : `cannot be loaded: ${String(error)}`
    throw new SettingsError([{ variable, message: `names ${named}, which ${why}` }], { cause: error })
  }
}

const inTime = async <Value>(loading: Promise<Value>, withinMs: number): Promise<Value> => {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new PluginError(`cannot be loaded: not within ${withinMs / 1000} seconds`)),
    withinMs,
  )
  try {
    return await untilAborted(loading, late.signal)
  } finally {
    clearTimeout(timer)
  }
}
