import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'

const described = { description: Type.Optional(Type.String()) }
const Choice = Type.Object({ enum: Type.Array(Type.String()) })

/** The kinds of options that have a field of their own; anything else is written as JSON. */
const kinds = {
  choice: Type.Object({ ...described, ...Choice.properties, default: Type.Optional(Type.String()) }),
  choices: Type.Object({
    ...described,
    type: Type.Literal('array'),
    items: Choice,
    default: Type.Optional(Type.Array(Type.String())),
  }),
  flag: Type.Object({ ...described, type: Type.Literal('boolean'), default: Type.Optional(Type.Boolean()) }),
  number: Type.Object({
    ...described,
    type: Type.Union([Type.Literal('integer'), Type.Literal('number')]),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    default: Type.Optional(Type.Number()),
  }),
  text: Type.Object({
    ...described,
    type: Type.Literal('string'),
    minLength: Type.Optional(Type.Integer()),
    maxLength: Type.Optional(Type.Integer()),
    default: Type.Optional(Type.String()),
  }),
  json: Type.Object(described),
}

type Kinds = typeof kinds

export type Option = { readonly name: string } & {
  [Kind in keyof Kinds]: { readonly kind: Kind; readonly schema: Static<Kinds[Kind]> }
}[keyof Kinds]

const Properties = Type.Object({ properties: Type.Record(Type.String(), Type.Unknown()) })

/** The options that a JSON Schema of a provider's `providerOptions` describes, in its order. */
export const readOptionSchema = (schema: unknown): Option[] => {
  if (!Check(Properties, schema)) return []
  return Object.entries(schema.properties).map(([name, property]) => optionOf(name, property))
}

/** A list of choices, or one word instead of it that is the default: as if only the list could be given. */
const ChoicesOrWord = Type.Object({
  ...described,
  default: Type.String(),
  anyOf: Type.Tuple([Type.Object({ const: Type.String() }), kinds.choices]),
})

const optionOf = (name: string, schema: unknown): Option => {
  if (Check(ChoicesOrWord, schema)) {
    const { anyOf, default: _word, ...rest } = schema
    return { name, kind: 'choices', schema: { ...anyOf[1], ...rest } }
  }
  if (Check(kinds.choice, schema)) return { name, kind: 'choice', schema }
  if (Check(kinds.choices, schema)) return { name, kind: 'choices', schema }
  if (Check(kinds.flag, schema)) return { name, kind: 'flag', schema }
  if (Check(kinds.number, schema)) return { name, kind: 'number', schema }
  if (Check(kinds.text, schema)) return { name, kind: 'text', schema }
  return { name, kind: 'json', schema: Check(kinds.json, schema) ? schema : {} }
}

/** `keepHeadersAndFooters` as “Keep headers and footers”. */
export const titleOf = (name: string): string => {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}
