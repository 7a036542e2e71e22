import type { Scope } from '@polyparse/contract'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { authenticate, callerOfSession, type Caller } from '../accounts/authenticate.ts'
import { allows } from '../accounts/restrictions.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { sessionOf, type SessionParts } from './browser-session.ts'
import { RequestProblem } from './problems.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

export const unauthorized = (detail: string): RequestProblem =>
  new RequestProblem('unauthorized', { detail, headers: { 'www-authenticate': 'Bearer' } })

/** Lets a request through only with a key that is valid now. All invalid keys get the same answer. */
export const requireKey =
  ({ database, clock }: { database: Database; clock: Clock }): onRequestAsyncHookHandler =>
  async (request) => {
    const { authorization } = request.headers
    if (authorization === undefined) throw unauthorized('The API key is missing: send `Authorization: Bearer <key>`.')
    const key = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
    const caller = key === undefined ? null : await authenticate(database, key, clock())
    if (caller === null) throw unauthorized('The API key is invalid, disabled or expired.')
    callers.set(request, caller)
  }

/** The same, and lets the browser through that is signed in, too: a request without a key counts by its session. */
export const requireKeyOrSession = (parts: SessionParts): onRequestAsyncHookHandler => {
  const withKey = requireKey(parts)
  return async function (request, reply) {
    const session = request.headers.authorization === undefined ? await sessionOf(request, parts) : null
    if (session === null) {
      await withKey.call(this, request, reply)
      return
    }
    const caller = callerOfSession(session)
    if (caller === null)
      throw new RequestProblem('forbidden', {
        detail: 'Who has signed in has no account, and jobs belong to accounts.',
      })
    callers.set(request, caller)
  }
}

/** Lets a request through, after {@link requireKey}, only with a key that has the scope. */
export const requireScope =
  (scope: Scope): onRequestAsyncHookHandler =>
  async (request) =>
    checkScope(request, scope)

/** @throws {ProblemError} `forbidden` when the key of the request lacks the scope. */
export const checkScope = (request: FastifyRequest, scope: Scope): void => {
  if (!allows(callerOf(request), scope))
    throw new RequestProblem('forbidden', { detail: `This needs an API key with the scope \`${scope}\`.` })
}

/** The caller of a request that has passed {@link requireKey}. */
export const callerOf = (request: FastifyRequest): Caller => {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`the route ${request.routeOptions.url} does not require a key`)
  return caller
}

/** The caller of a request, as far as it was authenticated. */
export const knownCaller = (request: FastifyRequest): Caller | undefined => callers.get(request)
