import type { BrowserSession } from '@polyparse/contract/sessions'
import { createApiClient } from '../api/client.ts'
import { AnsweredProblem } from '../api/errors.ts'
import { fetchSession, redeemLink } from '../api/session-client.ts'
import { go, hrefOf } from '../routing/route.ts'
import type { Entered } from './access.ts'

/** Signs in with a key. @throws {ProblemError} {@link UnreachableError} */
export const enterWithKey = async (key: string, signal?: AbortSignal): Promise<Entered> => {
  const { providers } = await createApiClient(key).catalog(signal)
  return { access: { key }, providers }
}

/**
 * Signs in without asking: by the code of a link, by the key that this tab has, or by the session of the browser; null if
 * there is none of them. An operator without an account has nothing but the administration.
 */
export const enter = async (
  { code, savedKey }: { readonly code: string | null; readonly savedKey: string | null },
  signal: AbortSignal,
): Promise<Entered | null> => {
  if (code === null && savedKey !== null) return enterWithKey(savedKey, signal)
  const browser = await (code === null ? fetchSession(signal) : redeemOrKeep(code, signal))
  if (browser === null) return null
  if (browser.account === null) {
    go(hrefOf(['admin']), { replace: true })
    return null
  }
  const { providers } = await createApiClient(null).catalog(signal)
  return { access: { browser }, providers }
}

/** A link works once: opened again, it leads to where this browser is signed in already. */
const redeemOrKeep = async (code: string, signal: AbortSignal): Promise<BrowserSession | null> => {
  try {
    return await redeemLink(code)
  } catch (error) {
    const isUsed = error instanceof AnsweredProblem && error.problem.code === 'unauthorized'
    const kept = isUsed ? await fetchSession(signal) : null
    if (kept === null) throw error
    return kept
  }
}
