import { withRetries } from '@polyparse/outbound'
import type { AcceptedWork, Reference } from '@polyparse/providers/port'
import { parseRequest } from '../parse-request.ts'
import type { WorkerParts } from '../parts.ts'
import { callProvider } from './call.ts'
import type { RemoteRun } from './remote-run.ts'

const findSeconds = 30

/**
 * Looks for the work of a submit whose outcome is unknown among what the vendor lists, several times: it may be slow to
 * list it, or be away for a moment. null: the outcome remains unknown.
 */
export const findWork = async (
  parts: WorkerParts,
  work: RemoteRun,
  submission: { readonly upload: Reference | null; readonly token: string; readonly secondsAgo: number },
): Promise<AcceptedWork | null> => {
  const { provider, logger } = work
  if (provider.find === undefined) return null
  const ask = provider.find.bind(provider)
  const asked = { request: parseRequest(parts, work, provider), ...submission }
  const look = async (): Promise<AcceptedWork> => {
    const found = await callProvider(provider, 'find', findSeconds, (own) => ask(asked, own))
    if (found === null) throw new NotListedError(`${provider.name} lists no such work`)
    return found
  }
  const judge = () => ({ retry: true })
  const pauses = { pausesMs: parts.limits.findPausesMs, windowMs: Number.POSITIVE_INFINITY, judge }
  try {
    const found = await withRetries(look, pauses)
    logger.info({ reference: found.reference }, 'the vendor has accepted the submit whose answer did not come')
    return found
  } catch (error) {
    logger.info({ err: error }, 'the work of a submit without an answer was not found at the vendor')
    return null
  }
}

class NotListedError extends Error {
  override readonly name = 'NotListedError'
}
