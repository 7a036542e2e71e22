import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { before, beforeEach, describe, it } from 'node:test'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { createIdentityProvider } from '../../src/accounts/identity-provider.ts'
import { createApi } from '../../src/api/app.ts'
import { readSettings } from '../../src/config.ts'
import { identityOf } from '../../src/service/identity.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { clientId, continueAs, openIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts'

const baseUrl = 'https://parse.example.com'
const redirectUri = `${baseUrl}/api/session/oidc/callback`
const ofApp = { 'x-polyparse-session': '1' }
const [sessionCookie, flowCookie] = ['__Host-polyparse-session', '__Host-polyparse-sign-in']
const minute = 60

const people = {
  ann: { email: 'Ann@Example.com', email_verified: true, name: 'Ann', groups: ['admins', 'research'] },
  ben: { email: 'ben@example.com', email_verified: true, name: 'Ben' },
  cleo: { name: 'Cleo', realm_access: { roles: ['admin'] } },
  dan: { email: 'dan@elsewhere.example', email_verified: true, name: 'Dan', groups: ['visitors'] },
  eve: { email: 'eve@example.com', email_verified: false, name: 'Eve' },
}

type Cookies = Readonly<Record<string, string>>

describe('People whom an identity provider knows', () => {
  let idp: TestIdentityProvider
  let api: ApiHarness
  let other: ReturnType<typeof createApi>
  const stack = suiteStack()
  before(async () => {
    idp = stack.adopt(await openIdentityProvider({ redirectUri, people }), (open) => open.close())
    const identity = identityOf(
      readSettings({
        POLYPARSE_BASE_URL: baseUrl,
        POLYPARSE_OIDC_ISSUER: idp.issuer,
        POLYPARSE_OIDC_NAME: 'Example',
        POLYPARSE_OIDC_CLIENT_ID: clientId,
        POLYPARSE_OIDC_CLIENT_SECRET: idp.clientSecret,
        POLYPARSE_OIDC_OPERATORS: 'groups=admins, realm_access.roles=admin',
        POLYPARSE_OIDC_ACCOUNTS: 'groups=research=>research, email=*@example.com=>staff',
      }),
    )
    api = stack.adopt(await openApiHarness({ wrap: (parts) => ({ ...parts, ...identity }) }), (open) => open.close())
    // As on another machine: nothing in common but the database and the settings.
    other = stack.adopt(createApi({ ...api.parts, ...identity }), (open) => open.close())
    await other.ready()
  })

  let address = 0
  const visit = (url: string, cookies: Cookies = {}, app = api.app) =>
    app.inject({
      url,
      headers: {
        cookie: Object.entries(cookies)
          .map((pair) => pair.join('='))
          .join('; '),
      },
      // Each from an address of its own, as the tries of one are limited.
      remoteAddress: `10.1.${Math.floor(address / 250)}.${(address++ % 250) + 1}`,
    })
  const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof visit>>): Cookies =>
    Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
  const begin = async (app = api.app) => {
    const response = await visit('/api/session/oidc', {}, app)
    assert.equal(response.statusCode, 303)
    return { location: String(response.headers.location), cookies: cookiesOf(response), response }
  }
  const pathOf = (url: URL): string => url.pathname + url.search
  /** From the button to the address that the identity provider sends the browser back to. */
  const returnAs = async (person: string, app = api.app) => {
    const { location, cookies } = await begin(app)
    return { path: pathOf(await continueAs(person, location)), cookies }
  }
  const signIn = async (person: string) => {
    const { path, cookies } = await returnAs(person)
    return visit(path, cookies)
  }
  const sessionOf = (cookies: Cookies) => visitApp('/api/session', cookies)
  const visitApp = (url: string, cookies: Cookies, method: 'GET' | 'DELETE' = 'GET') =>
    api.app.inject({
      method,
      url,
      headers: { ...ofApp, cookie: `${sessionCookie}=${cookies[sessionCookie] ?? ''}` },
    })
  const comesToNothing = async (response: Awaited<ReturnType<typeof visit>>, trouble: string): Promise<void> => {
    assert.equal(response.statusCode, 303)
    assert.equal(response.headers.location, `${baseUrl}/#/?signIn=${trouble}`)
    assert.ok(!response.cookies.some(({ name }) => name === sessionCookie))
    assert.equal((await api.database.query('select 1 from sessions')).length, 0)
  }
  beforeEach(async () => {
    await api.database.query('delete from sessions')
    idp.others.clear()
  })

  it('see from the app where to sign in, and are led there with state, nonce and PKCE, which the browser keeps', async () => {
    assert.deepEqual((await sessionOf({})).json(), {
      session: null,
      identityProvider: { name: 'Example', signInUrl: `${baseUrl}/api/session/oidc` },
    })
    const { location, response } = await begin()
    const { origin, searchParams } = new URL(location)
    assert.equal(origin, idp.issuer)
    assert.equal(searchParams.get('redirect_uri'), redirectUri)
    assert.equal(searchParams.get('response_type'), 'code')
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    for (const secret of ['state', 'nonce', 'code_challenge'])
      assert.match(searchParams.get(secret) ?? '', /^[\w-]{43}$/)
    const [cookie] = response.cookies
    assert.partialDeepStrictEqual(cookie, {
      name: flowCookie,
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      maxAge: 10 * minute,
    })
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.equal(response.headers['referrer-policy'], 'no-referrer')
    const again = new URL((await begin()).location).searchParams
    for (const secret of ['state', 'nonce', 'code_challenge'])
      assert.notEqual(again.get(secret), searchParams.get(secret))
  })

  it('are signed in for twelve hours: as an operator, in the account of their first claim', async () => {
    const response = await signIn('ann')
    assert.equal(response.statusCode, 303)
    assert.equal(response.headers.location, `${baseUrl}/#/`)
    assert.equal(response.cookies.length, 2)
    assert.partialDeepStrictEqual(
      response.cookies.find(({ name }) => name === flowCookie),
      { value: '', maxAge: 0 },
    )
    assert.partialDeepStrictEqual(
      response.cookies.find(({ name }) => name === sessionCookie),
      { path: '/', httpOnly: true, secure: true, sameSite: 'Strict', maxAge: 12 * 60 * minute },
    )
    const cookies = cookiesOf(response)
    assert.deepEqual((await sessionOf(cookies)).json<{ session: unknown }>().session, {
      account: 'research',
      role: 'operator',
      person: 'Ann@Example.com',
      expiresAt: new Date(api.clock().getTime() + 12 * 60 * minute * 1000).toISOString(),
    })
    assert.equal((await visitApp('/api/v1/jobs', cookies)).statusCode, 200)
    assert.equal((await visitApp('/api/admin/accounts', cookies)).statusCode, 200)
  })

  it('are members unless a claim makes them operators, and operators have no account unless a claim names one', async () => {
    const member = cookiesOf(await signIn('ben'))
    assert.partialDeepStrictEqual((await sessionOf(member)).json<{ session: unknown }>().session, {
      account: 'staff',
      role: 'member',
      person: 'ben@example.com',
    })
    assert.equal((await visitApp('/api/v1/jobs', member)).statusCode, 200)
    assert.equal((await visitApp('/api/admin/accounts', member)).statusCode, 403)

    const operator = cookiesOf(await signIn('cleo'))
    assert.partialDeepStrictEqual((await sessionOf(operator)).json<{ session: unknown }>().session, {
      account: null,
      role: 'operator',
      person: 'Cleo',
    })
    assert.equal((await visitApp('/api/v1/jobs', operator)).statusCode, 403)
    assert.equal((await visitApp('/api/admin/accounts', operator)).statusCode, 200)
  })

  it('are refused if no claim lets them in, or only an address that is not verified', async () => {
    await comesToNothing(await signIn('dan'), 'refused')
    await comesToNothing(await signIn('eve'), 'refused')
    assert.ok(api.logged.some((line) => line.includes('"claims":') && line.includes('"groups"')))
  })

  it('are signed in at one process after they have begun at another', async () => {
    const { path, cookies } = await returnAs('ben', other)
    const response = await visit(path, cookies)
    assert.equal(response.headers.location, `${baseUrl}/#/`)
  })

  it('have sessions like those of sign-in links: bound to the app, listed, ended by them and by an operator', async () => {
    const [first, second] = [cookiesOf(await signIn('ann')), cookiesOf(await signIn('ben'))]
    const bare = await api.app.inject({
      url: '/api/v1/jobs',
      headers: { cookie: `${sessionCookie}=${first[sessionCookie]}` },
    })
    assert.equal(bare.statusCode, 401)

    const admin = { authorization: `Bearer ${api.parts.adminToken}` }
    const { sessions } = (await api.app.inject({ url: '/api/admin/sessions', headers: admin })).json<{
      sessions: { id: string; person: string }[]
    }>()
    assert.deepEqual(
      sessions.map(({ person }) => person),
      ['ben@example.com', 'Ann@Example.com'],
    )
    const ending = { method: 'POST', url: `/api/admin/sessions/${sessions[0]?.id}/end`, headers: admin } as const
    assert.equal((await api.app.inject(ending)).statusCode, 200)
    assert.equal((await visitApp('/api/v1/jobs', second)).statusCode, 401)
    assert.equal((await visitApp('/api/v1/jobs', first)).statusCode, 200)
    assert.equal((await visitApp('/api/session', first, 'DELETE')).statusCode, 200)
    assert.equal((await visitApp('/api/v1/jobs', first)).statusCode, 401)

    const third = cookiesOf(await signIn('ben'))
    api.clock.advance(12 * 60 * minute)
    assert.equal((await visitApp('/api/v1/jobs', third)).statusCode, 401)
  })

  it('are not signed in with a state that is not theirs, in another browser, or without having begun', async () => {
    const { path, cookies } = await returnAs('ann')
    const [{ cookies: others }, { cookies: forged }] = [await begin(), await begin()]
    await comesToNothing(await visit(path.replace(/state=[^&]+/, 'state=else'), cookies), 'failed')
    await comesToNothing(await visit(path.replace(/state=[^&]+&?/, ''), cookies), 'failed')
    await comesToNothing(await visit(path, others), 'failed')
    await comesToNothing(await visit(path), 'failed')
    for (const value of ['', 'e30', 'x', `${forged[flowCookie]}x.y`])
      await comesToNothing(await visit(path, { [flowCookie]: value }), 'failed')
    await comesToNothing(await visit('/api/session/oidc/callback', cookies), 'failed')
    // None of it has reached the provider: the code is still good.
    assert.equal((await visit(path, cookies)).headers.location, `${baseUrl}/#/`)
  })

  it('are not signed in with the nonce or the verifier of another sign-in', async () => {
    for (const [name, reason] of [
      ['nonce', /OAUTH_JWT_CLAIM_COMPARISON_FAILED/],
      ['verifier', /The identity provider says invalid_grant/],
    ] as const) {
      const { path, cookies } = await returnAs('ann')
      const flow: unknown = JSON.parse(Buffer.from(cookies[flowCookie] ?? '', 'base64url').toString())
      assert.ok(typeof flow === 'object')
      const changed = Buffer.from(JSON.stringify({ ...flow, [name]: 'x'.repeat(43) })).toString('base64url')
      await comesToNothing(await visit(path, { [flowCookie]: changed }), 'failed')
      const said = api.logged.findLast((line) => line.includes('"trouble":"failed"')) ?? ''
      assert.match(said, reason)
    }
  })

  it('are signed in once by what they bring back, and never again', async () => {
    const { path, cookies } = await returnAs('ann')
    const signedIn = cookiesOf(await visit(path, cookies))
    await visitApp('/api/session', signedIn, 'DELETE')
    await comesToNothing(await visit(path, { [flowCookie]: signedIn[flowCookie] ?? '' }), 'failed')
    // Even by one who has kept the cookie.
    await comesToNothing(await visit(path, cookies), 'failed')
    assert.match(api.logged.join(''), /The identity provider says invalid_grant\./)
  })

  it('are not signed in if they take longer than ten minutes, or give up', async () => {
    const { path, cookies } = await returnAs('ann')
    api.clock.advance(10 * minute)
    await comesToNothing(await visit(path, cookies), 'failed')

    const begun = await begin()
    const state = new URL(begun.location).searchParams.get('state') ?? ''
    const back = `/api/session/oidc/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(idp.issuer)}`
    await comesToNothing(await visit(back, begun.cookies), 'failed')
  })

  it('are signed in although the provider has new keys, and not by a token that another key has signed', async () => {
    assert.equal((await signIn('ben')).headers.location, `${baseUrl}/#/`)
    idp.replaceKeys()
    assert.equal((await signIn('ben')).headers.location, `${baseUrl}/#/`)
    await api.database.query('delete from sessions')

    const { path, cookies } = await returnAs('ann')
    const published = await fetch(`${idp.issuer}/jwks`).then((response) => response.text())
    idp.others.set('/jwks', (_request, response) => {
      response.setHeader('content-type', 'application/jwk-set+json')
      response.end(published.replace(/(?<="n":")[\w-]{8}/, 'AAAAAAAA'))
    })
    await comesToNothing(await visit(path, cookies), 'failed')
  })

  it('are told when the provider has trouble, and can sign in when that is over', async () => {
    const { path, cookies } = await returnAs('ben')
    for (const trouble of ['/token', '/me', '/jwks']) {
      idp.others.clear()
      idp.others.set(trouble, (_request, response) => void response.writeHead(503).end('<h1>down</h1>'))
      const begun = await returnAs('ben')
      await comesToNothing(await visit(begun.path, begun.cookies), 'unreachable')
    }
    idp.others.clear()
    assert.equal((await visit(path, cookies)).headers.location, `${baseUrl}/#/`)
  })

  it('are redirected only to the app, whatever the callback URL says', async () => {
    for (const query of ['?redirect_uri=https://evil.example', '?returnTo=//evil.example', '//evil.example']) {
      const { searchParams, origin } = new URL((await visit(`/api/session/oidc${query}`)).headers.location ?? baseUrl)
      assert.ok(origin === baseUrl || searchParams.get('redirect_uri') === redirectUri)
    }
    const named = await api.app.inject({ url: '/api/session/oidc', headers: { host: 'evil.example' } })
    assert.equal(named.statusCode, 400)
  })

  it('may try so many times a minute from an address', async () => {
    const visits = Array.from({ length: 121 }, () => api.app.inject({ url: '/api/session/oidc/callback?code=x' }))
    const asked = idp.asked.length
    const locations = (await Promise.all(visits)).map(({ headers }) => headers.location)
    assert.deepEqual([...new Set(locations)], [`${baseUrl}/#/?signIn=failed`])
    assert.equal(idp.asked.length, asked)
    assert.match(api.logged.join(''), /An address may try 120 times a minute/)
  })

  it('leave no secret and nothing about themselves in the log, and of secrets nothing in the database', async () => {
    const { location, cookies } = await begin()
    const returned = await continueAs('ann', location)
    const response = await visit(pathOf(returned), cookies)
    const flow = Buffer.from(cookies[flowCookie] ?? '', 'base64url').toString()
    const [verifier = ''] = /(?<="verifier":")[^"]+/.exec(flow) ?? []
    const secrets = [
      returned.searchParams.get('code') ?? '',
      new URL(location).searchParams.get('state') ?? '',
      verifier,
      cookiesOf(response)[sessionCookie] ?? '',
      idp.clientSecret,
    ]
    assert.ok(secrets.every((secret) => secret.length > 20))
    const [log, kept] = [api.logged.join(''), JSON.stringify(await api.database.query('select * from sessions'))]
    for (const secret of secrets) assert.ok(!log.includes(secret) && !kept.includes(secret))
    assert.doesNotMatch(log, /example\.com"|Ann|research/)
  })
})

describe('The identity provider', () => {
  const stack = suiteStack()
  let api: ApiHarness
  before(async () => {
    api = stack.adopt(await openApiHarness(), (open) => open.close())
  })

  it('is none unless one is configured', async () => {
    assert.deepEqual((await api.app.inject('/api/session')).json(), { session: null })
    assert.equal((await api.app.inject('/api/session/oidc')).statusCode, 404)
    assert.equal((await api.app.inject('/api/session/oidc/callback?code=x')).statusCode, 404)
  })

  it('may be down when the service starts and at the first sign-in', async (t) => {
    const down = await openIdentityProvider({ redirectUri, people })
    await down.close()
    const provider = providerAt(down.issuer, { clientSecret: null, clientId: 'public' })
    const now = new Date()
    await assert.rejects(provider.begin(now), { name: 'IdentityProviderError', trouble: 'unreachable' })
    const up = await openIdentityProvider({ redirectUri, people, port: down.port })
    t.after(() => up.close())
    const { url, flow } = await provider.begin(now)
    const claims = await provider.finish((await continueAs('ben', url.href)).search, flow, now)
    assert.partialDeepStrictEqual(claims, { sub: 'ben', email: 'ben@example.com' })
  })

  it('is given up when it does not answer in time', async (t) => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const address = silent.address()
    assert.ok(address !== null && typeof address === 'object')
    const provider = providerAt(`http://127.0.0.1:${address.port}`, { answerMs: 50 })
    await assert.rejects(provider.begin(new Date()), { name: 'IdentityProviderError', trouble: 'unreachable' })
  })

  it('is not one that calls itself otherwise', async (t) => {
    const idp = await openIdentityProvider({ redirectUri, people })
    t.after(() => idp.close())
    const provider = providerAt(idp.issuer.replace('127.0.0.1', 'localhost'))
    await assert.rejects(provider.begin(new Date()), { name: 'IdentityProviderError', trouble: 'failed' })
  })
})

const providerAt = (issuer: string, more: Partial<Parameters<typeof createIdentityProvider>[0]> = {}) =>
  createIdentityProvider({
    name: 'Example',
    issuer,
    clientId,
    clientSecret: 'secret',
    scopes: 'openid email profile',
    redirectUri,
    ...more,
  })
