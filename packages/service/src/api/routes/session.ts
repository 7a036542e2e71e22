import { RedeemLinkBody, type BrowserSession, type SessionState } from '@polyparse/contract/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endSession, type Session } from '../../accounts/sessions.ts'
import { redeemSignInLink } from '../../accounts/sign-in-links.ts'
import { clearSession, isOfApp, sessionOf, setSession } from '../browser-session.ts'
import { receiveJson } from '../create-job/receive.ts'
import { createBodyReader } from '../json-body.ts'
import type { ApiParts } from '../parts.ts'
import { ProblemError } from '../problems.ts'
import { createWindows } from '../rate-limit.ts'
import { requireKnownHost } from '../require-known-host.ts'
import type { Shutdown } from '../shutdown.ts'

/**
 * Per address, which all callers behind a proxy share. A code of 190 random bits cannot be guessed; this bounds the queries
 * of those who try.
 */
const maxTriesAMinute = 120

/** How the web app signs a browser in and out, `/api/session`: not part of the public interface. */
export const registerSessionRoutes = (
  app: FastifyInstance,
  parts: Pick<ApiParts, 'database' | 'clock' | 'settings'>,
  shutdown: Shutdown,
): void => {
  const { database, clock, settings } = parts
  const countTries = createWindows(clock)

  const limitTries = ({ ip }: FastifyRequest): void => {
    const { used, secondsLeft } = countTries(ip)
    if (used <= maxTriesAMinute) return
    const detail = `An address may try ${maxTriesAMinute} times a minute to sign in.`
    throw new ProblemError('rate_limited', { detail, headers: { 'retry-after': String(secondsLeft) } })
  }

  const routes = async (session: FastifyInstance) => {
    session.addHook('onRequest', requireKnownHost(parts))
    session.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    session.get('/session', (request) => sessionOf(request, parts).then(stateOf))

    session.post('/session', async (request, reply): Promise<SessionState> => {
      requireApp(request)
      limitTries(request)
      const { code } = readLinkBody(await receiveJson(request, reply, shutdown))
      const created = await redeemSignInLink(database, code, clock())
      if (created === null)
        throw new ProblemError('unauthorized', { detail: 'The sign-in link was used before, has expired or is wrong.' })
      setSession(request, reply, created, settings)
      return stateOf(created.session)
    })

    session.delete('/session', async (request, reply): Promise<SessionState> => {
      requireApp(request)
      const current = await sessionOf(request, parts)
      if (current !== null) await endSession(database, current.id)
      clearSession(request, reply, settings)
      return stateOf(null)
    })
  }
  app.register(routes, { prefix: '/api' })
}

const readLinkBody = createBodyReader(RedeemLinkBody)

/** Otherwise the page of another site could sign a visitor in or out. */
const requireApp = (request: FastifyRequest): void => {
  if (!isOfApp(request))
    throw new ProblemError('forbidden', { detail: 'Only the web app of this service may do this.' })
}

const stateOf = (session: Session | null): SessionState => ({ session: session === null ? null : wireOf(session) })

const wireOf = ({ account, role, person, expiresAt }: Session): BrowserSession => ({
  account: account?.name ?? null,
  role,
  person,
  expiresAt: expiresAt.toISOString(),
})
