import { RedeemLinkBody, type BrowserSession, type SessionState } from '@polyparse/contract/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endSession, type Session } from '../../accounts/sessions.ts'
import { redeemSignInLink } from '../../accounts/sign-in-links.ts'
import { clearSession, isOfApp, sessionOf, setSession } from '../browser-session.ts'
import { receiveJson } from '../create-job/receive.ts'
import { createBodyReader } from '../json-body.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { requireKnownHost } from '../require-known-host.ts'
import type { Shutdown } from '../shutdown.ts'
import { limitSignInTries } from '../sign-in-tries.ts'
import { signInPath } from './oidc.ts'

/** Serves how the web app signs a browser in and out, `/api/session`: not part of the public interface. */
export const registerSessionRoutes = (
  app: FastifyInstance,
  parts: Pick<ApiParts, 'database' | 'clock' | 'settings' | 'identity'>,
  shutdown: Shutdown,
): void => {
  const { database, clock, settings, identity } = parts
  const limitTries = limitSignInTries(clock)
  const stateOf = (session: Session | null): SessionState => ({
    session: session === null ? null : wireOfSession(session),
    ...(identity !== undefined && {
      identityProvider: { name: identity.provider.name, signInUrl: `${identity.baseUrl}${signInPath}` },
    }),
  })

  const routes = async (session: FastifyInstance) => {
    session.addHook('onRequest', requireKnownHost(parts))
    session.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    session.get('/session', (request) => sessionOf(request, parts).then(stateOf))

    session.post('/session', async (request, reply): Promise<SessionState> => {
      requireApp(request)
      limitTries(request)
      const { code } = readLinkBody(await receiveJson(request, reply, shutdown, { maxBytes: maxBodyBytes }))
      const created = await redeemSignInLink(database, code, clock())
      if (created === null)
        throw new RequestProblem('unauthorized', {
          detail: 'The sign-in link was used before, has expired or is wrong.',
        })
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

/** Anyone may send one, and a sign-in link is short. */
const maxBodyBytes = 16 * 1024

const readLinkBody = createBodyReader(RedeemLinkBody)

/** Otherwise the page of another site could sign a visitor in or out. */
const requireApp = (request: FastifyRequest): void => {
  if (!isOfApp(request))
    throw new RequestProblem('forbidden', { detail: 'Only the web app of this service may do this.' })
}

const wireOfSession = ({ account, role, person, expiresAt }: Session): BrowserSession => ({
  account: account?.name ?? null,
  role,
  person,
  expiresAt: expiresAt.toISOString(),
})
