import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify'
import { limits } from '@polyparse/contract'
import { findShare } from '../accounts/shares.ts'
import { unauthorized } from './authenticate.ts'
import type { ApiParts } from './parts.ts'
import { RequestProblem } from './problems.ts'
import { limitUses } from './rate-limit.ts'

type FoundShare = NonNullable<Awaited<ReturnType<typeof findShare>>>

const shares = new WeakMap<FastifyRequest, FoundShare>()

/** The link of a request that has passed {@link requireShare}. */
export const shareOf = (request: FastifyRequest): FoundShare => {
  const share = shares.get(request)
  if (share === undefined) throw new Error(`the route ${request.routeOptions.url} does not require a link`)
  return share
}

/** The same whatever is wrong with a link, so that no answer tells whether there ever was one. */
export const noSuchShare = (): RequestProblem =>
  new RequestProblem('not_found', { detail: 'There is no such link, or it is not valid any more.' })

/**
 * Per address, which all callers behind a proxy share that is not trusted to name them. A token of 190 random bits cannot be
 * guessed; this bounds what those who try cost the database.
 */
const maxWrongLinksAMinute = 120

/** Lets a request through only with the token of a link that is valid now, as often as a link may be used. */
export const requireShare = ({ database, clock, settings }: ApiParts): onRequestAsyncHookHandler => {
  const perMinute = Math.min(limits.shares.requestsPerMinute, settings.requestsPerMinute ?? Infinity)
  const use = limitUses(perMinute, `A link may be used for ${perMinute} requests in a minute.`, clock)
  const fail = limitUses(maxWrongLinksAMinute, `An address may try ${maxWrongLinksAMinute} links in a minute.`, clock)
  return async (request) => {
    if (request.headers.authorization === undefined)
      throw unauthorized('The token of the link is missing: send `Authorization: Bearer <token>`.')
    const token = /^bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1]
    const isLooked = token !== undefined && settings.sharing === 'on'
    const share = isLooked ? await findShare(database, token, clock()) : null
    if (share === null) {
      fail(request.ip)
      throw noSuchShare()
    }
    use(share.id)
    shares.set(request, share)
  }
}

/**
 * Headers of answers by a link: no cache keeps them, no search engine lists them, and no other site learns where the
 * link was opened.
 */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
} as const

/** Keeps all answers of a route private, errors included. */
export const keepPrivate: onSendAsyncHookHandler = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.headers(privateHeaders)
}
