import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '../../src/config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { identityOf } from '../../src/service/identity.ts'

const whole = {
  POLYPARSE_BASE_URL: 'https://parse.example.com',
  POLYPARSE_OIDC_ISSUER: 'https://login.example.com/realms/staff',
  POLYPARSE_OIDC_CLIENT_ID: 'polyparse',
  POLYPARSE_OIDC_ACCOUNTS: 'groups=staff=>default',
}
const identity = (environment: Record<string, string>) => identityOf(readSettings(environment)).identity

/** The mistakes of an environment, as `VARIABLE message`. */
const mistakes = (environment: Record<string, string>): string[] => {
  try {
    identity(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.message.split('\n')
  }
}

describe('The settings of the identity provider', () => {
  it('are all absent, or say by whom people sign in, and who may', () => {
    assert.equal(identity({}), undefined)
    assert.equal(identity(whole)?.provider.name, 'login.example.com')
    assert.equal(identity({ ...whole, POLYPARSE_OIDC_NAME: 'Example' })?.provider.name, 'Example')
  })

  it('are refused together where one is missing, with its name', () => {
    const { POLYPARSE_OIDC_ISSUER: issuer, ...others } = whole
    assert.deepEqual(mistakes({ POLYPARSE_OIDC_ISSUER: issuer }), [
      'POLYPARSE_OIDC_CLIENT_ID is needed with POLYPARSE_OIDC_ISSUER',
      'POLYPARSE_BASE_URL is needed with POLYPARSE_OIDC_ISSUER, which sends people back to it',
      'POLYPARSE_OIDC_ACCOUNTS or POLYPARSE_OIDC_OPERATORS must say who may sign in by POLYPARSE_OIDC_ISSUER',
    ])
    assert.deepEqual(mistakes(others), [
      'POLYPARSE_OIDC_ISSUER is needed with POLYPARSE_OIDC_CLIENT_ID, POLYPARSE_OIDC_ACCOUNTS',
    ])
  })

  it('name accounts that there can be', () => {
    const [mistake = '', ...more] = mistakes({ ...whole, POLYPARSE_OIDC_ACCOUNTS: `groups=staff=>${'x'.repeat(101)}` })
    assert.match(mistake, /^POLYPARSE_OIDC_ACCOUNTS must name accounts by 1 to 100 characters/)
    assert.deepEqual(more, [])
  })

  it('have an issuer with TLS, or one on this machine, as the provider writes it', () => {
    for (const issuer of [
      'https://login.example.com',
      'https://login.example.com/application/o/app/',
      'https://10.0.0.5:8443/realms/staff',
      'http://localhost:8080/realms/staff',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
    ])
      assert.deepEqual(mistakes({ ...whole, POLYPARSE_OIDC_ISSUER: issuer }), [], issuer)
    for (const issuer of [
      'login.example.com',
      'http://login.example.com',
      'http://10.0.0.5',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'https://user:password@login.example.com',
      'https://login.example.com/?tenant=a',
      'https://login.example.com/#a',
      'https://login.example.com/.well-known/openid-configuration',
      'file:///etc/passwd',
    ]) {
      const [mistake = ''] = mistakes({ ...whole, POLYPARSE_OIDC_ISSUER: issuer })
      assert.match(mistake, /^POLYPARSE_OIDC_ISSUER must be the issuer of an identity provider, an `https:/, issuer)
    }
  })

  it('are refused where they are something else than rules, scopes or a name', () => {
    for (const [variable, value, allowed] of [
      ['POLYPARSE_OIDC_OPERATORS', 'admins', /must be claims with values, as in `groups=admins/],
      [
        'POLYPARSE_OIDC_ACCOUNTS',
        'groups=staff',
        /must be claims with values and accounts, as in `groups=research=>res/,
      ],
      ['POLYPARSE_OIDC_SCOPES', 'email profile', /must be scopes separated by spaces, `openid` among them/],
      ['POLYPARSE_OIDC_NAME', 'x'.repeat(41), /must be 1 to 40 characters/],
    ] as const) {
      const [mistake = ''] = mistakes({ ...whole, [variable]: value })
      assert.ok(mistake.startsWith(variable))
      assert.match(mistake, allowed)
    }
  })
})
