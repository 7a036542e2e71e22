import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import type { HostileDocument } from '@polyparse/test-support/hostile-documents'
import { createClient } from './client.ts'
import { startServer, type Place, type Server } from './server.ts'
import { newAccountKey } from './suite-service.ts'

const program = fileURLToPath(new URL('observed-server.ts', import.meta.url))
const adminToken = 'hostile-admin-token-0123'

/** Every output of the default provider. */
const everyOutput = { 'X-Service-Outputs': 'tables,json,pages,markdown,text,images,metadata' }

/** Generous, because tests share the machine: what is caught here takes many seconds, or never ends. */
const limits = { probeMs: 10_000, smallJobMs: 60_000, mainThreadMs: 1000 }

type Client = ReturnType<typeof createClient>

export type ObservedServer = Server & {
  /** A client with an account of its own. */
  newClient(): Promise<Client & { readonly key: string }>
  /** The longest time that the main thread has worked without a pause since it was last asked, in milliseconds of CPU. */
  longestTaskMs(): Promise<number>
}

/** A service whose main thread is observed. */
export const startObserved = async (place: Place, more: Record<string, string> = {}): Promise<ObservedServer> => {
  const server = await startServer(place, { POLYPARSE_ADMIN_TOKEN: adminToken, ...more }, program)
  const reports = () => [...server.output().matchAll(/^longest main-thread task: (\d+) ms$/gm)]
  return {
    ...server,
    newClient: async () => {
      const key = await newAccountKey(server.url, adminToken)
      return { ...createClient(server.url, key), key }
    },
    longestTaskMs: async () => {
      const count = reports().length
      server.child.kill('SIGUSR2')
      while (reports().length === count) await setTimeout(20)
      return Number(reports().at(-1)?.[1])
    },
  }
}

export const uploadHostile = ({ name, mediaType, make }: HostileDocument, client: Client) =>
  client.upload(make(), { name, type: mediaType, more: everyOutput })

/** What has become of a job; null while it has not ended. A result may be too large to be parsed here. */
const endOf = async ({ url }: Server, key: string, id: string): Promise<'failed' | 'empty' | 'complete' | null> => {
  const response = await fetch(`${url}/api/v1/jobs/${id}`, { headers: { Authorization: `Bearer ${key}` } })
  assert.ok(response.status === 200 && response.body !== null)
  let said = ''
  let status: string | undefined
  let saysMuch = false
  for await (const bytes of response.body) {
    said = said.slice(-40) + Buffer.from(bytes).toString('latin1')
    status ??= /"status":"(\w+)"/.exec(said)?.[1]
    saysMuch ||= /"text":"(?!\\n)[^"\s]|"warnings":\[\{/.test(said)
  }
  if (status === 'failed') return status
  if (status !== 'complete') return null
  return saysMuch ? status : 'empty'
}

/**
 * Processes the documents of one account while another account has small documents processed, until all have ended: in
 * a result with text or a warning, or in a failure that no bug has caused.
 */
export const assertHarmless = async (
  server: ObservedServer,
  documents: readonly HostileDocument[],
): Promise<{ ends: Record<string, string>; smallJobs: number; slowestMs: number; longestTaskMs: number }> => {
  const [hostile, other] = [await server.newClient(), await server.newClient()]
  const hello = async () => {
    const { id } = await other.upload('# Hello', { name: 'hello.md', type: 'text/markdown' })
    assert.equal((await other.end(id)).status, 'complete')
  }
  await hello()
  await server.longestTaskMs()
  const open = new Map<string, string>()
  for (const document of documents) open.set((await uploadHostile(document, hostile)).id, document.name)
  const ends: Record<string, string> = {}
  let [smallJobs, slowestMs] = [0, 0]
  while (open.size > 0) {
    const probe = await fetch(`${server.url}/livez`, { signal: AbortSignal.timeout(limits.probeMs) })
    assert.equal(probe.status, 200)
    const startedAt = performance.now()
    await within(limits.smallJobMs, hello(), 'a small job of another account')
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    smallJobs += 1
    for (const [id, name] of open) {
      const end = await endOf(server, hostile.key, id)
      if (end === null) continue
      open.delete(id)
      ends[name] = end
    }
  }
  const longestTaskMs = await server.longestTaskMs()
  assert.ok(longestTaskMs < limits.mainThreadMs, `the main thread worked ${longestTaskMs} ms without a pause`)
  assert.deepEqual(
    Object.entries(ends).filter(([, end]) => end === 'empty'),
    [],
    'no result is empty without a warning',
  )
  assert.doesNotMatch(server.output(), /"level":50/, 'no error of the service is logged')
  return { ends, smallJobs, slowestMs: Math.round(slowestMs), longestTaskMs }
}

const within = async (milliseconds: number, work: Promise<void>, what: string): Promise<void> => {
  const ended = new AbortController()
  const late = setTimeout(milliseconds, 'late', { signal: ended.signal }).catch(() => null)
  assert.notEqual(await Promise.race([work, late]), 'late', `${what} took more than ${milliseconds} ms`)
  ended.abort()
}
