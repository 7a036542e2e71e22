import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { answerErrors } from '../../src/api/answer-errors.ts'
import { leaveBodiesAlone } from '../../src/api/body-hooks.ts'
import { registerAdminRoutes, type AdminParts } from '../../src/api/routes/admin.ts'
import { prepareShutdown } from '../../src/api/shutdown.ts'
import { testCatalog } from '../support/api.ts'
import { secretsOf } from '../support/webhook-secrets.ts'
import { testProviderKeys } from '../support/provider-keys.ts'

/** The admin routes, and as much of the API about them as they and the command line need. */
export const createAdminApp = (
  parts: Pick<AdminParts, 'database' | 'blobs' | 'clock' | 'adminToken'> &
    Partial<Omit<AdminParts, 'providerKeys' | 'webhookSecrets'>>,
) => {
  const app = fastify({ genReqId: () => randomUUID() })
  app.setErrorHandler(answerErrors(() => 'http://localhost'))
  leaveBodiesAlone(app)
  app.get('/api/v1/health', async () => ({ status: 'ok' }))
  const providerKeys = testProviderKeys(parts.database)
  const webhookSecrets = secretsOf(parts)
  const all = { catalog: testCatalog(), settings, ...parts, providerKeys, webhookSecrets }
  registerAdminRoutes(app, all, prepareShutdown(app))
  return app
}

const settings = {
  host: '127.0.0.1',
  baseUrl: null,
  resultRetentionSeconds: 7 * 24 * 3600,
  jobRetentionSeconds: 30 * 24 * 3600,
  paidPagesPerDay: null,
  paidCostPerJob: null,
}
