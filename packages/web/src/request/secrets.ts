import type { JobParameters } from '@polyparse/contract'
import type { ChosenOptions } from './choices.ts'

/** Words in the name of an option whose value only its owner should have; `maxTokens` and `keyValuePairs` are none. */
const secretName = /password|passphrase|secret|credential|authorization|(?:api|access|private)[-_]?key$|token$/i

/** The options without passwords, keys and the like, at any depth: as they may be stored and passed on. */
export const withoutSecrets = (options: ChosenOptions): ChosenOptions => changed(options, () => [])

/** The options with stars in place of passwords, keys and the like: as they may be looked at over a shoulder. */
export const withMaskedSecrets = (options: ChosenOptions): ChosenOptions =>
  changed(options, (name) => [[name, '********']])

type OptionEntry = readonly [string, unknown]

const changed = (options: ChosenOptions, instead: (name: string) => readonly OptionEntry[]): ChosenOptions => {
  const changedIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changedIn)
    return typeof value === 'object' && value !== null
      ? changed(Object.fromEntries(Object.entries(value)), instead)
      : value
  }
  const entries = Object.entries(options).flatMap(([name, value]): readonly OptionEntry[] =>
    secretName.test(name) ? instead(name) : [[name, changedIn(value)]],
  )
  return Object.fromEntries(entries)
}

/**
 * The password of the document, if one was given to a provider.
 * @example passwordIn({ providerOptions: { auto: { password: 'open' } } }) // 'open'
 */
export const passwordIn = ({ providerOptions = {} }: Pick<JobParameters, 'providerOptions'>): string | null => {
  const given = Object.values(providerOptions).map(({ password }) => password)
  return given.find((password) => typeof password === 'string') ?? null
}
