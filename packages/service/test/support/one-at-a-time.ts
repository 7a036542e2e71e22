import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startServer, type Place, type Server } from './server.ts'

const service = fileURLToPath(new URL('remote-service.ts', import.meta.url))

/** A service whose worker does one thing at a time, with a remote provider; killed when the test ends. */
export const startOneAtATime = async (
  t: TestContext,
  place: Place,
  { vendorUrl, answerSeconds }: { readonly vendorUrl: string; readonly answerSeconds: number },
): Promise<Server> => {
  const settings = {
    POLYPARSE_WORKER_CONCURRENCY: '1',
    TEST_VENDOR_URL: vendorUrl,
    TEST_VENDOR_OPTIONS: JSON.stringify({ pollInSeconds: 1, limits: { answerSeconds, deadlineSeconds: 3600 } }),
  }
  const server = await startServer(place, settings, service)
  t.after(() => server.end('SIGKILL'))
  return server
}
