import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider, type Context } from 'oidc-provider'
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'

/** What the identity provider knows of its people, by their id there. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export type TestIdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>

export const clientId = 'polyparse'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/**
 * A real OpenID provider on loopback, strict: PKCE is needed, and claims come only from the userinfo endpoint, as the
 * standard has it for the authorization code flow. Its page has a button for each of its people.
 */
export const openIdentityProvider = async ({
  redirectUri,
  people,
  port = 0,
}: {
  readonly redirectUri: string
  readonly people: People
  readonly port?: number
}) => {
  let answer: Answer = () => {}
  /** By path: answers in place of those of the provider. */
  const others = new Map<string, Answer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    asked.push(path)
    void (others.get(path) ?? answer)(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port was listened on')
  const issuer = `http://127.0.0.1:${address.port}`
  const clientSecret = randomUUID()
  const start = (): void => {
    answer = answerOf(new Provider(issuer, configuration({ redirectUri, clientSecret, people })), people)
  }
  start()
  return {
    issuer,
    clientSecret,
    port: address.port,
    /** The paths of all requests so far. */
    asked,
    others,
    /** From now on the provider signs with another key, and knows the former no longer. */
    replaceKeys: start,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** In seconds, of everything that the provider gives out or remembers. */
const lifetimes = Object.fromEntries(
  ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((each) => [each, 600]),
)

const configuration = ({
  redirectUri,
  clientSecret,
  people,
}: {
  readonly redirectUri: string
  readonly clientSecret: string
  readonly people: People
}) => ({
  clients: [
    { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ['code'] },
    {
      client_id: 'public',
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirectUri],
      response_types: ['code'],
    },
  ],
  adapter: (model: string) => new MemoryAdapter(model),
  ttl: lifetimes,
  jwks: { keys: [{ ...newKey(), use: 'sig', kid: randomUUID() }] },
  cookies: { keys: [randomUUID()] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'realm_access'] },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_context: Context, id: string) => ({ accountId: id, claims: () => ({ ...people[id], sub: id }) }),
  // The operator has consented for everyone, so there is no consent page.
  loadExistingGrant: async ({ oidc: { provider, client, session } }: Context) => {
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })

const answerOf = (provider: Provider, people: People): Answer => {
  const answer = provider.callback()
  return async (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response)
    if (request.method === 'POST') {
      const person = new URLSearchParams(await text(request)).get('person') ?? ''
      return provider.interactionFinished(request, response, { login: { accountId: person } })
    }
    const buttons = Object.keys(people).map((id) => `<button name="person" value="${id}">Continue as ${id}</button>`)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Provider</title><form method="post">${buttons.join('')}</form>`)
  }
}

/** What a browser does there: goes to the address, chooses the person, and is sent back to the address that is returned. */
export const continueAs = async (person: string, start: string): Promise<URL> => {
  const provider = new URL(start).origin
  const cookies = new Map<string, string>()
  const visit = async (url: URL, body?: URLSearchParams): Promise<URL> => {
    if (url.origin !== provider) return url
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(body !== undefined && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location !== null) return visit(new URL(location, url))
    if (!page.includes(`value="${person}"`)) throw new Error(`the provider does not ask for a person: ${page}`)
    return visit(url, new URLSearchParams({ person }))
  }
  return visit(new URL(start))
}
