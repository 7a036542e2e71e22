import {
  AdminAccount,
  AdminFigures,
  AdminKey,
  type CreateKeyBody,
  IssuedKey,
  type RotateKeyBody,
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
    accounts: async (signal?: AbortSignal) => (await get('/accounts', Accounts, signal)).accounts,
    keys: async (signal: AbortSignal) => (await get('/keys', Keys, signal)).keys,
    createKey: (body: CreateKeyBody) => post('/keys', IssuedKey, body),
    disableKey: (id: string) => post(keyPath(id, 'disable'), AdminKey),
    enableKey: (id: string) => post(keyPath(id, 'enable'), AdminKey),
    rotateKey: (id: string, body: RotateKeyBody) => post(keyPath(id, 'rotate'), IssuedKey, body),
  }
}

const Accounts = Type.Object({ accounts: Type.Array(AdminAccount) })
const Keys = Type.Object({ keys: Type.Array(AdminKey) })

export type AdminClient = ReturnType<typeof createAdminClient>
