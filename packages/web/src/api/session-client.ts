import { SessionState, type BrowserSession } from '@polyparse/contract/sessions'
import { requestJson } from './request.ts'

const path = '/api/session'

/** The session of this browser; null if it is not signed in. */
export const readSession = async (signal?: AbortSignal): Promise<BrowserSession | null> =>
  (await requestJson(null, path, SessionState, signal === undefined ? {} : { signal })).session

const redeemed = new Map<string, Promise<BrowserSession | null>>()

/** Signs this browser in by the code of a link, which works once: a second call gets the answer of the first. */
export const redeemLink = (code: string): Promise<BrowserSession | null> => {
  const known = redeemed.get(code)
  if (known !== undefined) return known
  const answer = requestJson(null, path, SessionState, { method: 'POST', body: { code } }).then(
    ({ session }) => session,
  )
  redeemed.set(code, answer)
  return answer
}

/** Signs this browser out. */
export const endSession = async (): Promise<void> => {
  await requestJson(null, path, SessionState, { method: 'DELETE' })
}
