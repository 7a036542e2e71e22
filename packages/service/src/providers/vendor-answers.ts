import { extname } from 'node:path'
import type { SerializedDocument } from '@polyparse/readers/sandbox'
import type { SharedBytes } from '../lib/shared-bytes.ts'
import { createThreads, isOutOfMemory, TookTooLong } from '../lib/threads.ts'
import type { AnswerOrder, AnswerReply, ReaderSource } from './answer-messages.ts'
import { VendorAnswerError } from './http-failure.ts'
import { ProviderFailure, type ParseRequest, type RemoteProvider } from './provider.ts'
import type { Survey } from './survey.ts'

/**
 * Has answers of vendors read in threads with limits of time and memory, so that none can hold up the process or
 * exhaust its memory.
 */
export type AnswerThreads = {
  /** Of a vendor of the service itself, unless another reader is given. */
  of(vendor: Pick<RemoteProvider, 'id' | 'name'>, reader?: ReaderSource): VendorAnswers
  close(): Promise<void>
}

/** Rejects with a {@link ProviderFailure}, or the reason of the signal. */
export type VendorAnswers = {
  /** What one of the looks of the vendor's `AnswerReader` sees in an answer, or in a file that it refers to. */
  look(look: string, body: SharedBytes, signal: AbortSignal): Promise<unknown>
  read(given: Given, signal: AbortSignal): Promise<SerializedDocument>
}

type Given = {
  readonly bodies: readonly SharedBytes[]
  readonly request: ParseRequest
  readonly survey: Survey
  readonly files?: ReadonlyMap<string, SharedBytes | null>
}

/** The maximum time to read one answer. One of 300 MB, most of it pictures, takes four seconds. */
export const readingSeconds = 60

const program = new URL(`answer-thread${extname(import.meta.filename)}`, import.meta.url)

/** `maxMebibytes` is the heap of one thread. */
export const createAnswerThreads = ({ maxMebibytes }: { readonly maxMebibytes: number }): AnswerThreads => {
  const threads = createThreads<AnswerOrder, AnswerReply>(program, { maxMebibytes })

  const ask = async (order: AnswerOrder, signal: AbortSignal): Promise<AnswerReply> => {
    signal.throwIfAborted()
    const thread = threads.take()
    try {
      const reply = await thread.ask(order, { withinMs: readingSeconds * 1000, signal })
      thread.giveBack()
      return reply
    } catch (error) {
      void thread.end()
      signal.throwIfAborted()
      throw limitFailure(order.vendor.name, maxMebibytes, error)
    }
  }
  return {
    of: ({ id, name }, reader = { kind: 'vendor', id }) => ({
      look: async (look, body, signal) => {
        const reply = await ask({ kind: 'look', vendor: { name, reader }, look, body }, signal)
        if (reply.kind !== 'seen') throw failureOf(name, reply)
        return reply.seen
      },
      read: async ({ bodies, request, survey, files = new Map() }, signal) => {
        const { pages, outputs, includeRaw, source } = request
        const asked = { pages, outputs, includeRaw, source: { mediaType: source.mediaType } }
        const order: AnswerOrder = { kind: 'read', vendor: { name, reader }, bodies, request: asked, survey, files }
        const reply = await ask(order, signal)
        if (reply.kind !== 'document') throw failureOf(name, reply)
        return { serialized: reply.serialized }
      },
    }),
    close: () => threads.close(),
  }
}

const limitFailure = (vendor: string, maxMebibytes: number, cause: unknown): ProviderFailure => {
  if (cause instanceof TookTooLong)
    return new ProviderFailure(
      'timeout',
      `Reading the answer of ${vendor} took longer than ${readingSeconds} seconds.`,
      { cause },
    )
  if (isOutOfMemory(cause))
    return new ProviderFailure(
      'out_of_memory',
      `Reading the answer of ${vendor} took more than the ${maxMebibytes} MiB of memory allowed.`,
      { cause },
    )
  return unforeseen(vendor, cause)
}

const failureOf = (vendor: string, reply: AnswerReply): ProviderFailure => {
  if (reply.kind === 'refused') {
    const { code, message, transient } = reply
    return new ProviderFailure(code, message, { transient, cause: new VendorAnswerError(reply.cause) })
  }
  return unforeseen(vendor, reply.kind === 'failed' ? reply.frames : new TypeError('the reply to another order'))
}

const unforeseen = (vendor: string, cause: unknown): ProviderFailure =>
  new ProviderFailure('internal_error', `The answer of ${vendor} could not be read.`, { cause })
