import { Type } from '@polyparse/document/typebox'
import { createVendorHttp, type Signature, type VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { ProviderFailure } from '../../provider.ts'
import { answerReader } from '../../read-answer.ts'
import { valueAt } from '../../vendor-options.ts'
import type { ServiceAccount } from './service-account.ts'

const scope = 'https://www.googleapis.com/auth/cloud-platform'
/** The longest that Google accepts. */
const assertionSeconds = 3600
/** The time for the exchange of the key. */
const tokenRequestTimeoutSeconds = 30
/** A token that ends sooner is not used any more: a request may take a while to be judged. */
const marginSeconds = 120

type Token = { readonly value: string; readonly endsAt: number }

type Issuer = { readonly name: string; readonly tokenUrl: string; readonly account: ServiceAccount }

/**
 * Signs requests with the access token of a service account (RFC 7523). A token is fetched once for all requests that need
 * one, kept until shortly before it expires, and replaced when it is rejected earlier.
 */
export const accessTokens = ({ name, tokenUrl, account }: Issuer) => {
  const url = new URL(tokenUrl)
  const http = createVendorHttp({
    name,
    baseUrl: url.origin,
    headers: {},
    secrets: [],
    problemOf: problemOfTokenAnswer,
  })
  const readToken = answerReader(
    name,
    Type.Object({ access_token: Type.String({ pattern: '^\\S+$' }), expires_in: Type.Number({ minimum: 0 }) }),
  )
  let token: Token | null = null
  let fetching: Promise<Token> | null = null

  const fetchToken = async (): Promise<Token> => {
    try {
      const now = Date.now()
      const { body } = await http.json({
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        body: {
          parameters: {
            grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
            assertion: await assertionOf(account, { audience: tokenUrl, now }),
          },
        },
        isSafe: true,
        // The signal is not that of a caller, for others wait for the same token.
        signal: AbortSignal.timeout(tokenRequestTimeoutSeconds * 1000),
        seconds: tokenRequestTimeoutSeconds,
      })
      const { access_token: value, expires_in: lifetime } = readToken(body)
      token = { value, endsAt: now + (lifetime - marginSeconds) * 1000 }
      return token
    } catch (error) {
      throw nothingSent(error)
    }
  }

  return async (): Promise<Signature> => {
    const known = token !== null && token.endsAt > Date.now() ? token : null
    if (known === null) fetching ??= fetchToken().finally(() => (fetching = null))
    const used = known ?? (await fetching)
    if (used === null) throw new TypeError('a token is known or fetched')
    return {
      headers: { authorization: `Bearer ${used.value}` },
      secrets: [used.value],
      // A token that has just been fetched is not rejected for its age.
      ...(known !== null && { renew: () => void (token = token === known ? null : token) }),
    }
  }
}

/** The claim of the account to be itself, as a JSON Web Token. */
const assertionOf = async (
  { private_key_id: kid, client_email, privateKey }: ServiceAccount,
  { audience, now }: { readonly audience: string; readonly now: number },
): Promise<string> => {
  const { SignJWT } = await import('jose/jwt/sign')
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setIssuer(client_email)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + assertionSeconds)
    .sign(privateKey)
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2: what is wrong is the key, or the clock of this machine. */
const problemOfTokenAnswer = ({ status, body }: VendorAnswer): VendorProblem | null =>
  status === 400 && typeof valueAt(body, ['error']) === 'string' ? 'auth' : null

const nothingSent = (error: unknown): unknown => {
  if (!(error instanceof ProviderFailure)) return error
  const { code, message, transient, retryAfterSeconds } = error
  return new ProviderFailure(code, message, { transient, retryAfterSeconds, notAccepted: true, cause: error })
}
