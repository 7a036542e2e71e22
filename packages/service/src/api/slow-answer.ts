import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Proxies usually give up on a silent server after 60 s, Node's `fetch` after 300 s. */
const standardSilenceMs = 20_000

/**
 * Answers with JSON that may take hours to make. Spaces, which may precede a JSON value, keep the connection in use
 * meanwhile. What fails after the first of them can only break off the answer, because its status has been sent.
 */
export const answerSlowly = async (
  reply: FastifyReply,
  work: Promise<object>,
  silenceMs = standardSilenceMs,
): Promise<object> => {
  const soon = await withinSilence(work, silenceMs)
  return soon ?? reply.type('application/json; charset=utf-8').send(Readable.from(spacesBefore(work, silenceMs)))
}

async function* spacesBefore(work: Promise<object>, silenceMs: number): AsyncGenerator<string> {
  for (let value: object | null = null; value === null; value = await withinSilence(work, silenceMs)) yield ' '
  yield JSON.stringify(await work)
}

const withinSilence = (work: Promise<object>, silenceMs: number): Promise<object | null> =>
  Promise.race([work, setTimeout(silenceMs, null, { ref: false })])
