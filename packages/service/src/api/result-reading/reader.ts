import { addAbortSignal, type Readable } from 'node:stream'
import { startedModule } from '@polyparse/document/started-module'
import { createKeyedLimit } from '../../lib/keyed-limit.ts'
import { createAllowance, createThreads, isOutOfMemory, limitInWords, TookTooLong } from '@polyparse/sandbox'
import { createAdmissions } from '../admissions.ts'
import type { ReadingOrder, ReadingReply, ReadingRequest, ReadingResult } from './messages.ts'

/** A result cannot be read within the limits: a sentence for the caller. */
export class ResultTooLarge extends Error {
  override readonly name = 'ResultTooLarge'
}

/** The body of a job as it is stored or sent. */
export type StoredBody = { readonly bytes: Readable; readonly isCompressed: boolean }

export type ReadingOptions = {
  /** The account whose turn it is. */
  readonly account: string
  readonly open: () => Promise<StoredBody>
  readonly signal: AbortSignal
}

/**
 * Reads results of jobs in a thread with limits of time and memory, one at a time, with the accounts in turn: so that no
 * result, however large, holds up the process or exhausts its memory.
 */
export type ResultReader = {
  /**
   * Opens the body when it is its turn, and reads no more of it than is needed.
   * @throws {ResultTooLarge} and {ProblemError} when too many wait; what `open` throws; the reason of the signal.
   */
  read(request: ReadingRequest, options: ReadingOptions): Promise<ReadingResult>
  close(): Promise<void>
}

const readingThreadPath = startedModule(import.meta.filename, 'read-result-thread')

/** CPU time for one result; by the clock ten times that, not counting the time in which its pieces are fetched. */
const maxSeconds = 120

/** The numbers of readings that wait or are under way. */
const waiting = { perAccount: 100, all: 1000 }

/** `maxMebibytes` is the heap of the thread. */
export const createResultReader = ({ maxMebibytes }: { readonly maxMebibytes: number }): ResultReader => {
  const threads = createThreads<ReadingOrder, ReadingReply>(readingThreadPath, { maxMebibytes })
  const acquire = createAdmissions({
    ...waiting,
    accountRefusal: `${waiting.perAccount} results of this account wait to be read.`,
    refusal: 'Too many results wait to be read.',
  })
  // The first of each account waits for the thread.
  const [ofAccount, ofProcess] = [createKeyedLimit(1), createKeyedLimit(1)]

  const readNow = async (request: ReadingRequest, { open, signal }: ReadingOptions): Promise<ReadingResult> => {
    const { bytes, isCompressed } = await open()
    // The signal may destroy the stream while nothing reads it. A reader gets the error from the iterator.
    addAbortSignal(signal, bytes).on('error', () => {})
    const thread = threads.take()
    const allowance = createAllowance(maxSeconds * 1000)
    const ask = (order: ReadingOrder): Promise<ReadingReply> => {
      const transfer = order.kind === 'piece' && order.piece !== null ? [order.piece.buffer] : []
      return thread.ask(order, { allowance, signal, transfer }).catch((error: unknown) => {
        signal.throwIfAborted()
        throw errorOfReadingLimit(error, maxMebibytes)
      })
    }
    try {
      const pieces: AsyncIterator<Uint8Array> = bytes[Symbol.asyncIterator]()
      let reply = await ask({ kind: 'begin', request, isCompressed })
      while (reply.kind === 'more') {
        const next = await pieces.next()
        // A view is sent with the whole of its buffer.
        reply = await ask({ kind: 'piece', piece: next.done === true ? null : new Uint8Array(next.value) })
      }
      if (reply.kind === 'failed')
        throw reply.isTooLarge
          ? new ResultTooLarge('The result is too large to be read here.', { cause: reply.frames })
          : new Error('a result could not be read', { cause: reply.frames })
      thread.giveBack()
      return reply
    } catch (error) {
      void thread.end()
      throw error
    } finally {
      bytes.destroy()
    }
  }

  return {
    read: async (request, options) => {
      const { account, signal } = options
      const release = acquire(account)
      try {
        return await ofAccount.run(account, () => ofProcess.run('', () => readNow(request, options), signal), signal)
      } finally {
        release()
      }
    },
    close: () => threads.close(),
  }
}

const errorOfReadingLimit = (cause: unknown, maxMebibytes: number): Error => {
  if (cause instanceof TookTooLong)
    return new ResultTooLarge(`Reading the result took ${limitInWords(cause, maxSeconds)}.`, { cause })
  if (isOutOfMemory(cause))
    return new ResultTooLarge(`Reading the result took more than the ${maxMebibytes} MiB of memory allowed.`, { cause })
  return new Error('the thread that reads results has ended', { cause })
}
