import { Problem } from '@polyparse/contract'
import {
  addressedRequest,
  type Operator,
  operatorRequestNames,
  operatorRequests,
  type OperatorRequest,
} from '@polyparse/contract/operator-requests'
import { Check } from '@polyparse/document/typebox/value'
import { CliError } from './cli-error.ts'
import { notOurs, readJson, reasonOf } from './find-service.ts'

/** The time that a request may take; one that goes through all stored data may take much longer. */
const adminRequestTimeoutMs = 60_000
const longTimeoutMs = 3_600_000

/** The admin token and, for messages, where it was found. */
export type AdminToken = { readonly token: string; readonly origin: string }

/** The admin routes of a running service. */
export type AdminAccess = { readonly url: string; readonly adminToken: AdminToken }

/** An operator that uses the admin routes of a running service. */
export const createHttpOperator = (url: string, adminToken: AdminToken): Operator => {
  const ask = async (request: OperatorRequest, input: Readonly<Record<string, unknown>>): Promise<object | null> => {
    const { path, rest } = addressedRequest(request, input)
    const isRead = request.method === 'GET'
    const response = await fetchAdmin(`${url}/api/admin${path}${isRead ? `?${parameters(rest)}` : ''}`, {
      method: request.method,
      headers: { authorization: `Bearer ${adminToken.token}`, 'content-type': 'application/json' },
      ...(!isRead && { body: JSON.stringify(rest) }),
      signal: AbortSignal.timeout(request.isLong === true ? longTimeoutMs : adminRequestTimeoutMs),
    })
    const content = await readJson(response)
    if (response.ok && Check(request.answer, content)) return content
    if (response.ok || !Check(Problem, content)) throw notOurs(url)
    if (content.code !== 'not_found') throw refusal(url, adminToken, content)
    if (!request.mayBeAbsent) throw notOurs(url)
    return null
  }
  const operator = Object.fromEntries(
    operatorRequestNames.map((name) => [
      name,
      (input: Readonly<Record<string, unknown>>) => ask(operatorRequests[name], input),
    ]),
  )
  if (!isWholeOperator(operator)) throw new Error('The operator lacks a request.')
  return operator
}

const isWholeOperator = (operator: object): operator is Operator =>
  operatorRequestNames.every((name) => name in operator)

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

const parameters = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()
