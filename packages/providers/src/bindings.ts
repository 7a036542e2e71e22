import type { MissingProvider } from './catalog.ts'
import type { Provider } from './provider.ts'

/** The ids under which an operator offers adapters, with the adapters' own ids; {@link off}: nothing under this id. */
export type Bindings = ReadonlyMap<string, string>

/** Instead of an adapter. */
export const off = 'off'

type BindableProvider = Provider | MissingProvider

/** Adapters that were opened for one id alone, with its settings. */
type Instances = ReadonlyMap<string, BindableProvider>

/**
 * The adapters under their bound ids. An adapter that is bound to other ids is offered only under those, so that a
 * compare of all providers never asks a vendor twice. Ids without an adapter stay known, and disabled.
 */
export const bindProviders = (
  adapters: readonly BindableProvider[],
  bindings: Bindings,
  instances: Instances,
): readonly BindableProvider[] => {
  const byId = new Map(adapters.map((adapter) => [adapter.id, adapter]))
  const moved = new Set(bindings.values())
  const own = adapters.map((adapter): BindableProvider => {
    const { id, name, capabilities } = adapter
    const bound = instances.get(id) ?? byId.get(bindings.get(id) ?? '')
    if (bound !== undefined) return under(id, bound)
    return bindings.has(id) || moved.has(id) ? { id, name, capabilities, missing: null } : adapter
  })
  const more = [...bindings].flatMap(([id, adapterId]): BindableProvider[] => {
    const bound = byId.has(id) ? undefined : (instances.get(id) ?? byId.get(adapterId))
    return bound === undefined ? [] : [under(id, bound)]
  })
  return [...own, ...more]
}

const under = (id: string, bound: BindableProvider): BindableProvider =>
  'missing' in bound ? { ...bound, id } : { ...bound, id, adapter: bound.id }

/** The mistakes in bindings, each as the rest of a sentence about them. */
export const bindingMistakes = (
  adapters: readonly BindableProvider[],
  bindings: Bindings,
  instances: Instances,
): string[] => {
  const byId = new Map(adapters.map((adapter) => [adapter.id, adapter]))
  return [...bindings].flatMap(([id, adapterId]) => {
    const adapter = instances.get(id) ?? byId.get(adapterId)
    if (adapterId === off) return byId.has(id) ? [] : [`turns ${id} off, but there is no such provider`]
    if (adapter === undefined)
      return [`binds ${id} to ${adapterId}, which is none of ${[...byId.keys(), off].join(', ')}`]
    return 'missing' in adapter && adapter.missing !== null
      ? [`binds ${id} to ${adapterId}, which needs ${adapter.missing}`]
      : []
  })
}
