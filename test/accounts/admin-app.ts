import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import type { OperatorParts } from '../../src/api/admin-operator.ts'
import { answerErrors } from '../../src/api/answer-errors.ts'
import { leaveBodiesAlone } from '../../src/api/content-type.ts'
import { registerAdminRoutes } from '../../src/api/routes/admin.ts'
import { prepareShutdown } from '../../src/api/shutdown.ts'

/** The admin routes, and as much of the API about them as they and the command line need. */
export const createAdminApp = (parts: OperatorParts & { readonly adminToken: string }) => {
  const app = fastify({ genReqId: () => randomUUID() })
  app.setErrorHandler(answerErrors(() => 'http://localhost'))
  leaveBodiesAlone(app)
  app.get('/api/v1/health', async () => ({ status: 'ok' }))
  registerAdminRoutes(app, parts, prepareShutdown(app))
  return app
}
