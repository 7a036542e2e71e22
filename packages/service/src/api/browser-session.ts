import { sessionHeader } from '@polyparse/contract/sessions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readSession, type CreatedSession, type Session } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { cookie, noCookie, readCookie, type CookieSettings } from './session-cookie.ts'

export type SessionParts = {
  readonly database: Database
  readonly clock: Clock
  readonly settings: CookieSettings
}

const name = 'session'

/**
 * The session of the browser that sends the request; null if it has none. A cookie counts only for requests of the app
 * itself: another page cannot send the header, and where the browser says what kind of page sends a request, it must be
 * one of this origin.
 */
export const sessionOf = async (
  request: FastifyRequest,
  { database, clock, settings }: SessionParts,
): Promise<Session | null> => {
  if (!isOfApp(request)) return null
  const secret = readCookie(name, request, settings)
  return secret === null ? null : readSession(database, secret, clock())
}

/** Tells whether the app has sent the request, and not the page of another origin. */
export const isOfApp = ({ headers }: FastifyRequest): boolean =>
  headers[sessionHeader] !== undefined && [undefined, 'same-origin'].includes(headers['sec-fetch-site'])

/** Gives the browser its session. */
export const setSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, session: { createdAt, expiresAt } }: CreatedSession,
  settings: CookieSettings,
): void => {
  const maxAgeSeconds = Math.floor((expiresAt.getTime() - createdAt.getTime()) / 1000)
  reply.header('set-cookie', cookie(name, { value: secret, maxAgeSeconds, sameSite: 'Strict' }, request, settings))
}

export const clearSession = (request: FastifyRequest, reply: FastifyReply, settings: CookieSettings): void => {
  reply.header('set-cookie', noCookie(name, request, settings))
}
