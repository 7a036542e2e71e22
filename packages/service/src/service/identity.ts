import { createIdentityProvider } from '../accounts/identity-provider.ts'
import { allowedNames, parseName } from '../accounts/names.ts'
import type { ApiParts } from '../api/parts.ts'
import { callbackPath } from '../api/routes/oidc.ts'
import type { Settings } from '../config.ts'
import { serviceSettings } from '../config/service-settings.ts'
import { SettingsError, type SettingMistake } from '@polyparse/providers/settings'

/**
 * The identity provider of the settings, if they name one. Sends nothing.
 * @throws {SettingsError} when a setting is missing, contradicts another, or lets no one sign in.
 */
export const identityOf = (settings: Settings): Pick<ApiParts, 'identity'> => {
  const { oidcIssuer: issuer, oidcClientId: clientId, baseUrl, oidcOperators: operators } = settings
  const { oidcClientSecret: clientSecret, oidcScopes: scopes, oidcAccounts: accounts } = settings
  const mistakes = issuer === null ? withoutIssuer(settings) : withIssuer(settings)
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  if (issuer === null || clientId === null || baseUrl === null) return {}
  const name = settings.oidcName ?? new URL(issuer).host
  const redirectUri = `${baseUrl}${callbackPath}`
  return {
    identity: {
      provider: createIdentityProvider({ name, issuer, clientId, clientSecret, scopes, redirectUri }),
      rules: { operators, accounts },
      baseUrl,
    },
  }
}

/** Whoever sets one of these wants people to sign in. */
const withoutIssuer = (settings: Settings): SettingMistake[] => {
  const given = [
    ...(settings.oidcClientId === null ? [] : [serviceSettings.oidcClientId.variable]),
    ...(settings.oidcClientSecret === null ? [] : [serviceSettings.oidcClientSecret.variable]),
    ...(settings.oidcOperators.length === 0 ? [] : [serviceSettings.oidcOperators.variable]),
    ...(settings.oidcAccounts.length === 0 ? [] : [serviceSettings.oidcAccounts.variable]),
  ]
  const { variable } = serviceSettings.oidcIssuer
  return given.length === 0 ? [] : [{ variable, message: `is needed with ${given.join(', ')}` }]
}

const withIssuer = ({ oidcClientId, baseUrl, oidcOperators, oidcAccounts }: Settings): SettingMistake[] => {
  const { variable: issuer } = serviceSettings.oidcIssuer
  const { variable: accounts } = serviceSettings.oidcAccounts
  const mistakes: SettingMistake[] = []
  if (oidcClientId === null)
    mistakes.push({ variable: serviceSettings.oidcClientId.variable, message: `is needed with ${issuer}` })
  if (baseUrl === null) {
    const message = `is needed with ${issuer}, which sends people back to it`
    mistakes.push({ variable: serviceSettings.baseUrl.variable, message })
  }
  if (oidcOperators.length + oidcAccounts.length === 0) {
    const message = `or ${serviceSettings.oidcOperators.variable} must say who may sign in by ${issuer}`
    mistakes.push({ variable: accounts, message })
  }
  for (const { account } of oidcAccounts)
    if (parseName(account) === null)
      mistakes.push({ variable: accounts, message: `must name accounts by ${allowedNames}; ${account} is not one` })
  return mistakes
}
