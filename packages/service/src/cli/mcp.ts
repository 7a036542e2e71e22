import type { Command } from 'commander'
import { replayable } from '../lib/replayable.ts'
import { firstBytes } from '../mcp/first-bytes.ts'
import { lookUpIn } from '../mcp/look-ups/look-up.ts'
import { type AskService, type LookUpInJob, maxAnswerBytes, refusalOf } from '../mcp/service.ts'
import { serveStdio, StdioServerTransport } from '../mcp/mcp-sdk.ts'
import { createMcpServer } from '../mcp/server.ts'
import { filesInFolders } from '../mcp/sources.ts'
import { interruptible } from './interruption.ts'
import { urlOption } from './documents/options.ts'
import type { Invocation } from './invocation.ts'
import type { ServiceAccess } from './service/access.ts'
import { openService } from './service/open-service.ts'

/** `polyparse mcp`: the Model Context Protocol on standard input and output, for programs on this machine. */
export const addMcpCommand = (program: Command, invocation: Invocation): void => {
  program
    .command('mcp')
    .description('let a model parse and read documents, by the Model Context Protocol on standard input and output')
    .option('--url <url>', 'the service to use; default: the one that runs here, or a temporary one', urlOption)
    .option(
      '--root <folder>',
      'a folder whose files may be read, repeatable; default: the working directory',
      (folder: string, before: readonly string[] | undefined) => [...(before ?? []), folder],
    )
    .action(async ({ url, root = [process.cwd()] }: { url?: string; root?: readonly string[] }) => {
      await interruptible(invocation, async (signal) => {
        await using access = await openService(invocation, { url, quiet: true })
        await serve(invocation, access, { roots: root, signal })
      })
    })
}

/** Serves until the other side closes its end, or the command is interrupted. */
const serve = async (
  { stdin, stdout }: Invocation,
  access: ServiceAccess,
  { roots, signal }: { readonly roots: readonly string[]; readonly signal: AbortSignal },
): Promise<void> => {
  const openFile = filesInFolders(roots)
  const ended = Promise.withResolvers<void>()
  const transport = new StdioServerTransport(stdin, stdout)
  const parts = { ask: askAt(access), lookUp: lookUpAt(access), openFile }
  const server = serveStdio(() => createMcpServer(parts), { transport })
  stdin.once('end', ended.resolve).once('close', ended.resolve)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  await ended.promise
  await server.close()
}

const askAt =
  ({ url, key }: ServiceAccess): AskService =>
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
  ({ url, key }: ServiceAccess): LookUpInJob =>
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
