import type { Scope } from '@polyparse/contract'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { authenticate, type Caller } from '../accounts/authenticate.ts'
import { allows } from '../accounts/restrictions.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { ProblemError } from './problems.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

const unauthorized = (detail: string): ProblemError =>
  new ProblemError('unauthorized', { detail, headers: { 'www-authenticate': 'Bearer' } })

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

/** Lets a request through, after {@link requireKey}, only with a key that has the scope. */
export const requireScope =
  (scope: Scope): onRequestAsyncHookHandler =>
  async (request) =>
    checkScope(request, scope)

/** @throws {ProblemError} `forbidden` when the key of the request lacks the scope. */
export const checkScope = (request: FastifyRequest, scope: Scope): void => {
  if (!allows(callerOf(request), scope))
    throw new ProblemError('forbidden', { detail: `This needs an API key with the scope \`${scope}\`.` })
}

/** The caller of a request that has passed {@link requireKey}. */
export const callerOf = (request: FastifyRequest): Caller => {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`the route ${request.routeOptions.url} does not require a key`)
  return caller
}

/** For the log: the caller of a request, as far as it was authenticated. */
export const knownCaller = (request: FastifyRequest): Caller | undefined => callers.get(request)
