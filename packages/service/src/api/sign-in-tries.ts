import type { FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import { limitUses } from './rate-limit.ts'

/**
 * Per address, which all callers behind a proxy share that is not trusted to name them. A code of 190 random bits cannot be guessed; this bounds what those
 * who try cost the database and the identity provider.
 */
const maxTriesAMinute = 120

/** Counts a try to sign in, and refuses one too many. */
export const limitSignInTries = (clock: Clock): ((request: Pick<FastifyRequest, 'ip'>) => void) => {
  const count = limitUses(maxTriesAMinute, `An address may try ${maxTriesAMinute} times a minute to sign in.`, clock)
  return ({ ip }) => count(ip)
}
