import { startedModule } from '@polyparse/document/started-module'
import type { FailureCode } from '@polyparse/contract'
import { clockFactor } from '@polyparse/engine'
import { createAllowance, createThreads, isOutOfMemory, limitInWords, TookTooLong } from '@polyparse/sandbox'
import type { Compressed } from '../store-result.ts'
import type { RenderingAnswer, Opened, Order, RenderedPart, RenderRequest } from './messages.ts'

/** A document cannot become a result: a code, and a sentence for the caller. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure'
  readonly code: FailureCode
  /** True if it may become one later: only the clock has ended it, so that our machine may have been too busy. */
  readonly transient: boolean

  constructor(code: FailureCode, message: string, cause: unknown) {
    super(message, { cause })
    this.code = code
    this.transient = cause instanceof TookTooLong && cause.limit === 'clock'
  }
}

export type RenderLimits = {
  /** The heap of one thread. */
  readonly maxMebibytes: number
  /** CPU time for one document. */
  readonly maxSeconds: number
  /** Seconds of the clock, not counting the time in which its pieces are stored. Default: ten times that. */
  readonly clockSeconds?: number
}

/** A document whose parts are being made, in a thread of its own until it is disposed of. */
export type Rendering = Disposable &
  Opened & {
    /**
     * A part, made as it is read; the result has to be the last one, followed by its files if it has some.
     * Throws {@link RenderFailure}, or the reason of the signal.
     */
    read(part: RenderedPart): AsyncIterable<Uint8Array>
  }

/** The result with the files that it refers to, to be read in this order. */
export const resultOf = (rendering: Rendering): Compressed => ({
  body: rendering.read('result'),
  files: rendering.hasFiles ? rendering.read('files') : null,
})

/**
 * Makes results of documents, in threads with limits of time and memory, so that no document can hold up the process or
 * exhaust its memory: opens what an engine has written, renders the outputs, serialises and compresses them.
 */
export type Renderer = {
  /** @throws {RenderFailure} when it is not a document, or a limit is reached; or the reason of the signal. */
  open(request: RenderRequest, signal: AbortSignal): Promise<Rendering>
  close(): Promise<void>
}

const renderThreadPath = startedModule(import.meta.filename, 'render-thread')

export const createRenderer = ({
  maxMebibytes,
  maxSeconds,
  clockSeconds = clockFactor * maxSeconds,
}: RenderLimits): Renderer => {
  const threads = createThreads<Order, RenderingAnswer>(renderThreadPath, { maxMebibytes })

  const open: Renderer['open'] = async (request, signal) => {
    signal.throwIfAborted()
    const thread = threads.take()
    const allowance = createAllowance(maxSeconds * 1000, clockSeconds * 1000)
    let isAnswered = true
    let isDone = false

    const ask = async (order: Order): Promise<Exclude<RenderingAnswer, { kind: 'failed' }>> => {
      isAnswered = false
      const options = { allowance, signal, transfer: transferable(order) }
      const answer = await thread.ask(order, options).catch((error: unknown) => {
        signal.throwIfAborted()
        throw failureOfRenderLimit(error, { maxMebibytes, maxSeconds })
      })
      isAnswered = true
      if (answer.kind === 'failed') throw failureOfRendering(answer)
      return answer
    }
    /** A thread that still has a document open, or has yet to answer, is ended. */
    const release = (): void => (isAnswered && isDone ? thread.giveBack() : void thread.end())
    try {
      const opened = await ask({ kind: 'open', request })
      if (opened.kind !== 'opened')
        throw new TypeError('a thread returned a piece of a document that it had not opened')
      return {
        ...opened,
        read: async function* (part) {
          for (;;) {
            const answer = await ask({ kind: 'next', part })
            if (answer.kind !== 'piece') throw new TypeError('a thread opened a document instead of returning a piece')
            if (answer.isLast) isDone ||= part === (opened.hasFiles ? 'files' : 'result')
            yield answer.piece
            if (answer.isLast) return
          }
        },
        [Symbol.dispose]: release,
      }
    } catch (error) {
      release()
      throw error
    }
  }
  return { open, close: () => threads.close() }
}

/** Serialized documents are transferred, not copied. */
const transferable = (order: Order): ArrayBuffer[] => {
  if (order.kind !== 'open') return []
  return [order.request.document, order.request.escalation?.document].flatMap((document) => {
    if (document === null || document === undefined || !('serialized' in document)) return []
    const { buffer, byteLength } = document.serialized
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
  })
}

const failureOfRenderLimit = (error: unknown, { maxMebibytes, maxSeconds }: RenderLimits): RenderFailure => {
  if (error instanceof TookTooLong)
    return new RenderFailure('timeout', `Making the outputs took ${limitInWords(error, maxSeconds)}.`, error)
  if (isOutOfMemory(error))
    return new RenderFailure(
      'out_of_memory',
      `Making the outputs took more than the ${maxMebibytes} MiB of memory allowed.`,
      error,
    )
  return new RenderFailure('internal_error', 'The outputs could not be made from what was read.', error)
}

const failureOfRendering = ({ reason, frames }: Extract<RenderingAnswer, { kind: 'failed' }>): RenderFailure => {
  if (reason === 'no_document')
    return new RenderFailure('engine_crashed', 'The engine stopped unexpectedly while it read the document.', frames)
  if (reason === 'too_large')
    return new RenderFailure('out_of_memory', 'An output would be too large to be made.', frames)
  return new RenderFailure('internal_error', 'The outputs could not be made from what was read.', frames)
}
