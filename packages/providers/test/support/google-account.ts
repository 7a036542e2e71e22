import { createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import type { FakeRequest, FakeReply } from './fake.ts'

/** A key that is made for each run of the tests. Their other processes inherit it. */
const variable = 'FAKE_GOOGLE_PRIVATE_KEY'
const privateKey =
  process.env[variable] ??
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
process.env[variable] = privateKey
const publicKey = createPublicKey(privateKey)

/** A line of the key, which must not appear anywhere. */
export const privateKeyLine = privateKey.split('\n')[3] ?? ''

/** The accounts that Google knows: one that may use the processor, and one that may not. */
export const accounts = {
  reader: 'reader@fake-project.iam.gserviceaccount.com',
  stranger: 'stranger@other-project.iam.gserviceaccount.com',
} as const

/** The key of an account, as Google Cloud gives it out. */
export const keyOfAccount = (account: string): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'fake-project',
    private_key_id: 'key-1',
    private_key: privateKey,
    client_email: account,
    client_id: '1',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: 'https://elsewhere.invalid/token',
  })

export type Tokens = {
  /** The answer to a request for a token. */
  readonly issue: (asked: FakeRequest, url: string) => FakeReply
  /** Whose token it is; null: it is none that is valid. */
  readonly holder: (authorization: string | undefined) => string | null
  /** No token is valid any more. */
  readonly revoke: () => void
}

/** The token endpoint of Google, for service accounts (RFC 7523). */
export const createTokens = ({ seconds = 3599 }: { readonly seconds?: number }): Tokens => {
  const holders = new Map<string, string>()
  return {
    issue: ({ body, headers }, url) => {
      const given = new URLSearchParams(body.toString())
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') return invalid('invalid_request')
      if (given.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        return invalid('unsupported_grant_type')
      const account = accountIn(given.get('assertion') ?? '', `${url}/token`)
      if (account === null) return invalid('invalid_grant', 'Invalid JWT Signature.')
      const token = `ya29.fake-${randomUUID()}`
      holders.set(token, account)
      return { status: 200, json: { access_token: token, expires_in: seconds, token_type: 'Bearer' } }
    },
    holder: (authorization) => holders.get(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '') ?? null,
    revoke: () => holders.clear(),
  }
}

const invalid = (error: string, description = 'Bad request.'): FakeReply => ({
  status: 400,
  json: { error, error_description: description },
})

const accountIn = (assertion: string, audience: string): string | null => {
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return null
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const { iss, aud, scope, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isCurrent = Math.abs(iat - Date.now() / 1000) < 300 && exp > iat && exp - iat <= 3600
  const isMeant = aud === audience && scope === 'https://www.googleapis.com/auth/cloud-platform'
  return alg === 'RS256' && kid === 'key-1' && isCurrent && isMeant ? String(iss) : null
}
