import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { BrowserSession } from '@polyparse/contract/sessions'
import { Check } from '@polyparse/document/typebox/value'
import { createSession } from '../../src/accounts/sessions.ts'
import { createSignInLink } from '../../src/accounts/sign-in-links.ts'
import { createApi } from '../../src/api/app.ts'
import { parseAddressRanges } from '@polyparse/outbound'
import { openApiHarness, type ApiHarness } from '../support/api.ts'

const hour = 3600
const ofApp = { 'x-polyparse-session': '1' }
const cookieName = '__Host-polyparse-session'

describe('Browsers that are signed in', () => {
  let api: ApiHarness
  let other: ReturnType<typeof createApi>
  before(async () => {
    api = await openApiHarness()
    // As on another machine: nothing in common but the database.
    other = createApi(api.parts)
    await other.ready()
  })
  after(async () => {
    await other.close()
    await api.close()
  })

  const link = async (role: 'operator' | 'member' = 'member'): Promise<string> => {
    const created = await createSignInLink(api.database, { account: 'first', role }, api.clock())
    assert.ok(created)
    return created.code
  }
  let address = 0
  const redeem = (code: string, { app = api.app, headers = ofApp }: { app?: typeof other; headers?: object } = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/session',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: { code },
      // Each try from an address of its own, as the tries of one are limited.
      remoteAddress: `10.0.${Math.floor(address / 250)}.${(address++ % 250) + 1}`,
    })
  const signIn = async (role: 'operator' | 'member' = 'member'): Promise<string> => {
    const [cookie] = (await redeem(await link(role))).cookies
    assert.ok(cookie)
    return `${cookie.name}=${cookie.value}`
  }
  const get = (url: string, cookie: string, headers: object = ofApp, app = api.app) =>
    app.inject({ url, headers: { cookie, ...headers } })

  it('are signed in by a link that works once, and then never again', async () => {
    const code = await link()
    const response = await redeem(code)
    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.json(), {
      session: {
        account: 'first',
        role: 'member',
        person: null,
        expiresAt: new Date(api.clock().getTime() + 30 * 24 * hour * 1000).toISOString(),
      },
    })
    const [cookie] = response.cookies
    assert.partialDeepStrictEqual(cookie, {
      name: cookieName,
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      maxAge: 30 * 24 * hour,
    })
    const again = await redeem(code)
    assert.equal(again.statusCode, 401)
    assert.deepEqual(again.cookies, [])
  })

  it('are signed in once by a link that several open at once, at several processes', async () => {
    const code = await link()
    const statuses = await Promise.all(
      [api.app, other, api.app, other].map(async (app) => (await redeem(code, { app })).statusCode),
    )
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 401, 401, 401],
    )
  })

  it('are not signed in by a link after an hour, by a mistyped one, or from the page of another site', async () => {
    const code = await link()
    assert.equal((await redeem(code, { headers: {} })).statusCode, 403)
    assert.equal((await redeem(code, { headers: { ...ofApp, 'sec-fetch-site': 'cross-site' } })).statusCode, 403)
    assert.equal((await redeem(`${code.slice(0, -1)}_`)).statusCode, 401)
    api.clock.advance(hour)
    assert.equal((await redeem(code)).statusCode, 401)
  })

  it('may use the interface at every process, like a key of the account', async () => {
    const cookie = await signIn()
    for (const app of [api.app, other]) {
      assert.equal((await get('/api/v1/providers', cookie, ofApp, app)).statusCode, 200)
      assert.equal((await get('/api/session', cookie, ofApp, app)).json<{ session: unknown }>().session !== null, true)
    }
    const created = await api.create()
    const { id } = created.json<{ id: string }>()
    assert.equal((await get(`/api/v1/jobs/${id}`, cookie)).statusCode, 200)
  })

  it('are not believed without the header of the app, or if a page of another origin sends the request', async () => {
    const cookie = await signIn('operator')
    for (const headers of [
      {},
      { ...ofApp, 'sec-fetch-site': 'same-site' },
      { ...ofApp, 'sec-fetch-site': 'cross-site' },
    ])
      for (const url of ['/api/v1/jobs', '/api/admin/accounts'])
        assert.equal((await get(url, cookie, headers)).statusCode, 401)
  })

  it('are not believed for a page of an origin that may call the interface: it may not send that header', async () => {
    await using open = await openApiHarness({ settings: { corsOrigins: '*' } }).then((harness) => ({
      ...harness,
      [Symbol.asyncDispose]: () => harness.close(),
    }))
    const headers = { origin: 'https://else.example.com', 'access-control-request-method': 'GET' }
    const { headers: allowed } = await open.app.inject({ method: 'OPTIONS', url: '/api/v1/jobs', headers })
    assert.match(String(allowed['access-control-allow-headers']), /Authorization/)
    assert.doesNotMatch(String(allowed['access-control-allow-headers']), /x-polyparse-session/i)
    assert.equal(allowed['access-control-allow-credentials'], undefined)
  })

  it('do not stand in for a key that is sent and wrong', async () => {
    const cookie = await signIn()
    assert.equal((await get('/api/v1/jobs', cookie, { ...ofApp, authorization: 'Bearer wrong' })).statusCode, 401)
  })

  it('get the administration with the role operator, and not with the role member', async () => {
    assert.equal((await get('/api/admin/accounts', await signIn('operator'))).statusCode, 200)
    const refused = await get('/api/admin/accounts', await signIn('member'))
    assert.equal(refused.statusCode, 403)
    assert.equal(refused.json<{ code: string }>().code, 'forbidden')
  })

  it('can do nothing with jobs as an operator without an account', async () => {
    const nobody = { accountId: null, role: 'operator', person: 'ann@example.com', lifetimeMs: hour * 1000 } as const
    const { secret } = await createSession(api.database, nobody, api.clock())
    const cookie = `${cookieName}=${secret}`
    assert.equal((await get('/api/v1/jobs', cookie)).statusCode, 403)
    assert.equal((await get('/api/admin/accounts', cookie)).statusCode, 200)
  })

  it('are signed out by themselves, by an operator, and after their time, at every process', async () => {
    const [own, ended, old] = [await signIn(), await signIn(), await signIn()]
    const left = await other.inject({ method: 'DELETE', url: '/api/session', headers: { cookie: own, ...ofApp } })
    assert.partialDeepStrictEqual(left.cookies[0], { name: cookieName, value: '', maxAge: 0 })
    assert.equal((await get('/api/v1/jobs', own)).statusCode, 401)

    const admin = { authorization: `Bearer ${api.parts.adminToken}` }
    const { sessions } = (await api.app.inject({ url: '/api/admin/sessions', headers: admin })).json<{
      sessions: { id: string }[]
    }>()
    // The newest first: `old`, then `ended`.
    const id = sessions[1]?.id ?? ''
    const url = `/api/admin/sessions/${id}/end`
    assert.equal((await api.app.inject({ method: 'POST', url, headers: admin })).statusCode, 200)
    assert.equal((await get('/api/v1/jobs', ended)).statusCode, 401)
    assert.equal((await get('/api/v1/jobs', old)).statusCode, 200)
    api.clock.advance(30 * 24 * hour)
    assert.equal((await get('/api/v1/jobs', old)).statusCode, 401)
    assert.deepEqual((await get('/api/session', old)).json(), { session: null })
  })

  it('may try so many times a minute to sign in, and no more', async () => {
    const tries = Array.from({ length: 121 }, () =>
      api.app.inject({ method: 'POST', url: '/api/session', headers: ofApp, payload: { code: 'x' } }),
    )
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    assert.deepEqual([...new Set(statuses.slice(0, 120))], [401])
    assert.equal(statuses[120], 429)
  })

  it('have a limit of their own behind a trusted proxy, whatever they claim, and share it behind any other', async () => {
    const [range, address] = parseAddressRanges('10.9.0.0/16, ::1') ?? []
    assert.ok(range && address)
    await using open = await openApiHarness({ settings: { trustedProxies: [range, address] } }).then((harness) => ({
      ...harness,
      [Symbol.asyncDispose]: () => harness.close(),
    }))
    const tryFrom = async (remoteAddress: string, forwarded: string): Promise<number> => {
      const headers = { ...ofApp, 'x-forwarded-for': forwarded }
      const request = { method: 'POST', url: '/api/session', headers, payload: { code: 'x' }, remoteAddress } as const
      return (await open.app.inject(request)).statusCode
    }
    for (let count = 0; count < 120; count += 1) await tryFrom('10.9.0.1', `192.0.2.${count}, 198.51.100.7, 10.9.3.3`)
    assert.equal(await tryFrom('10.9.0.1', '198.51.100.7'), 429)
    assert.equal(await tryFrom('::1', '198.51.100.7'), 429)
    assert.equal(await tryFrom('10.9.0.1', '198.51.100.8'), 401)
    for (let count = 0; count < 120; count += 1) await tryFrom('203.0.113.1', `192.0.2.${count}`)
    assert.equal(await tryFrom('203.0.113.1', '192.0.2.200'), 429)
  })

  it('leave their secrets neither in the log nor in the database', async () => {
    const code = await link()
    const [cookie] = (await redeem(code)).cookies
    assert.ok(cookie)
    await get('/api/v1/jobs', `${cookie.name}=${cookie.value}`)
    const stored = await api.database.query('select * from sessions')
    assert.ok(stored.length > 0)
    const kept = api.logged.join('') + JSON.stringify(stored)
    assert.ok(!kept.includes(cookie.value) && !kept.includes(code))
  })

  it('are listed for the operator with who they are', async () => {
    await signIn('operator')
    const headers = { authorization: `Bearer ${api.parts.adminToken}` }
    const { sessions } = (await api.app.inject({ url: '/api/admin/sessions', headers })).json<{ sessions: object[] }>()
    assert.partialDeepStrictEqual(sessions[0], { account: 'first', role: 'operator', person: null })
    assert.ok(sessions.every((each) => Check(BrowserSession, each)))
  })
})
