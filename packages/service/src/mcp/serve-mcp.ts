import type { Readable, Writable } from 'node:stream'
import { replayable } from '../lib/replayable.ts'
import { firstBytes } from './first-bytes.ts'
import { lookUpIn } from './look-ups/look-up.ts'
import { serveStdio, StdioServerTransport } from './mcp-sdk.ts'
import { createMcpServer } from './server.ts'
import { type AskService, type LookUpInJob, maxAnswerBytes, refusalOf } from './service.ts'
import { filesInFolders } from './sources.ts'

/** The address of a service and a key for it. */
type ServiceOfMcp = { readonly url: string; readonly key: string }

/** Serves on two streams, with files below `roots`, until the other side closes its end or `signal` aborts. */
export const serveMcp = async (
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  service: ServiceOfMcp,
  { roots, signal }: { readonly roots: readonly string[]; readonly signal: AbortSignal },
): Promise<void> => {
  const openFile = filesInFolders(roots)
  const ended = Promise.withResolvers<void>()
  const transport = new StdioServerTransport(stdin, stdout)
  const parts = { ask: askAt(service), lookUp: lookUpAt(service), openFile }
  const server = serveStdio(() => createMcpServer(parts), { transport })
  stdin.once('end', ended.resolve).once('close', ended.resolve)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  await ended.promise
  await server.close()
}

const askAt =
  ({ url, key }: ServiceOfMcp): AskService =>
  async ({ method, path, headers, body, maxBytes }, signal) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}` },
      redirect: 'error',
      signal,
      ...(body !== undefined && { body }),
    })
    const mediaType = response.headers.get('content-type') ?? 'application/octet-stream'
    return { status: response.status, mediaType, ...(await firstBytes(response.body ?? emptyByteStream, maxBytes)) }
  }

/** This process serves nobody else, so the result is read right here. */
const lookUpAt =
  ({ url, key }: ServiceOfMcp): LookUpInJob =>
  async (lookUp, signal) => {
    const headers = { authorization: `Bearer ${key}` }
    const path = `/api/v1/jobs/${encodeURIComponent(lookUp.id)}`
    const response = await fetch(`${url}${path}`, { headers, redirect: 'error', signal })
    const body = response.body ?? emptyByteStream
    if (response.status >= 400)
      throw refusalOf({ status: response.status, ...(await firstBytes(body, maxAnswerBytes)) })
    return lookUpIn(replayable(body), lookUp)
  }

const emptyByteStream = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
