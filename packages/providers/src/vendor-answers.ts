import { extname, join } from 'node:path'
import { clockFactor } from '@polyparse/engine'
import type { SerializedResult } from '@polyparse/sandbox'
import type { SharedBytes } from './shared-bytes.ts'
import { createAllowance, createThreads, isOutOfMemory, limitInWords, TookTooLong } from '@polyparse/sandbox'
import type { AnswerOrder, AnswerReply, ReaderSource, ReadAnswerOrder } from './answer-messages.ts'
import { VendorAnswerError } from './http-failure.ts'
import { ProviderFailure, type ParseRequest, type RemoteProvider } from './provider.ts'
import type { Survey } from './survey.ts'
import { UnreadAnswer, type UnreadAnswers } from './unread-answer.ts'

/**
 * Has answers of vendors read in threads with limits of time and memory, so that none can hold up the process or
 * exhaust its memory.
 */
export type AnswerThreads = UnreadAnswers & {
  /** Returns the answers of a vendor of the service itself, unless another reader is given. */
  of(vendor: Pick<RemoteProvider, 'id' | 'name'>, reader?: ReaderSource): VendorAnswers
  close(): Promise<void>
}

/** Rejects with a {@link ProviderFailure}; a look also with the reason of the signal. */
export type VendorAnswers = {
  /** Returns what one of the looks of the vendor's `AnswerReader` sees in an answer, or in a file that it refers to. */
  look(look: string, body: SharedBytes, signal: AbortSignal): Promise<unknown>
  /** @throws {UnreadAnswer} when only the clock, or the signal, has ended it: it can be read later. */
  read(given: AnswerReadInput, signal: AbortSignal): Promise<SerializedResult>
}

type AnswerReadInput = {
  readonly bodies: readonly SharedBytes[]
  readonly request: ParseRequest
  readonly survey: Survey
  readonly files?: ReadonlyMap<string, SharedBytes | null>
}

/** CPU time to read one answer. One of 300 MB, most of it pictures, takes four. */
export const readingSeconds = 60

/** Never bundled: the readers of plugins throw errors of this package's own classes. */
const answerThreadPath = join(import.meta.dirname, `answer-thread${extname(import.meta.filename)}`)

type AnswerLimits = {
  /** The heap of one thread. */
  readonly maxMebibytes: number
  /** CPU time. Default: {@link readingSeconds}. */
  readonly seconds?: number
  /** Seconds of the clock. Default: ten times that. */
  readonly clockSeconds?: number
}

export const createAnswerThreads = ({
  maxMebibytes,
  seconds = readingSeconds,
  clockSeconds = clockFactor * seconds,
}: AnswerLimits): AnswerThreads => {
  const threads = createThreads<AnswerOrder, AnswerReply>(answerThreadPath, { maxMebibytes })

  const ask = async (order: AnswerOrder, signal: AbortSignal): Promise<AnswerReply> => {
    signal.throwIfAborted()
    const thread = threads.take()
    try {
      const reply = await thread.ask(order, { allowance: createAllowance(seconds * 1000, clockSeconds * 1000), signal })
      thread.giveBack()
      return reply
    } catch (error) {
      void thread.end()
      signal.throwIfAborted()
      throw failureOfAnswerLimit(order.vendor.name, { maxMebibytes, seconds }, error)
    }
  }
  const read = async (order: ReadAnswerOrder, signal: AbortSignal): Promise<SerializedResult> => {
    const { name } = order.vendor
    const reply = await ask(order, signal).catch((error: unknown) => {
      if (signal.aborted) throw new UnreadAnswer(order, `The answer of ${name} has yet to be read.`, error)
      throw isOutOfTime(error) ? new UnreadAnswer(order, error.message, error) : error
    })
    if (reply.kind !== 'document') throw failureOfAnswerReply(name, reply)
    return { serialized: reply.serialized }
  }
  return {
    of: ({ id, name }, reader = { kind: 'vendor', id }) => ({
      look: async (look, body, signal) => {
        const order: AnswerOrder = { kind: 'look', vendor: { name, reader }, look, body }
        const reply = await ask(order, signal).catch((error: unknown) => {
          if (isOutOfTime(error)) return ask(order, signal)
          throw error
        })
        if (reply.kind !== 'seen') throw failureOfAnswerReply(name, reply)
        return reply.seen
      },
      read: ({ bodies, request, survey, files = new Map() }, signal) => {
        const { pages, outputs, includeRaw, source } = request
        const asked = { pages, outputs, includeRaw, source: { mediaType: source.mediaType } }
        return read({ kind: 'read', vendor: { name, reader }, bodies, request: asked, survey, files }, signal)
      },
    }),
    read,
    close: () => threads.close(),
  }
}

/** Tells whether nothing but the clock has ended it. */
const isOutOfTime = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && error.code === 'timeout' && error.transient

const failureOfAnswerLimit = (
  vendor: string,
  { maxMebibytes, seconds }: Required<Omit<AnswerLimits, 'clockSeconds'>>,
  cause: unknown,
): ProviderFailure => {
  if (cause instanceof TookTooLong)
    return new ProviderFailure('timeout', `Reading the answer of ${vendor} took ${limitInWords(cause, seconds)}.`, {
      transient: cause.limit === 'clock',
      cause,
    })
  if (isOutOfMemory(cause))
    return new ProviderFailure(
      'out_of_memory',
      `Reading the answer of ${vendor} took more than the ${maxMebibytes} MiB of memory allowed.`,
      { cause },
    )
  return unforeseen(vendor, cause)
}

const failureOfAnswerReply = (vendor: string, reply: AnswerReply): ProviderFailure => {
  if (reply.kind === 'refused') {
    const { code, message, transient } = reply
    return new ProviderFailure(code, message, { transient, cause: new VendorAnswerError(reply.cause) })
  }
  return unforeseen(vendor, reply.kind === 'failed' ? reply.frames : new TypeError('the reply to another order'))
}

const unforeseen = (vendor: string, cause: unknown): ProviderFailure =>
  new ProviderFailure('internal_error', `The answer of ${vendor} could not be read.`, { cause })
