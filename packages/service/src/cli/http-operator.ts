import { Problem } from '@polyparse/contract'
import * as wire from '@polyparse/contract/admin'
import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Operator } from '../api/admin-operator.ts'
import { CliError } from './cli-error.ts'
import { notOurs, readJson, reasonOf } from './find-service.ts'

/** How long the service may take for one thing; for one that goes through all that is stored, it may be long. */
const patienceMs = 60_000
const longPatienceMs = 3_600_000

/** The token and, for the operator, where it was found. */
export type AdminToken = { readonly token: string; readonly origin: string }

/** The operator by way of the admin routes of a running service. */
export const createHttpOperator = (url: string, adminToken: AdminToken): Operator => {
  const ask = async <Schema extends TSchema>(
    method: 'GET' | 'POST',
    path: string,
    answer: Schema,
    body?: object,
    milliseconds = patienceMs,
  ): Promise<Static<Schema> | null> => {
    const response = await send(`${url}/api/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(milliseconds),
    })
    const content = await readJson(response)
    if (response.ok && Check(answer, content)) return content
    if (response.ok || !Check(Problem, content)) throw notOurs(url)
    if (content.code === 'not_found') return null
    if (content.code === 'unauthorized')
      throw new CliError(`The service at ${url} refuses the admin token from ${adminToken.origin}.`)
    throw new CliError(`The service at ${url} answers: ${content.detail} (request ${content.request_id})`)
  }
  const has = async <Value>(answer: Promise<Value | null>): Promise<Value> => (await answer) ?? fail(url)

  return {
    listAccounts: async () => (await has(ask('GET', '/accounts', Accounts))).accounts,
    createKey: (body) => has(ask('POST', '/keys', wire.IssuedKey, body)),
    webhookSecret: (body) => ask('POST', '/webhook-secret', wire.AdminWebhookSecret, body),
    listKeys: async (query) => (await has(ask('GET', `/keys?${parameters(query)}`, Keys))).keys,
    disableKey: (id) => ask('POST', `/keys/${id}/disable`, wire.AdminKey),
    enableKey: (id) => ask('POST', `/keys/${id}/enable`, wire.AdminKey),
    rotateKey: (id, body) => ask('POST', `/keys/${id}/rotate`, wire.IssuedKey, body),
    listJobs: async (query) => (await has(ask('GET', `/jobs?${parameters(query)}`, Jobs))).jobs,
    readJob: (id) => ask('GET', `/jobs/${id}`, wire.AdminJobDetail),
    diagnose: (body) => ask('POST', '/doctor', wire.Diagnosis, body, longPatienceMs),
    cancelJob: (id) => ask('POST', `/jobs/${id}/cancel`, wire.Cancellation),
  }
}

const Accounts = Type.Object({ accounts: Type.Array(wire.AdminAccount) })
const Keys = Type.Object({ keys: Type.Array(wire.AdminKey) })
const Jobs = Type.Object({ jobs: Type.Array(wire.AdminJob) })

const send = async (url: string, request: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { ...request, redirect: 'error' })
  } catch (error) {
    throw new CliError(`The service did not answer: ${reasonOf(error)}. Whether it has done it, a list will show.`, {
      cause: error,
    })
  }
}

const parameters = (query: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()

const fail = (url: string): never => {
  throw notOurs(url)
}
