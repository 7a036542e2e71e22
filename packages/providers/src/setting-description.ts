import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { address, choice, integerSetting, textSetting, type Setting } from './setting.ts'

/* A setting as an adapter outside of the service describes it: data that can be checked and shown. */

const common = {
  /** The environment variable, as in `ACME_API_KEY`. */
  variable: Type.String({ pattern: '^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$', maxLength: 100 }),
  /** The meaning of the setting in whole sentences, for the operator. */
  help: Type.String({ minLength: 1, maxLength: 1000 }),
  /** The provider is not enabled without it. */
  required: Type.Optional(Type.Boolean()),
  /** The default as it would be written in the environment. */
  default: Type.Optional(Type.String({ minLength: 1 })),
}

const settingKindSchema = <Kind extends string, More extends Record<string, TSchema>>(kind: Kind, more: More) =>
  Type.Object({ kind: Type.Literal(kind), ...common, ...more }, { additionalProperties: false })

const nonNegativeInteger = Type.Integer({ minimum: 0 })

/** Each kind of setting, with the members that describe one. */
export const settingKinds = {
  /** Kept out of logs, errors and answers. Has no spaces. */
  secret: settingKindSchema('secret', {}),
  /** An address of HTTP or HTTPS, without a trailing slash. */
  url: settingKindSchema('url', {}),
  text: settingKindSchema('text', {}),
  integer: settingKindSchema('integer', { minimum: nonNegativeInteger, maximum: nonNegativeInteger }),
  /** US dollars, as in `0.0125`. */
  amount: settingKindSchema('amount', {}),
  choice: settingKindSchema('choice', { choices: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }) }),
  /** `true` or `false`. */
  boolean: settingKindSchema('boolean', {}),
} as const

export type SettingKind = keyof typeof settingKinds

type SettingDescriptionOf<Kind extends SettingKind> = Readonly<Static<(typeof settingKinds)[Kind]>>

/** One setting of an adapter. Everything about it is here: its check, its documentation, and the type of its value. */
export type SettingDescription = { [Kind in SettingKind]: SettingDescriptionOf<Kind> }[SettingKind]

/** The settings by the names under which the adapter gets the values. */
export type SettingDescriptions = Readonly<Record<string, SettingDescription>>

type Value<Description> = Description extends { readonly kind: 'integer' | 'amount' }
  ? number
  : Description extends { readonly kind: 'boolean' }
    ? boolean
    : Description extends { readonly kind: 'choice'; readonly choices: readonly (infer Word)[] }
      ? Word
      : string

/** The values: null is possible only for a setting that is neither required nor has a default. */
export type DescribedValues<Settings extends SettingDescriptions> = {
  readonly [Name in keyof Settings]:
    | Value<Settings[Name]>
    | (Settings[Name] extends { readonly required: true } | { readonly default: string } ? never : null)
}

const amount = {
  allowed: 'an amount in US dollars, as in `2.50`',
  parse: (written: string) => (/^\d{1,7}(?:\.\d{1,6})?$/.test(written) ? Number(written) : null),
}

const secret = {
  allowed: 'a key without spaces',
  parse: (written: string) => (/^\S+$/.test(written) ? written : null),
}

const boolean = {
  allowed: '`true` or `false`',
  parse: (written: string) => (written === 'true' ? true : written === 'false' ? false : null),
}

const readerOf = (description: SettingDescription): Pick<Setting, 'allowed' | 'parse'> => {
  switch (description.kind) {
    case 'secret':
      return secret
    case 'url':
      return address('http:', 'https:')
    case 'integer':
      return integerSetting(description.minimum, description.maximum)
    case 'amount':
      return amount
    case 'choice':
      return choice(...description.choices)
    case 'boolean':
      return boolean
    case 'text':
      return textSetting
  }
}

/** The setting as the service reads it. */
export const settingOf = (description: SettingDescription): Setting => ({
  variable: description.variable,
  ...readerOf(description),
  default: description.default ?? '',
  help: description.help,
})
