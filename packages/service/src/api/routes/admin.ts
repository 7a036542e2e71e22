import { type AdminChecks, type BackupTicket, type CheckedProviders, SpendingQuery } from '@polyparse/contract/admin'
import {
  type OperatorInputs,
  type OperatorRequest,
  type OperatorRequestName,
  operatorRequestNames,
  operatorRequests,
} from '@polyparse/contract/operator-requests'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type, type TObject } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { KeyRequestError } from '../../accounts/names.ts'
import { BackupError } from '../../backup/format.ts'
import { checks } from '../../doctor/doctor.ts'
import { readAdminFigures } from '../admin-figures.ts'
import { isBySession, requireOperator } from '../admin-guard.ts'
import { audited, type AuditActor } from '../../audit/audit.ts'
import { createAuditedOperator } from '../audited-operator.ts'
import { operatorActor } from '../audit-actor.ts'
import { createOperator, type Operator } from '../admin-operator.ts'
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
  /** The time that an answer may take to begin. Default: 20,000. */
  readonly silenceMs?: number
}

/**
 * The operator's routes, `/api/admin/…`: not part of the public interface, and inaccessible without the admin token.
 */
export const registerAdminRoutes = (app: FastifyInstance, parts: AdminParts, shutdown: Shutdown): void => {
  const baseUrl = () => baseUrlOf(app, parts.settings.baseUrl)
  const operator = createOperator({ ...parts, baseUrl })

  const tickets = createDownloadTickets<AuditActor>(parts.clock)
  const canBackUp = parts.backUp !== undefined && parts.database.kind === 'pglite'
  const sendBackup = async (reply: FastifyReply, actor: AuditActor): Promise<FastifyReply> => {
    const backUp = requireAdminResource(parts.backUp ?? null)
    const act = { action: 'backup.create', account: null, target: null } as const
    const content = await possible(
      audited(parts, actor, act, backUp, {
        resultOf: () => ({ outcome: 'done' }),
        isRefusal: (error) => error instanceof BackupError,
      }),
    )
    // The client may have gone meanwhile.
    if (reply.raw.destroyed) content.destroy()
    return reply.type('application/x-tar').send(content)
  }

  /** An operator as who has signed in with a browser may see them. */
  const ofSession: Operator = {
    ...operator,
    listJobs: async (query) => {
      const { jobs, nextCursor } = await operator.listJobs(query)
      return { jobs: jobs.map(withoutDocument), nextCursor }
    },
    readJob: async (input) => {
      const job = await operator.readJob(input)
      return job === null ? null : withoutMessages(job)
    },
  }

  const serve = <Name extends OperatorRequestName>(
    admin: FastifyInstance,
    name: Name,
    readInput: OperatorInputReader<Name>,
  ): void => {
    const { method, path, creates, isLong }: OperatorRequest = operatorRequests[name]
    admin.route<{ Params: { id?: string } }>({
      method,
      url: path,
      handler: async (request, reply) => {
        const body = method === 'POST' ? await receiveJson(request, reply, shutdown) : null
        const input = readInput(request, body)
        const seen = createAuditedOperator(isBySession(request) ? ofSession : operator, parts, operatorActor(request))
        const work = possible(seen[name](input)).then(requireAdminResource)
        if (isLong === true) return answerSlowly(reply, work, parts.silenceMs)
        return reply.code(creates === true ? 201 : 200).send(await work)
      },
    })
  }

  const routes = async (admin: FastifyInstance) => {
    admin.addHook('onRequest', requireKnownHost(parts))
    admin.addHook('onRequest', requireOperator(parts))
    admin.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    for (const name of operatorRequestNames) serve(admin, name, createOperatorInputReader(name))

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

    admin.get('/doctor', async (): Promise<AdminChecks> => ({
      checks: checks.map(({ name, right }) => ({ name, right })),
      canBackUp,
    }))
    admin.post('/backup', async (request, reply) => sendBackup(reply, operatorActor(request)))
    admin.post('/backup/tickets', async (request, reply) => {
      requireAdminResource(canBackUp ? true : null)
      const ticket: BackupTicket = { path: `/api/admin/backup/${tickets.create(operatorActor(request))}` }
      return reply.send(ticket)
    })
  }
  app.register(routes, { prefix: '/api/admin' })

  // A browser follows this link, and cannot send a header: it needs a ticket instead.
  app.get<{ Params: { ticket: string } }>('/api/admin/backup/:ticket', async ({ params }, reply) => {
    const actor = tickets.use(params.ticket)
    if (actor === null) throw new RequestProblem('not_found', { detail: 'The ticket was used or has expired.' })
    const name = `polyparse-${parts.clock().toISOString().slice(0, 10)}.tar`
    reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${name}"`)
    return sendBackup(reply, actor)
  })
}

const readSpendingQuery = createQueryReader(SpendingQuery)
/** Reads the input of a request from its path, and its query or its body. */
type OperatorInputReader<Name extends OperatorRequestName> = (
  request: { readonly query: unknown; readonly params: { readonly id?: string } },
  body: Buffer | null,
) => OperatorInputs[Name]

const createOperatorInputReader = <Name extends OperatorRequestName>(name: Name): OperatorInputReader<Name> => {
  const schema: TObject = operatorRequests[name].input
  const { id, ...properties } = schema.properties
  const strict = Type.Object(properties, { additionalProperties: false })
  const [readQuery, readBody] = [createQueryReader(strict), createBodyReader(strict)]
  const isInput = (value: unknown): value is OperatorInputs[Name] => Check(schema, value)
  return (
    { query, params }: { query: unknown; params: { id?: string } },
    body: Buffer | null,
  ): OperatorInputs[Name] => {
    const input = { ...(body === null ? readQuery(query) : readBody(body)), ...(id !== undefined && { id: params.id }) }
    if (!isInput(input)) throw new TypeError(`What was read is no input of ${name}.`)
    return input
  }
}

const requireAdminResource = <Value>(value: Value): NonNullable<Value> => {
  if (value === null || value === undefined)
    throw new RequestProblem('not_found', { detail: 'Nothing has this id or name.' })
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
