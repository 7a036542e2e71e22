import { limits, operations, type CatalogEntry } from '@polyparse/contract'
import { OutputId } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import { firstChoices, offeredOutputs, type Choices, type ChosenOptions } from '../request/choices.ts'
import { withoutSecrets } from '../request/secrets.ts'

const maxNameLength = 80

const Id = Type.String({ minLength: 1, maxLength: 100 })

/** Choices of the workbench under a name. */
export const Preset = Type.Object({
  name: Type.String({ minLength: 1, maxLength: maxNameLength }),
  choices: Type.Object({
    operation: Type.Enum([...operations]),
    provider: Type.String({ maxLength: 100 }),
    providers: Type.Array(Id, { maxItems: limits.providers }),
    outputs: Type.Union([Type.Array(OutputId), Type.Null()]),
    pages: Type.String({ maxLength: 1000 }),
    options: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
    includeRaw: Type.Boolean(),
    pageImages: Type.Optional(Type.Boolean()),
    labels: Type.Optional(
      Type.Object({
        labels: Type.Array(
          Type.Object({
            name: Type.String({ maxLength: limits.labelNameLength.maxLength }),
            description: Type.String({ maxLength: limits.labelDescriptionLength }),
          }),
          { maxItems: limits.labels },
        ),
        by: Type.Enum(['document', 'pages']),
      }),
    ),
  }),
})

export type Preset = { readonly name: string; readonly choices: Choices }

/** The choices as a preset: without passwords and the like, and without options of providers that are not chosen. */
export const toPreset = (name: string, choices: Choices): Preset => {
  const chosen = choices.operation === 'parse' ? [choices.provider] : choices.providers
  const given = Object.entries(choices.options).filter(([id]) => chosen.includes(id))
  const options = given.map(([id, each]) => [id, withoutSecrets(each)] as const)
  return {
    name: name.trim().slice(0, maxNameLength),
    choices: {
      ...choices,
      options: Object.fromEntries(options.filter(([, each]) => Object.keys(each).length > 0)),
    },
  }
}

/** A wish of a preset that this service lacks. */
export type Lacking =
  | { readonly kind: 'provider'; readonly id: string }
  | { readonly kind: 'output'; readonly output: OutputId }
  | { readonly kind: 'option'; readonly id: string; readonly option: string }

export type Adopted = {
  readonly choices: Choices
  readonly lacking: readonly Lacking[]
  /** Options that the vendor checks, and not this service: whoever made the preset decides what it does with documents. */
  readonly unchecked: Choices['options']
}

/** The preset as far as the catalog of this service allows; unchecked options are left out of its choices. */
export const adopt = ({ choices }: Preset, catalog: readonly CatalogEntry[]): Adopted => {
  const enabled = new Map(catalog.filter((entry) => entry.enabled).map((entry) => [entry.id, entry]))
  const asked = choices.operation === 'parse' ? [choices.provider] : choices.providers
  const lacking: Lacking[] = asked.filter((id) => !enabled.has(id)).map((id) => ({ kind: 'provider', id }))
  const provider = enabled.has(choices.provider) ? choices.provider : firstChoices(catalog).provider
  const providers = choices.providers.filter((id) => enabled.has(id))

  const options: Record<string, ChosenOptions> = {}
  const unchecked: Record<string, ChosenOptions> = {}
  for (const [id, given] of Object.entries(choices.options)) {
    const entry = enabled.get(id)
    if (entry === undefined) continue
    const safe = withoutSecrets(given)
    if (entry.options === undefined) unchecked[id] = safe
    else {
      const { allowed, refused } = checkPresetOptions(safe, entry.options)
      options[id] = allowed
      lacking.push(...refused.map((option) => ({ kind: 'option' as const, id, option })))
    }
  }

  const fitting = { ...choices, provider, providers, options }
  const offered = offeredOutputs(fitting, catalog)
  const missing = (choices.outputs ?? []).filter((output) => !offered.includes(output))
  lacking.push(...missing.map((output) => ({ kind: 'output' as const, output })))
  return {
    choices: { ...fitting, outputs: choices.outputs?.filter((output) => offered.includes(output)) ?? null },
    lacking,
    unchecked,
  }
}

/** The choices of a preset that this browser has stored itself, so that nothing in it needs a second look. */
export const ownChoices = (preset: Preset, catalog: readonly CatalogEntry[]): Choices => {
  const { choices, unchecked } = adopt(preset, catalog)
  return { ...choices, options: { ...choices.options, ...unchecked } }
}

const PresetSchemaProperties = Type.Object({ properties: Type.Record(Type.String(), Type.Object({})) })

/** The options of which the schema of a provider knows the name and allows the value. */
const checkPresetOptions = (
  options: ChosenOptions,
  schema: unknown,
): { readonly allowed: ChosenOptions; readonly refused: readonly string[] } => {
  const properties = Check(PresetSchemaProperties, schema)
    ? new Map(Object.entries(schema.properties))
    : new Map<string, object>()
  const isAllowed = (name: string, value: unknown): boolean => {
    const property = properties.get(name)
    return property !== undefined && Check(property, value)
  }
  const entries = Object.entries(options)
  return {
    allowed: Object.fromEntries(entries.filter(([name, value]) => isAllowed(name, value))),
    refused: entries.filter(([name, value]) => !isAllowed(name, value)).map(([name]) => name),
  }
}
