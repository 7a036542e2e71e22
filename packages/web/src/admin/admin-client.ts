import {
  AdminAccount,
  AdminChecks,
  AdminFigures,
  AdminJobList,
  type AdminJobQuery,
  AdminKey,
  AdminSession,
  AdminSpending,
  BackupTicket,
  Cancellation,
  CheckedProviders,
  type CreateKeyBody,
  Diagnosis,
  type DiagnosisBody,
  IssuedKey,
  Retry,
  type RotateKeyBody,
  SessionEnd,
} from '@polyparse/contract/admin'
import { Type, type TSchema } from '@polyparse/document/typebox'
import type { Credential } from '../api/authorization.ts'
import { requestJson } from '../api/request.ts'

/** A client of the admin API, with the admin token or for an operator who is signed in. */
export const createAdminClient = (token: Credential) => {
  const post = <Schema extends TSchema>(path: string, schema: Schema, body: unknown = {}) =>
    requestJson(token, `/api/admin${path}`, schema, { method: 'POST', body })
  const get = <Schema extends TSchema>(path: string, schema: Schema, signal?: AbortSignal) =>
    requestJson(token, `/api/admin${path}`, schema, signal === undefined ? {} : { signal })
  const keyPath = (id: string, what: string) => `/keys/${encodeURIComponent(id)}/${what}`
  return {
    figures: (signal: AbortSignal) => get('/figures', AdminFigures, signal),
    accounts: async (signal?: AbortSignal) => (await get('/accounts', AdminAccountList, signal)).accounts,
    sessions: async (signal: AbortSignal) => (await get('/sessions', AdminSessionList, signal)).sessions,
    /** Signs a browser out. */
    endSession: (id: string) => post(`/sessions/${encodeURIComponent(id)}/end`, SessionEnd),
    keys: async (signal: AbortSignal) => (await get('/keys', AdminKeyList, signal)).keys,
    spending: (month: string, signal: AbortSignal) => get(`/spending?month=${month}`, AdminSpending, signal),
    checks: (signal: AbortSignal) => get('/doctor', AdminChecks, signal),
    diagnose: (body: DiagnosisBody) => post('/doctor', Diagnosis, body),
    checkProviders: async () => (await post('/providers/check', CheckedProviders)).providers,
    /** Where a backup can be downloaded, once. */
    backupPath: async () => (await post('/backup/tickets', BackupTicket)).path,
    jobs: (query: AdminJobQuery, signal: AbortSignal) =>
      get(
        `/jobs?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`,
        AdminJobList,
        signal,
      ),
    /** A job that has ended meanwhile stays as it is. */
    cancelJob: async (id: string) => {
      await post(`/jobs/${encodeURIComponent(id)}/cancel`, Cancellation)
      return null
    },
    /** Resolves to why it was not retried. */
    retryJob: async (id: string) => (await post(`/jobs/${encodeURIComponent(id)}/retry`, Retry)).refusal,
    createKey: (body: CreateKeyBody) => post('/keys', IssuedKey, body),
    disableKey: (id: string) => post(keyPath(id, 'disable'), AdminKey),
    enableKey: (id: string) => post(keyPath(id, 'enable'), AdminKey),
    rotateKey: (id: string, body: RotateKeyBody) => post(keyPath(id, 'rotate'), IssuedKey, body),
  }
}

const AdminAccountList = Type.Object({ accounts: Type.Array(AdminAccount) })
const AdminSessionList = Type.Object({ sessions: Type.Array(AdminSession) })
const AdminKeyList = Type.Object({ keys: Type.Array(AdminKey) })

export type AdminClient = ReturnType<typeof createAdminClient>
