import { SessionState, type BrowserSession, type IdentityProviderLink } from '@polyparse/contract/sessions'
import { requestJson, type Call } from './request.ts'

/** The provider as the last answer had it. */
let identityProvider: IdentityProviderLink | null | undefined

const request = async (call: Call): Promise<BrowserSession | null> => {
  const state = await requestJson(null, '/api/session', SessionState, call)
  identityProvider = state.identityProvider ?? null
  return state.session
}

/** The session of this browser; null if it is not signed in. */
export const fetchSession = (signal?: AbortSignal): Promise<BrowserSession | null> =>
  request(signal === undefined ? {} : { signal })

/** The identity provider by which people sign in; null if there is none, or the service does not answer. */
export const readIdentityProvider = async (signal?: AbortSignal): Promise<IdentityProviderLink | null> => {
  try {
    if (identityProvider === undefined) await fetchSession(signal)
  } catch {
    // The form works without it.
  }
  return identityProvider ?? null
}

const redeemed = new Map<string, Promise<BrowserSession | null>>()

/** Signs this browser in by the code of a link, which works once: a second call gets the answer of the first. */
export const redeemLink = (code: string): Promise<BrowserSession | null> => {
  const known = redeemed.get(code)
  if (known !== undefined) return known
  const answer = request({ method: 'POST', body: { code } })
  redeemed.set(code, answer)
  return answer
}

/** Signs this browser out. */
export const endBrowserSession = async (): Promise<void> => {
  await request({ method: 'DELETE' })
}
