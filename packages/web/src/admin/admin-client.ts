import {
  AdminChecks,
  AdminFigures,
  type AdminJobQuery,
  AdminSpending,
  BackupTicket,
  CheckedProviders,
  type CreateKeyBody,
  type DiagnosisBody,
  type RotateKeyBody,
} from '@polyparse/contract/admin'
import { addressedRequest, type OperatorRequest, operatorRequests } from '@polyparse/contract/operator-requests'
import type { Static, TSchema } from '@polyparse/document/typebox'
import type { Credential } from '../api/authorization.ts'
import { requestJson } from '../api/request.ts'

/** A client of the admin API, with the admin token or for an operator who is signed in. */
export const createAdminClient = (token: Credential) => {
  const post = <Schema extends TSchema>(path: string, schema: Schema, body: unknown = {}) =>
    requestJson(token, `/api/admin${path}`, schema, { method: 'POST', body })
  const get = <Schema extends TSchema>(path: string, schema: Schema, signal?: AbortSignal) =>
    requestJson(token, `/api/admin${path}`, schema, signal === undefined ? {} : { signal })
  const ask = <Request extends OperatorRequest>(
    request: Request,
    input: Static<Request['input']>,
    signal?: AbortSignal,
  ): Promise<Static<Request['answer']>> => {
    const { path, rest } = addressedRequest(request, input)
    if (request.method === 'POST') return post<Request['answer']>(path, request.answer, rest)
    const query = new URLSearchParams(Object.entries(rest).map(([member, value]) => [member, String(value)]))
    return get<Request['answer']>(`${path}?${query.toString()}`, request.answer, signal)
  }
  return {
    figures: (signal: AbortSignal) => get('/figures', AdminFigures, signal),
    accounts: async (signal?: AbortSignal) => (await ask(operatorRequests.listAccounts, {}, signal)).accounts,
    sessions: async (signal: AbortSignal) => (await ask(operatorRequests.listSessions, {}, signal)).sessions,
    /** Signs a browser out. */
    endSession: (id: string) => ask(operatorRequests.endSession, { id }),
    keys: async (signal: AbortSignal) => (await ask(operatorRequests.listKeys, {}, signal)).keys,
    spending: (month: string, signal: AbortSignal) => get(`/spending?month=${month}`, AdminSpending, signal),
    checks: (signal: AbortSignal) => get('/doctor', AdminChecks, signal),
    diagnose: (body: DiagnosisBody) => ask(operatorRequests.diagnose, body),
    checkProviders: async () => (await post('/providers/check', CheckedProviders)).providers,
    /** Returns where a backup can be downloaded, once. */
    backupPath: async () => (await post('/backup/tickets', BackupTicket)).path,
    jobs: (query: AdminJobQuery, signal: AbortSignal) => ask(operatorRequests.listJobs, query, signal),
    /** A job that has ended meanwhile stays as it is. */
    cancelJob: async (id: string) => {
      await ask(operatorRequests.cancelJob, { id })
      return null
    },
    /** Resolves to why it was not retried. */
    retryJob: async (id: string) => (await ask(operatorRequests.retryJob, { id })).refusal,
    createKey: (body: CreateKeyBody) => ask(operatorRequests.createKey, body),
    disableKey: (id: string) => ask(operatorRequests.disableKey, { id }),
    enableKey: (id: string) => ask(operatorRequests.enableKey, { id }),
    rotateKey: (id: string, body: RotateKeyBody) => ask(operatorRequests.rotateKey, { id, ...body }),
  }
}

export type AdminClient = ReturnType<typeof createAdminClient>
