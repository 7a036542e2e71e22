import type { JobParameters } from '@polyparse/contract'
import type { ProviderOptions } from './choices.ts'

/** Words in the name of an option whose value only its owner should have; `maxTokens` and `keyValuePairs` are none. */
const secretName = /password|passphrase|secret|credential|authorization|(?:api|access|private)[-_]?key$|token$/i

/** The options without passwords, keys and the like, at any depth: as they may be stored and passed on. */
export const withoutSecrets = (options: ProviderOptions): ProviderOptions =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => !secretName.test(name))
      .map(([name, value]) => [name, withoutSecretsIn(value)]),
  )

const withoutSecretsIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecretsIn)
  return typeof value === 'object' && value !== null ? withoutSecrets(Object.fromEntries(Object.entries(value))) : value
}

/** The password of the document, if one was given to a provider. */
export const passwordIn = ({ providerOptions = {} }: Pick<JobParameters, 'providerOptions'>): string | null => {
  const given = Object.values(providerOptions).map(({ password }) => password)
  return given.find((password) => typeof password === 'string') ?? null
}
