import { isOptions, type OptionValues } from '@polyparse/providers/settings'
import {
  mistakesIn,
  readValues,
  type Setting,
  type SettingMistake,
  type SettingTable,
} from '@polyparse/providers/settings'
import { providerSettings } from './provider-settings.ts'
import type { AdapterDeclaration, AdapterValues } from '@polyparse/providers/port'

/** The settings of an operator for one bound provider id alone. */
export type Instance = {
  /** The settings of the adapter to which it is bound, its own before the shared ones; null where that has none. */
  readonly settings: AdapterValues | null
  /** Replaced by those that a job gives. */
  readonly options: OptionValues | null
}

const { plugins, httpProviders } = providerSettings

type Bindings = ReadonlyMap<string, string>

/** The adapters that have settings. */
export type Declarations = readonly Pick<AdapterDeclaration, 'id' | 'settings'>[]

/** Returns what the variables of a provider id begin with: `VISION_FAST__` for `vision-fast`. */
const prefixOf = (id: string): string => `${id.toUpperCase().replaceAll('-', '_')}__`

/**
 * @example optionsVariable('llama-fast') // 'LLAMA_FAST__OPTIONS'
 */
export const optionsVariable = (id: string): string => `${prefixOf(id)}OPTIONS`

const optionsSettingOfProvider = (id: string) =>
  ({
    variable: optionsVariable(id),
    allowed: 'an object in JSON, as in `{"tier":"agentic"}`',
    parse: (written: string) => parseObject(written),
    default: '',
    help: `The options of ${id} where a job gives no others.`,
  }) satisfies Setting

const parseObject = (written: string): OptionValues | null => {
  try {
    const value: unknown = JSON.parse(written)
    return isOptions(value) ? value : null
  } catch {
    return null
  }
}

const settingsOfAdapter = (adapter: string, declarations: Declarations): SettingTable | null =>
  declarations.find(({ id }) => id === adapter)?.settings ?? null

/** The settings that an id may have of its own, under the names of its own variables. */
const ownSettings = (id: string, adapter: string, declarations: Declarations): Setting[] => [
  ...Object.values(settingsOfAdapter(adapter, declarations) ?? {}).map((setting) => ({
    ...setting,
    variable: `${prefixOf(id)}${setting.variable}`,
  })),
  optionsSettingOfProvider(id),
]

const isSet = (environment: NodeJS.ProcessEnv, variable: string): boolean => (environment[variable] ?? '').trim() !== ''

/** Tells whether an adapter may come from a plugin or a description that this process has not loaded. */
const mayBeOfOthers = (adapter: string, declarations: Declarations, environment: NodeJS.ProcessEnv): boolean =>
  settingsOfAdapter(adapter, declarations) === null &&
  [plugins, httpProviders].some(({ variable }) => isSet(environment, variable))

/** The mistakes in variables that belong to one bound id, or look as if they should. */
export const instanceMistakes = (
  bindings: Bindings,
  environment: NodeJS.ProcessEnv,
  declarations: Declarations,
): SettingMistake[] => {
  const settings = [...bindings].flatMap(([id, adapter]) => ownSettings(id, adapter, declarations))
  const known = new Set(settings.map(({ variable }) => variable))
  const shared = declarations.flatMap((one) => Object.values(one.settings).map(({ variable }) => variable))
  const strange = Object.keys(environment).filter((variable) => !known.has(variable) && isSet(environment, variable))
  const misnamed = strange.flatMap((variable): SettingMistake[] => {
    const bound = [...bindings].find(([id]) => variable.startsWith(prefixOf(id)))
    if (bound !== undefined && mayBeOfOthers(bound[1], declarations, environment)) return []
    if (bound !== undefined) {
      const names = ownSettings(...bound, declarations).map((setting) => setting.variable)
      return [{ variable, message: `is no setting of ${bound[0]}, which has ${names.join(', ')}` }]
    }
    return shared.some((name) => variable.endsWith(`__${name}`))
      ? [{ variable, message: 'belongs to no id that POLYPARSE_PROVIDERS binds' }]
      : []
  })
  return [...mistakesIn(settings, environment), ...misnamed]
}

/** Reads the instances of an environment without mistakes. */
export const readInstances = (
  bindings: Bindings,
  environment: NodeJS.ProcessEnv,
  declarations: Declarations,
): ReadonlyMap<string, Instance> =>
  new Map(
    Array.from(bindings, ([id, adapter]) => {
      const table = settingsOfAdapter(adapter, declarations)
      const own = Object.values(table ?? {}).flatMap(({ variable }) =>
        isSet(environment, prefixOf(id) + variable) ? [[variable, environment[prefixOf(id) + variable]]] : [],
      )
      const settings = table === null ? null : readValues(table, { ...environment, ...Object.fromEntries(own) })
      return [id, { settings, ...readValues({ options: optionsSettingOfProvider(id) }, environment) }]
    }),
  )
