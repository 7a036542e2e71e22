import type { FastifyRequest } from 'fastify'
import { audited, type AuditActor, type AuditedAct, type AuditParts } from '../audit/audit.ts'
import { sessionOfOperator } from './admin-guard.ts'
import { callerOf } from './authenticate.ts'
import { RequestProblem } from './problems.ts'

/** The operator who asks. */
export const operatorActor = (request: FastifyRequest): AuditActor => {
  const session = sessionOfOperator(request)
  return {
    kind: session === null ? 'admin_token' : 'session',
    id: session?.id ?? null,
    name: session?.person ?? null,
    ...whence(request),
  }
}

/** Does what the holder of an API key, or a browser that is signed in, asks for a job or the account of its own. */
export const auditedForCaller = async <Result>(
  parts: AuditParts,
  request: FastifyRequest,
  { action, target, details = {} }: Pick<AuditedAct, 'action' | 'target' | 'details'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { accountId, keyId } = callerOf(request)
  const kind = request.headers.authorization === undefined ? 'session' : 'key'
  const [account] = await parts.database.query<{ name: string }>('select name from accounts where id = $1', [accountId])
  return audited(
    parts,
    { kind, id: keyId, name: null, ...whence(request) },
    { action, target, details, account: account?.name ?? null },
    work,
    {
      // A job that has ended cannot be cancelled.
      resultOf: (result) => ({ outcome: result === false ? 'refused' : 'done' }),
      isRefusal: (error) => error instanceof RequestProblem,
    },
  )
}

const whence = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id })
