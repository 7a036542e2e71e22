import type { Configuration, CustomFetch } from 'openid-client'
import { cached } from '../lib/cached.ts'
import type { Claims } from '../lib/claim-rules.ts'
import { SafeFetchError } from '@polyparse/outbound'
import { safeFetch } from '@polyparse/outbound'
import { IdentityProviderError } from './identity-provider-error.ts'
import { flowMs, readFlow, writeFlow } from './sign-in-flow.ts'

/** An identity provider (OpenID Connect), asked by authorization code with PKCE. */
export type IdentityProvider = {
  /** The name that people know it by. */
  readonly name: string
  /**
   * Returns where to send the browser, and the secret that it must bring back.
   * @throws {IdentityProviderError}
   */
  begin(now: Date): Promise<{ readonly url: URL; readonly flow: string }>
  /**
   * Returns what the provider says about the person who came back with this query. Works once: the provider gives nothing for a
   * code that was used before.
   * @throws {IdentityProviderError}
   */
  finish(query: string, flow: string, now: Date): Promise<Claims>
}

export type IdentityProviderSettings = {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** null: a public client. */
  readonly clientSecret: string | null
  readonly scopes: string
  /** The address to which the identity provider sends the browser back. */
  readonly redirectUri: string
  /** The time that one answer of the provider may take. */
  readonly answerMs?: number
}

/** Addresses of a provider change rarely. While it cannot be reached, each sign-in tries again. */
const metadataMs = 600_000

/** A person waits for each of the few requests of a sign-in. */
const patienceMs = 5_000

/** Metadata, keys and claims are some kilobytes. */
const maxIdentityResponseBytes = 1_000_000

/** Sends nothing and loads nothing before the first sign-in, so that the service starts and works without the provider. */
export const createIdentityProvider = (settings: IdentityProviderSettings): IdentityProvider => {
  const { name, scopes, redirectUri } = settings
  const readMetadata = cached(metadataMs, async () => (await discover(settings)).serverMetadata())

  // A new one for each sign-in, because it keeps the keys of the provider, and those may be replaced at any time.
  const configure = async (): Promise<Configuration> => {
    const { Configuration } = await import('openid-client')
    const metadata = await readMetadata()
    return prepare(new Configuration(metadata, settings.clientId, undefined, await authenticate(settings)), settings)
  }

  const begin = async (now: Date) => {
    const client = await import('openid-client')
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
    const url = client.buildAuthorizationUrl(await configure(), {
      redirect_uri: redirectUri,
      scope: scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url, flow: writeFlow({ state, nonce, verifier, expiresAt: now.getTime() + flowMs }) }
  }

  const finish = async (query: string, written: string, now: Date): Promise<Claims> => {
    const client = await import('openid-client')
    const flow = readFlow(written, now)
    if (flow === null) throw new IdentityProviderError('failed', 'The sign-in took too long.')
    const returned = new URL(redirectUri)
    returned.search = query
    const configuration = await configure()
    const tokens = await client.authorizationCodeGrant(configuration, returned, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new IdentityProviderError('failed', 'There is no ID token.')
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    return { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
  }

  return {
    name,
    begin: (now) => begin(now).catch(IdentityProviderError.rethrow),
    finish: (query, flow, now) => finish(query, flow, now).catch(IdentityProviderError.rethrow),
  }
}

const discover = async (settings: IdentityProviderSettings): Promise<Configuration> => {
  const client = await import('openid-client')
  const issuer = new URL(settings.issuer)
  const found = await client.discovery(issuer, settings.clientId, undefined, await authenticate(settings), {
    [client.customFetch]: fetchSafely(settings),
    ...(isPlain(settings) && { execute: [client.allowInsecureRequests] }),
  })
  // One that speaks for many, as `common` of Microsoft does, would let the people of all others in.
  if (new URL(found.serverMetadata().issuer).href !== issuer.href)
    throw new IdentityProviderError('failed', 'The provider calls itself otherwise than POLYPARSE_OIDC_ISSUER.')
  return found
}

const prepare = async (configuration: Configuration, settings: IdentityProviderSettings): Promise<Configuration> => {
  const client = await import('openid-client')
  configuration[client.customFetch] = fetchSafely(settings)
  // The signature of the ID token is checked even though it comes from the provider itself.
  client.enableNonRepudiationChecks(configuration)
  if (isPlain(settings)) client.allowInsecureRequests(configuration)
  return configuration
}

/** Tells whether a provider is spoken to without TLS, as one on this machine is. */
const isPlain = ({ issuer }: IdentityProviderSettings): boolean => issuer.startsWith('http:')

const authenticate = async ({ clientSecret }: IdentityProviderSettings) => {
  const client = await import('openid-client')
  return clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret)
}

/** The operator has named the provider, so that any address is allowed; the limits of size and time hold. */
const fetchSafely =
  ({ answerMs = patienceMs }: IdentityProviderSettings): CustomFetch =>
  async (url, { method, headers, body }) => {
    const response = await safeFetch(url, {
      policy: { allow: 'all' },
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      maxBytes: maxIdentityResponseBytes,
      totalMs: answerMs,
      anyStatus: true,
      anyRedirect: true,
    })
    const { status } = response
    const content = Buffer.concat(await response.body.toArray())
    if (status >= 500)
      throw new SafeFetchError('http_status', `The identity provider answered with ${status}.`, { status })
    const type = response.headers['content-type']
    return new Response(content.length === 0 ? null : content, {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }
