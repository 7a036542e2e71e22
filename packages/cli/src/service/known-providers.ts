import { knownProviderIds, type Settings } from '@polyparse/service/settings'
import { closest, distance } from 'fastest-levenshtein'
import { UsageError } from '../cli-error.ts'

/** The providers that the options of a command name. */
export type NamedProviders = {
  readonly provider?: string | undefined
  readonly fallback?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
}

/**
 * Refuses a provider that no service with these settings can have, before one is started for it.
 * @throws {UsageError}
 */
export const requireKnownProviders = (settings: Settings, named: NamedProviders): void => {
  const known = knownProviderIds(settings)
  if (known === null) return
  const options = {
    '--provider': named.provider === undefined ? [] : [named.provider],
    '--fallback': named.fallback ?? [],
    '--providers': named.providers ?? [],
  }
  for (const [option, ids] of Object.entries(options)) {
    const unknown = ids.find((id) => !known.includes(id))
    if (unknown !== undefined)
      throw new UsageError(
        `${option}: there is no provider ${JSON.stringify(unknown)}.${didYouMean(unknown, known)} \`polyparse providers list\` has them all.`,
      )
  }
}

/** Letters that a mistyped id has at most wrong. */
const maxWrongLetters = 2

/**
 * ` Did you mean …?`, or nothing where none of the ids is near.
 * @example didYouMean('provder-a', ['auto', 'provider-a']) // ' Did you mean provider-a?'
 */
export const didYouMean = (id: string, known: readonly string[]): string => {
  const near = known.filter((each) => Math.abs(each.length - id.length) <= maxWrongLetters)
  if (near.length === 0) return ''
  const nearest = closest(id, [...near])
  return distance(id, nearest) > maxWrongLetters ? '' : ` Did you mean ${nearest}?`
}
