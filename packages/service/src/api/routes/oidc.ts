import type { SignInTrouble } from '@polyparse/contract/sessions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IdentityProviderError } from '../../accounts/identity-provider-error.ts'
import { signInByIdentity } from '../../accounts/sign-in-by-identity.ts'
import { flowMs } from '../../accounts/sign-in-flow.ts'
import { loggable } from '../../lib/loggable.ts'
import { setSession } from '../browser-session.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { requireKnownHost } from '../require-known-host.ts'
import { cookie, noCookie, readCookie } from '../session-cookie.ts'
import { limitSignInTries } from '../sign-in-tries.ts'

/** Leads a browser to the identity provider. */
export const signInPath = '/api/session/oidc'

/** The path to which the identity provider sends the browser back. */
export const callbackPath = `${signInPath}/callback`

const flowCookie = 'sign-in'

/**
 * Sends the browser to the identity provider, and receives it when it comes back. Both are addresses that the browser
 * visits, so they always redirect; if to the app, it says why a sign-in failed.
 */
export const registerOidcRoutes = (
  app: FastifyInstance,
  parts: Pick<ApiParts, 'database' | 'clock' | 'settings' | 'identity'>,
): void => {
  const { database, clock, settings, identity } = parts
  if (identity === undefined) return
  const { provider, rules, baseUrl } = identity
  const limitTries = limitSignInTries(clock)

  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const { url, flow } = await provider.begin(clock())
    const lax = { value: flow, maxAgeSeconds: flowMs / 1000, sameSite: 'Lax' } as const
    reply.header('set-cookie', cookie(flowCookie, lax, request, settings))
    return url.href
  }

  const finish = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const flow = readCookie(flowCookie, request, settings)
    if (flow === null) throw new IdentityProviderError('failed', 'This browser has not begun to sign in.')
    // Single use, whatever the outcome.
    reply.header('set-cookie', noCookie(flowCookie, request, settings))
    const query = URL.parse(request.url, baseUrl)?.search ?? ''
    const claims = await provider.finish(query, flow, clock())
    const created = await signInByIdentity(database, claims, rules, clock())
    if (created === null) {
      request.log.warn({ claims: Object.keys(claims) }, 'no rule lets somebody in whom the identity provider knows')
      return failed('refused')
    }
    setSession(request, reply, created, settings)
    return `${baseUrl}/#/`
  }

  const failed = (trouble: SignInTrouble): string => `${baseUrl}/#/?signIn=${trouble}`

  const sendOn = (work: typeof begin) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      limitTries(request)
      return reply.redirect(await work(request, reply), 303)
    } catch (error) {
      logTrouble(request, error)
      return reply.redirect(failed(error instanceof IdentityProviderError ? error.trouble : 'failed'), 303)
    }
  }

  const routes = async (oidc: FastifyInstance) => {
    oidc.addHook('onRequest', requireKnownHost(parts))
    oidc.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    })
    oidc.get(signInPath, { exposeHeadRoute: false }, sendOn(begin))
    oidc.get(callbackPath, { exposeHeadRoute: false }, sendOn(finish))
  }
  app.register(routes)
}

/** Logs only the message of an error of the provider: its causes may quote an answer. */
const logTrouble = ({ log }: FastifyRequest, error: unknown): void => {
  if (error instanceof IdentityProviderError)
    log.warn({ trouble: error.trouble, reason: error.message }, 'a sign-in by the identity provider failed')
  else log[error instanceof RequestProblem ? 'warn' : 'error']({ err: loggable(error) }, 'a sign-in failed')
}
