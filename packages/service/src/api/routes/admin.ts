import {
  type AdminChecks,
  type AdminJobDetail,
  type AdminJobList,
  AdminJobQuery,
  type BackupTicket,
  type CheckedProviders,
  CreateKeyBody,
  DiagnosisBody,
  ProviderKeyBody,
  ProviderKeyName,
  RotateKeyBody,
  SignInLinkBody,
  SpendingQuery,
  WebhookSecretBody,
} from '@polyparse/contract/admin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { KeyRequestError } from '../../accounts/names.ts'
import { BackupError } from '../../backup/format.ts'
import { checks } from '../../doctor/doctor.ts'
import { readAdminFigures } from '../admin-figures.ts'
import { isBySession, requireOperator } from '../admin-guard.ts'
import { createOperator } from '../admin-operator.ts'
import { readAdminSpending } from '../admin-spending.ts'
import { withoutDocument, withoutMessages } from '../admin-wire.ts'
import { receiveJson } from '../create-job/receive.ts'
import { createDownloadTickets } from '../download-tickets.ts'
import { baseUrlOf } from '../http-server.ts'
import { createBodyReader } from '../json-body.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem, validationError } from '../problems.ts'
import { createQueryReader } from '../query.ts'
import { requireKnownHost } from '../require-known-host.ts'
import type { Shutdown } from '../shutdown.ts'
import { answerSlowly } from '../slow-answer.ts'

type Id = { Params: { id: string } }

/** The parts of the API that the admin routes need. */
export type AdminParts = Pick<
  ApiParts,
  | 'database'
  | 'blobs'
  | 'clock'
  | 'catalog'
  | 'adminToken'
  | 'providerKeys'
  | 'webhookSecrets'
  | 'readQueue'
  | 'checkProviders'
  | 'backUp'
> & {
  readonly settings: Pick<
    ApiParts['settings'],
    'host' | 'baseUrl' | 'resultRetentionSeconds' | 'jobRetentionSeconds' | 'paidPagesPerDay' | 'paidCostPerJob'
  >
  /** How long an answer may take to begin. Default: 20,000. */
  readonly silenceMs?: number
}

/**
 * The operator's routes, `/api/admin/…`: not part of the public interface, and inaccessible without the admin token.
 */
export const registerAdminRoutes = (app: FastifyInstance, parts: AdminParts, shutdown: Shutdown): void => {
  const baseUrl = () => baseUrlOf(app, parts.settings.baseUrl)
  const operator = createOperator({ ...parts, baseUrl })

  const tickets = createDownloadTickets(parts.clock)
  const canBackUp = parts.backUp !== undefined && parts.database.kind === 'pglite'
  const sendBackup = async (reply: FastifyReply): Promise<FastifyReply> => {
    const content = await possible(requireAdminResource(parts.backUp ?? null)())
    // The client may have gone meanwhile.
    if (reply.raw.destroyed) content.destroy()
    return reply.type('application/x-tar').send(content)
  }

  const listJobs = async (request: FastifyRequest): Promise<AdminJobList> => {
    const { jobs, nextCursor } = await operator.listJobs(readJobsQuery(request.query))
    return { jobs: isBySession(request) ? jobs.map(withoutDocument) : jobs, nextCursor }
  }
  const readJob = async (request: FastifyRequest<Id>): Promise<AdminJobDetail> => {
    const job = requireAdminResource(await operator.readJob(request.params.id))
    return isBySession(request) ? withoutMessages(job) : job
  }

  const routes = async (admin: FastifyInstance) => {
    admin.addHook('onRequest', requireKnownHost(parts))
    admin.addHook('onRequest', requireOperator(parts))
    admin.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    admin.get('/accounts', async () => ({ accounts: await operator.listAccounts() }))

    admin.get('/sessions', async () => ({ sessions: await operator.listSessions() }))
    admin.post<Id>('/sessions/:id/end', async ({ params }) =>
      requireAdminResource(await operator.endSession(params.id)),
    )
    admin.post('/sign-in-links', async (request, reply) => {
      const body = readSignInLinkBody(await receiveJson(request, reply, shutdown))
      return reply.code(201).send(requireAdminResource(await operator.createSignInLink(body)))
    })

    admin.post('/webhook-secret', async (request, reply) => {
      const body = readSecretBody(await receiveJson(request, reply, shutdown))
      return requireAdminResource(await operator.webhookSecret(body))
    })

    admin.get('/provider-keys', async ({ query }) => ({
      providerKeys: await operator.listProviderKeys(readKeysQuery(query)),
    }))
    admin.post('/provider-keys', async (request, reply) => {
      const body = readProviderKeyBody(await receiveJson(request, reply, shutdown))
      return requireAdminResource(await possible(operator.setProviderKey(body)))
    })
    admin.post('/provider-keys/remove', async (request, reply) => {
      const body = readProviderKeyName(await receiveJson(request, reply, shutdown))
      return requireAdminResource(await operator.removeProviderKey(body))
    })

    admin.get('/keys', async ({ query }) => ({ keys: await operator.listKeys(readKeysQuery(query)) }))
    admin.post('/keys', async (request, reply) => {
      const body = readCreateBody(await receiveJson(request, reply, shutdown))
      return reply.code(201).send(await possible(operator.createKey(body)))
    })
    admin.post<Id>('/keys/:id/disable', async ({ params }) =>
      requireAdminResource(await operator.disableKey(params.id)),
    )
    admin.post<Id>('/keys/:id/enable', async ({ params }) => requireAdminResource(await operator.enableKey(params.id)))
    admin.post<Id>('/keys/:id/rotate', async (request, reply) => {
      const body = readRotateBody(await receiveJson(request, reply, shutdown))
      return reply.code(201).send(requireAdminResource(await possible(operator.rotateKey(request.params.id, body))))
    })

    admin.get('/figures', async () => readAdminFigures(parts))

    admin.get('/spending', async ({ query }) => readAdminSpending(parts, readSpendingQuery(query)))
    admin.post('/providers/check', async (_request, reply) => {
      const checked = parts.checkProviders?.() ?? Promise.resolve([])
      return answerSlowly(
        reply,
        checked.then((providers): CheckedProviders => ({ providers })),
        parts.silenceMs,
      )
    })

    admin.get('/jobs', (request) => listJobs(request))
    admin.get<Id>('/jobs/:id', (request) => readJob(request))
    admin.get('/doctor', async (): Promise<AdminChecks> => ({
      checks: checks.map(({ name, right }) => ({ name, right })),
      canBackUp,
    }))
    admin.post('/doctor', async (request, reply) => {
      const body = readDiagnosisBody(await receiveJson(request, reply, shutdown))
      return answerSlowly(reply, operator.diagnose(body).then(requireAdminResource), parts.silenceMs)
    })
    admin.post('/backup', async (_request, reply) => sendBackup(reply))
    admin.post('/backup/tickets', async (): Promise<BackupTicket> => {
      requireAdminResource(canBackUp ? true : null)
      return { path: `/api/admin/backup/${tickets.create()}` }
    })
    admin.post<Id>('/jobs/:id/cancel', async ({ params }) => requireAdminResource(await operator.cancelJob(params.id)))
    admin.post<Id>('/jobs/:id/retry', async ({ params }) => requireAdminResource(await operator.retryJob(params.id)))
  }
  app.register(routes, { prefix: '/api/admin' })

  // A browser follows this link, and cannot send a header: it needs a ticket instead.
  app.get<{ Params: { ticket: string } }>('/api/admin/backup/:ticket', async ({ params }, reply) => {
    if (!tickets.use(params.ticket))
      throw new RequestProblem('not_found', { detail: 'The ticket was used or has expired.' })
    const name = `polyparse-${parts.clock().toISOString().slice(0, 10)}.tar`
    reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${name}"`)
    return sendBackup(reply)
  })
}

const readKeysQuery = createQueryReader(Type.Object({ account: Type.Optional(Type.String()) }))
const readSpendingQuery = createQueryReader(SpendingQuery)
const readJobsQuery = createQueryReader(AdminJobQuery)

const readCreateBody = createBodyReader(CreateKeyBody)
const readRotateBody = createBodyReader(RotateKeyBody)
const readDiagnosisBody = createBodyReader(DiagnosisBody)
const readProviderKeyBody = createBodyReader(ProviderKeyBody)
const readProviderKeyName = createBodyReader(ProviderKeyName)
const readSignInLinkBody = createBodyReader(SignInLinkBody)
const readSecretBody = createBodyReader(WebhookSecretBody)

const requireAdminResource = <Value>(value: Value | null): Value => {
  if (value === null) throw new RequestProblem('not_found', { detail: 'Nothing has this id or name.' })
  return value
}

/** A request that is impossible is answered with the reason. */
const possible = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof KeyRequestError) throw validationError([{ field: error.field, message: error.message }], error)
    if (error instanceof BackupError)
      throw new RequestProblem('validation_error', { detail: error.message, cause: error })
    throw error
  }
}
