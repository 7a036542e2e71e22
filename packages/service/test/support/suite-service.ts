import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedBySuites } from '@polyparse/test-support/shared-by-suites'
import { startServer, temporaryPlace } from './server.ts'

export const suiteAdminToken = 'suite-admin-token-0123456789'

/** A key of a new account, from a service with this token of its administrator. */
export const newAccountKey = async (url: string, adminToken: string): Promise<string> => {
  const response = await fetch(`${url}/api/admin/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ account: randomUUID() }),
  })
  const issued: unknown = await response.json()
  assert.ok(typeof issued === 'object' && issued !== null && 'key' in issued && typeof issued.key === 'string')
  return issued.key
}

const share = sharedBySuites(
  async () => {
    const ends: (() => Promise<unknown>)[] = []
    const place = await temporaryPlace({ after: (end) => ends.push(end) })
    const server = await startServer(place, { POLYPARSE_ADMIN_TOKEN: suiteAdminToken })
    return { url: server.url, ends: [() => server.end('SIGTERM'), ...ends.toReversed()] }
  },
  async ({ ends }) => {
    for (const end of ends) await end()
  },
)

/** A service as a process for the suite that is being defined, which gets an account. The suites of a process share one. */
export const suiteService = () => {
  const open = share()
  return async (): Promise<{ url: string; key: string }> => {
    const { url } = await open()
    return { url, key: await newAccountKey(url, suiteAdminToken) }
  }
}
