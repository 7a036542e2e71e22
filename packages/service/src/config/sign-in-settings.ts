import { isIP } from 'node:net'
import { parseAccountRules, parseClaimRules, type AccountRule, type ClaimRule } from '../lib/claim-rules.ts'
import { textSetting } from '@polyparse/providers/settings'

/**
 * Reads an issuer and keeps its spelling, which has to be the provider's own. Refuses one without TLS unless it is on
 * this machine: whoever can change an answer on its way could sign in as anybody.
 */
const parseIssuer = (value: string): string | null => {
  const url = URL.parse(value)
  if (url === null || /[?#]|\/\.well-known\//.test(value) || url.username + url.password !== '') return null
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHostname(url.hostname)) ? value : null
}

const isLoopbackHostname = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))

/** The settings of the sign-in to the app by OpenID Connect. */
export const signInSettings = {
  oidcIssuer: {
    variable: 'POLYPARSE_OIDC_ISSUER',
    allowed:
      'the issuer of an identity provider, an `https://` URL without `/.well-known/openid-configuration` (`http://` only at a loopback address)',
    parse: parseIssuer,
    default: '',
    help: 'The identity provider by which people sign in to the app (OpenID Connect); it may have a private address. Register `POLYPARSE_BASE_URL` with `/api/session/oidc/callback` there. By default, people sign in by link or key.',
  },
  oidcName: {
    variable: 'POLYPARSE_OIDC_NAME',
    allowed: '1 to 40 characters without control characters',
    parse: (value: string): string | null => (/^\P{C}{1,40}$/u.test(value) ? value : null),
    default: '',
    help: 'The name of the identity provider: the app has a button _Sign in with NAME_. By default, its host.',
  },
  oidcClientId: {
    variable: 'POLYPARSE_OIDC_CLIENT_ID',
    ...textSetting,
    default: '',
    help: 'The id of this service at the identity provider.',
  },
  oidcClientSecret: {
    variable: 'POLYPARSE_OIDC_CLIENT_SECRET',
    ...textSetting,
    default: '',
    help: 'The secret of this service at the identity provider, sent by HTTP Basic. Without one, it is a public client.',
  },
  oidcScopes: {
    variable: 'POLYPARSE_OIDC_SCOPES',
    allowed: 'scopes separated by spaces, `openid` among them',
    parse: (value: string): string | null => {
      const scopes = value.split(/\s+/)
      return scopes.includes('openid') ? scopes.join(' ') : null
    },
    default: 'openid email profile',
    help: 'The requested scopes. Some identity providers have one for groups.',
  },
  oidcOperators: {
    variable: 'POLYPARSE_OIDC_OPERATORS',
    allowed: 'claims with values, as in `groups=admins,email=ann@example.com`, separated by commas',
    parse: parseClaimRules,
    default: '',
    absent: [] as readonly ClaimRule[],
    help: 'The claims of operators: one is enough.',
  },
  oidcAccounts: {
    variable: 'POLYPARSE_OIDC_ACCOUNTS',
    allowed:
      'claims with values and accounts, as in `groups=research=>research,email=*@example.com=>default`, separated by commas',
    parse: parseAccountRules,
    default: '',
    absent: [] as readonly AccountRule[],
    help: 'The accounts of people: that of the first claim that they have, created if it is new. People without one are refused, or, as operators, have the administration only.',
  },
} as const
