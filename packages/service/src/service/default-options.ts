import { Errors } from '@polyparse/document/typebox/value'
import type { Settings } from '../config.ts'
import { optionsVariable } from '../config/instances.ts'
import { SettingsError, type SettingMistake } from '@polyparse/providers/settings'
import type { MissingProvider } from '@polyparse/providers/port'
import type { Provider } from '@polyparse/providers/port'

type ProviderOrMissing = Provider | MissingProvider

/**
 * The providers with the options that the operator gives them.
 * @throws {SettingsError} where a provider does not have such options. Those of a vendor that checks its own are not
 * checked here.
 */
export const withDefaultOptions = (
  { instances }: Pick<Settings, 'instances'>,
  providers: readonly ProviderOrMissing[],
): readonly ProviderOrMissing[] => {
  const mistakes: SettingMistake[] = []
  const given = providers.map((provider) => {
    const defaultOptions = instances.get(provider.id)?.options ?? null
    if (defaultOptions === null || 'missing' in provider) return provider
    const message = mistakeIn(defaultOptions, provider)
    if (message !== null) mistakes.push({ variable: optionsVariable(provider.id), message })
    return { ...provider, defaultOptions }
  })
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  return given
}

const mistakeIn = (given: NonNullable<Provider['defaultOptions']>, provider: Provider): string | null => {
  const { id, options, escalationOption } = provider
  if (escalationOption !== undefined && escalationOption in given)
    return `cannot set ${escalationOption}, which POLYPARSE_AUTO_ESCALATE does`
  if (options === 'passthrough') return null
  const [wrong] = Errors(options, given)
  return wrong === undefined ? null : `has no options of ${id}: ${wrong.instancePath} ${wrong.message}`
}
