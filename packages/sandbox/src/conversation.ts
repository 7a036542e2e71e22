import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import { Compile } from '@polyparse/document/typebox/compile'
import type { ReadListener } from '@polyparse/engine'
import { crashed, endedEarly } from './failures.ts'
import { readFrames, writeFrame } from './frames.ts'
import { resultTooLarge, type EngineLimits } from './limits.ts'
import { Report, type ReadOrder } from './messages.ts'
import type { SerializedResult } from './serialized-result.ts'

const reports = Compile(Report)

/** Ends a process that has failed (`fail`) or has exceeded a limit (`kill`). */
type Ending = { readonly fail: (why: unknown) => void; readonly kill: (why: unknown) => void }

/**
 * The listener, and how many reports it may get: an engine goes over its pages a few times, but one taken over by
 * hostile code could report pages for ever.
 */
export type PageListener = Pick<ReadListener, 'onPage' | 'onProgress'> & {
  /** Null where no page is to be sent. */
  readonly onPageRead: ((number: number, page: SerializedResult) => void) | null
  readonly max: number
}
export const noPages: PageListener = { onPage: () => {}, onProgress: () => {}, onPageRead: null, max: 0 }

export type EngineReply =
  | Exclude<Report, { kind: 'page' | 'page_read' | 'progress' }>
  | { readonly kind: 'document'; readonly document: SerializedResult }

export type Conversation = {
  readonly send: (order: ReadOrder) => void
  /** The next report that is not of pages, or the document. */
  readonly answer: (pages: PageListener) => Promise<EngineReply>
}

/** A report that was not requested, is malformed or too large, or is one too many ends the process. */
export const converse = (child: ChildProcess, limits: EngineLimits, { fail, kill }: Ending): Conversation => {
  const channel = child.stdio[3]
  if (!(channel instanceof Socket)) throw new TypeError('the channel to a new process is a socket')
  // An order is all that is written, so without a reader it was not received.
  channel.on('error', (error) => fail(isUnread(error) ? endedEarly(error) : crashed(error)))
  let receive: ((answer: EngineReply) => void) | null = null
  let pages = noPages
  let count = 0

  const distrust = (): void => fail(crashed(new TypeError('an engine process sent a report that was not requested')))
  readFrames(channel, limits.resultBytes, {
    take: (message: unknown) => {
      if (receive === null || !reports.Check(message)) return distrust()
      if (message.kind === 'page' || message.kind === 'page_read' || message.kind === 'progress') {
        count += 1
        if (count > pages.max) return distrust()
        if (message.kind === 'page_read') {
          if (pages.onPageRead === null) return distrust()
          return pages.onPageRead(message.number, { serialized: message.serialized })
        }
        return message.kind === 'page' ? pages.onPage(message.number) : pages.onProgress(message)
      }
      receive(message)
      receive = null
    },
    takeDocument: (serialized) => {
      if (receive === null) return distrust()
      receive({ kind: 'document', document: { serialized } })
      receive = null
    },
    refuse: (reason) => (reason === 'too_large' ? kill(resultTooLarge(limits)) : distrust()),
  })
  const answer: Conversation['answer'] = (listener) => {
    pages = listener
    count = 0
    return new Promise((resolve) => {
      receive = resolve
    })
  }
  return { answer, send: (order) => writeFrame(channel, order) }
}

const isUnread = (error: Error): boolean => 'code' in error && error.code === 'EPIPE'
