import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { sameToken } from '../accounts/admin-token.ts'
import type { Session } from '../accounts/sessions.ts'
import { sessionOf, type SessionParts } from './browser-session.ts'
import { RequestProblem } from './problems.ts'

const bySession = new WeakMap<FastifyRequest, Session>()

/** Tells whether an operator has signed in with a browser and has not shown the admin token, whose holder can read all data. */
export const isBySession = (request: FastifyRequest): boolean => bySession.has(request)

/** The session of the operator who asks; null with the admin token. */
export const sessionOfOperator = (request: FastifyRequest): Session | null => bySession.get(request) ?? null

/**
 * Lets a request through with the admin token, or with the session of a browser in which an operator has signed in. The
 * API key of an account is neither.
 */
export const requireOperator =
  (parts: SessionParts & { readonly adminToken: string }): onRequestAsyncHookHandler =>
  async (request) => {
    const { authorization } = request.headers
    const session = authorization === undefined ? await sessionOf(request, parts) : null
    if (session?.role === 'operator') {
      bySession.set(request, session)
      return
    }
    if (session !== null) throw new RequestProblem('forbidden', { detail: 'Only an operator may do this.' })
    const given = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1]
    if (given === undefined || !sameToken(given, parts.adminToken))
      throw new RequestProblem('unauthorized', {
        detail: 'The admin token is missing or wrong: send `Authorization: Bearer <admin token>`.',
        headers: { 'www-authenticate': 'Bearer' },
      })
  }
