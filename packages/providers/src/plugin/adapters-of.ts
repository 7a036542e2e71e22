import { Capabilities } from '@polyparse/contract'
import { Type, type TSchema } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { schemaMistakes } from '../schema-mistakes.ts'
import { Price } from '../price.ts'
import type { ProviderAdapter } from '../provider-adapter.ts'
import { settingKinds, settingOf, type SettingDescription, type SettingKind } from '../setting-description.ts'

/** The adapters of a module, by its URL. @throws {PluginError} */
export const adaptersOf = async (module: string): Promise<readonly ProviderAdapter[]> => {
  const loaded: { readonly default?: unknown } = await import(module)
  const exported = loaded.default
  if (exported === undefined) throw new PluginError('has no default export; it must be an adapter or a list of them')
  const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (list.length === 0) throw new PluginError('exports an empty list; it must have an adapter or more')
  return list.map((one, index) => {
    if (isAdapter(one)) return one
    const which = list.length === 1 ? 'an adapter' : `an adapter (number ${index + 1})`
    throw new PluginError(`exports ${which} that is not valid: ${mistakeIn(one)}`)
  })
}

/** Says why the exports of a module are not usable, as the rest of a sentence about it. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
}

const strictAdapterObject = { additionalProperties: false }

const PluginAdapter = Type.Object(
  {
    declaration: Type.Object(
      {
        id: Type.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 100 }),
        name: Type.String({ minLength: 1, maxLength: 100 }),
        capabilities: Capabilities,
      },
      strictAdapterObject,
    ),
    settings: Type.Record(Type.String(), Type.Object({ kind: Type.Enum(kindsOf(settingKinds)) })),
    price: Type.Union([Price, Type.Null()]),
    whenUnknown: Type.Optional(Type.Enum(['retry', 'fail'])),
    reader: Type.Optional(Type.Object({})),
    create: Type.Unknown(),
  },
  strictAdapterObject,
)

function kindsOf(kinds: Readonly<Record<SettingKind, TSchema>>): string[] {
  return Object.keys(kinds)
}

const isAdapter = (value: unknown): value is ProviderAdapter => mistakeIn(value) === null

/** The first mistake in an exported adapter, as in `/declaration/id must be string`; null: none. */
const mistakeIn = (value: unknown): string | null => {
  const wrong = firstError(PluginAdapter, value)
  if (wrong !== null) return wrong
  if (!isPluginObject(value)) return 'it must be an object'
  if (typeof value['create'] !== 'function') return '/create must be a function'
  const reader = value['reader']
  if (reader !== undefined && !(isPluginObject(reader) && typeof reader['read'] === 'function'))
    return '/reader/read must be a function'
  return mistakeInSettings(value['settings'])
}

const mistakeInSettings = (settings: unknown): string | null => {
  for (const [name, setting] of Object.entries(isPluginObject(settings) ? settings : {})) {
    const kind = Object.entries(settingKinds).find(([each]) => isPluginObject(setting) && setting['kind'] === each)
    const wrong = kind === undefined ? 'must be a setting' : firstError(kind[1], setting)
    if (wrong !== null) return `/settings/${name}${wrong}`
    if (isDescription(setting) && setting.default !== undefined) {
      const { parse, allowed } = settingOf(setting)
      if (parse(setting.default) === null) return `/settings/${name}/default must be ${allowed}`
    }
  }
  return null
}

const isDescription = (setting: unknown): setting is SettingDescription =>
  Object.values(settingKinds).some((schema) => Check(schema, setting))

const firstError = (schema: TSchema, value: unknown): string | null => schemaMistakes(schema, value)[0] ?? null

const isPluginObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
