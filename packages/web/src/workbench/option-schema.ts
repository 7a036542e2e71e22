import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'

const descriptionProperty = { description: Type.Optional(Type.String()) }
const ChoiceSchema = Type.Object({ enum: Type.Array(Type.String()) })

/** The kinds of options that have a field of their own; anything else is written as JSON. */
const optionKindSchemas = {
  choice: Type.Object({ ...descriptionProperty, ...ChoiceSchema.properties, default: Type.Optional(Type.String()) }),
  choices: Type.Object({
    ...descriptionProperty,
    type: Type.Literal('array'),
    items: ChoiceSchema,
    default: Type.Optional(Type.Array(Type.String())),
  }),
  flag: Type.Object({ ...descriptionProperty, type: Type.Literal('boolean'), default: Type.Optional(Type.Boolean()) }),
  number: Type.Object({
    ...descriptionProperty,
    type: Type.Union([Type.Literal('integer'), Type.Literal('number')]),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    default: Type.Optional(Type.Number()),
  }),
  text: Type.Object({
    ...descriptionProperty,
    type: Type.Literal('string'),
    minLength: Type.Optional(Type.Integer()),
    maxLength: Type.Optional(Type.Integer()),
    default: Type.Optional(Type.String()),
  }),
  json: Type.Object(descriptionProperty),
}

type Kinds = typeof optionKindSchemas

export type Option = { readonly name: string } & {
  [Kind in keyof Kinds]: { readonly kind: Kind; readonly schema: Static<Kinds[Kind]> }
}[keyof Kinds]

const OptionSchemaProperties = Type.Object({ properties: Type.Record(Type.String(), Type.Unknown()) })

/** The options that a JSON Schema of a provider's `providerOptions` describes, in its order. */
export const readOptionSchema = (schema: unknown): Option[] => {
  if (!Check(OptionSchemaProperties, schema)) return []
  return Object.entries(schema.properties).map(([name, property]) => optionOf(name, property))
}

/** A list of choices, or one word instead of it that is the default: as if only the list could be given. */
const ChoicesOrWord = Type.Object({
  ...descriptionProperty,
  default: Type.String(),
  anyOf: Type.Tuple([Type.Object({ const: Type.String() }), optionKindSchemas.choices]),
})

const optionOf = (name: string, schema: unknown): Option => {
  if (Check(ChoicesOrWord, schema)) {
    const { anyOf, default: _word, ...rest } = schema
    return { name, kind: 'choices', schema: { ...anyOf[1], ...rest } }
  }
  if (Check(optionKindSchemas.choice, schema)) return { name, kind: 'choice', schema }
  if (Check(optionKindSchemas.choices, schema)) return { name, kind: 'choices', schema }
  if (Check(optionKindSchemas.flag, schema)) return { name, kind: 'flag', schema }
  if (Check(optionKindSchemas.number, schema)) return { name, kind: 'number', schema }
  if (Check(optionKindSchemas.text, schema)) return { name, kind: 'text', schema }
  return { name, kind: 'json', schema: Check(optionKindSchemas.json, schema) ? schema : {} }
}

/** Words that are written in capitals. */
const abbreviationPattern = /^(?:dpi|html|ocr|pdf|url)$/i

/**
 * `keepHeadersAndFooters` as “Keep headers and footers”, and `dpi` as “DPI”.
 * @example titleOf('keepHeadersAndFooters') // 'Keep headers and footers'
 */
export const titleOf = (name: string): string => {
  if (abbreviationPattern.test(name)) return name.toUpperCase()
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}
