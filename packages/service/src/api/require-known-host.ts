import type { FastifyRequest } from 'fastify'
import { createHostCheck } from '../lib/known-host.ts'
import type { ApiParts } from './parts.ts'
import { validationError } from './problems.ts'

/** A hook for routes that a foreign website must not reach through a visitor's browser. */
export const requireKnownHost = ({
  settings,
}: {
  readonly settings: Pick<ApiParts['settings'], 'host' | 'baseUrl'>
}): ((request: Pick<FastifyRequest, 'headers'>) => Promise<void>) => {
  const isKnown = createHostCheck(settings)
  return async ({ headers: { host } }) => {
    if (isKnown(host)) return
    const message = 'must be an IP address, localhost, or the host of POLYPARSE_BASE_URL'
    throw validationError([{ field: 'Host', message }])
  }
}
