import { Problem } from '@polyparse/contract'
import * as wire from '@polyparse/contract/admin'
import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import type { Operator } from '@polyparse/service/administration'
import { CliError } from './cli-error.ts'
import { notOurs, readJson, reasonOf } from './find-service.ts'

/** How long a request may take; one that goes through all stored data may take much longer. */
const adminRequestTimeoutMs = 60_000
const longTimeoutMs = 3_600_000

/** The admin token and, for messages, where it was found. */
export type AdminToken = { readonly token: string; readonly origin: string }

/** The admin routes of a running service. */
export type AdminAccess = { readonly url: string; readonly adminToken: AdminToken }

/** An operator that uses the admin routes of a running service. */
export const createHttpOperator = (url: string, adminToken: AdminToken): Operator => {
  const request = async <Schema extends TSchema>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    body?: object,
    milliseconds = adminRequestTimeoutMs,
  ): Promise<Static<Schema> | null> => {
    const response = await fetchAdmin(`${url}/api/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(milliseconds),
    })
    const content = await readJson(response)
    if (response.ok && Check(schema, content)) return content
    if (response.ok || !Check(Problem, content)) throw notOurs(url)
    if (content.code === 'not_found') return null
    throw refusal(url, adminToken, content)
  }
  const required = async <Value>(response: Promise<Value | null>): Promise<Value> => (await response) ?? fail(url)

  return {
    listAccounts: async () => (await required(request('GET', '/accounts', OperatorAccountList))).accounts,
    listSessions: async () => (await required(request('GET', '/sessions', OperatorSessionList))).sessions,
    endSession: (id) => request('POST', `/sessions/${id}/end`, wire.SessionEnd),
    createSignInLink: (body) => request('POST', '/sign-in-links', wire.AdminSignInLink, body),
    createKey: (body) => required(request('POST', '/keys', wire.IssuedKey, body)),
    webhookSecret: (body) => request('POST', '/webhook-secret', wire.AdminWebhookSecret, body),
    setProviderKey: (body) => request('POST', '/provider-keys', wire.AdminProviderKey, body),
    removeProviderKey: (body) => request('POST', '/provider-keys/remove', wire.AdminProviderKey, body),
    listProviderKeys: async (query) =>
      (await required(request('GET', `/provider-keys?${parameters(query)}`, ProviderKeys))).providerKeys,
    listKeys: async (query) => (await required(request('GET', `/keys?${parameters(query)}`, OperatorKeyList))).keys,
    disableKey: (id) => request('POST', `/keys/${id}/disable`, wire.AdminKey),
    enableKey: (id) => request('POST', `/keys/${id}/enable`, wire.AdminKey),
    rotateKey: (id, body) => request('POST', `/keys/${id}/rotate`, wire.IssuedKey, body),
    listJobs: (query) => required(request('GET', `/jobs?${parameters(query)}`, wire.AdminJobList)),
    readJob: (id) => request('GET', `/jobs/${id}`, wire.AdminJobDetail),
    diagnose: (body) => request('POST', '/doctor', wire.Diagnosis, body, longTimeoutMs),
    cancelJob: (id) => request('POST', `/jobs/${id}/cancel`, wire.Cancellation),
    retryJob: (id) => request('POST', `/jobs/${id}/retry`, wire.Retry),
  }
}

/** The bytes of a backup that the service makes; null if it is of a version that makes none. */
export const requestBackup = async (
  { url, adminToken }: AdminAccess,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | null> => {
  const broken = (error: unknown): never => {
    throw new CliError(`The service did not send the whole backup: ${reasonOf(error)}.`, { cause: error })
  }
  const headers = { authorization: `Bearer ${adminToken.token}` }
  const response = await fetch(`${url}/api/admin/backup`, { method: 'POST', headers, redirect: 'error', signal }).catch(
    broken,
  )
  if (response.ok && response.body !== null) return failingAs(response.body, broken)
  const content = await readJson(response)
  if (response.ok || !Check(Problem, content)) throw notOurs(url)
  if (response.status === 404) return null
  throw refusal(url, adminToken, content)
}

async function* failingAs(
  body: AsyncIterable<Uint8Array>,
  fail: (error: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    fail(error)
  }
}

const refusal = (url: string, adminToken: AdminToken, { code, detail, request_id: id }: Problem): CliError =>
  code === 'unauthorized'
    ? new CliError(`The service at ${url} rejected the admin token from ${adminToken.origin}.`)
    : new CliError(`The service at ${url} answered: ${detail} (request ${id})`)

const OperatorAccountList = Type.Object({ accounts: Type.Array(wire.AdminAccount) })
const OperatorSessionList = Type.Object({ sessions: Type.Array(wire.AdminSession) })
const OperatorKeyList = Type.Object({ keys: Type.Array(wire.AdminKey) })
const ProviderKeys = Type.Object({ providerKeys: Type.Array(wire.AdminProviderKey) })

const fetchAdmin = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { ...init, redirect: 'error' })
  } catch (error) {
    throw new CliError(
      `The service did not answer: ${reasonOf(error)}. A change may have been made all the same; list the keys or jobs to see.`,
      {
        cause: error,
      },
    )
  }
}

const parameters = (query: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()

const fail = (url: string): never => {
  throw notOurs(url)
}
