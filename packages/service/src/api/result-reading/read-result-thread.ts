import { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { stackFrames } from '@polyparse/sandbox'
import { gunzip } from '../../lib/gunzip.ts'
import { replayable } from '../../lib/replayable.ts'
import { lookUpIn } from '../../mcp/look-ups/look-up.ts'
import type { OpenBody } from '../../mcp/look-ups/open-body.ts'
import { ToolError } from '../../mcp/tool-error.ts'
import { convertedBody } from './convert.ts'
import { checkCorrections, correctedBody, correctedOutput } from './corrected.ts'
import { pageOfResult, provisionalPage } from './read-page.ts'
import type { ReadingOrder, ReadingReply, ReadingRequest } from './messages.ts'
import { tellThreadNumber } from '@polyparse/sandbox'

/* The program of the threads that a result reader starts. */

type ReadingSession = { give(piece: Uint8Array | null): void }

let reading: ReadingSession | null = null

const beginResultReading = ({ request, isCompressed }: Extract<ReadingOrder, { kind: 'begin' }>): ReadingSession => {
  /** An order is answered once: with the result, even if the next piece was asked for just before. */
  let isAsked = true
  let outcome: ReadingReply | null = null
  let given = Promise.withResolvers<Uint8Array | null>()

  async function* pieces(): AsyncGenerator<Uint8Array> {
    while (outcome === null) {
      isAsked = false
      sendReadingReply({ kind: 'more' })
      const piece = await given.promise
      given = Promise.withResolvers()
      if (piece === null) return
      yield piece
    }
  }
  const stored = replayable(pieces())
  const body: OpenBody = () => (isCompressed ? gunzip(Readable.from(stored())) : stored())
  void executeReadingRequest(request, body)
    .catch(replyOfReadingError)
    .then((reply) => {
      outcome = reply
      if (isAsked) sendReadingReply(reply)
    })
  return {
    give: (piece) => {
      isAsked = true
      if (outcome === null) given.resolve(piece)
      else sendReadingReply(outcome)
    },
  }
}

const executeReadingRequest = async (request: ReadingRequest, body: OpenBody): Promise<ReadingReply> => {
  if (request.kind === 'look-up') return { kind: 'found', result: await lookUpIn(body, request.lookUp) }
  if (request.kind === 'page') {
    const read = request.isProvisional ? provisionalPage : pageOfResult
    const { layer } = request
    const corrected = layer === undefined ? null : await correctedBody(body, layer)
    return { kind: 'page', page: await read(corrected === null ? body : () => only(corrected), request.page) }
  }
  if (request.kind === 'corrections')
    return { kind: 'checked', faults: await checkCorrections(body, request.corrections) }
  const bytes = await bytesOf(request, body)
  return { kind: 'converted', bytes: bytes && new Uint8Array(bytes) }
}

const bytesOf = (
  request: Extract<ReadingRequest, { kind: 'conversion' | 'corrected' }>,
  body: OpenBody,
): Promise<Uint8Array | null> => {
  if (request.kind === 'conversion') return convertedBody(body, request.conversion)
  const { layer, output } = request
  return output === null ? correctedBody(body, layer) : correctedOutput(body, layer, output)
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A text that is longer than the language allows throws a RangeError. */
const replyOfReadingError = (error: unknown): ReadingReply =>
  error instanceof ToolError
    ? { kind: 'not_found', message: error.message }
    : { kind: 'failed', isTooLarge: error instanceof RangeError, frames: stackFrames(error) }

const sendReadingReply = (reply: ReadingReply): void =>
  parentPort?.postMessage(reply, reply.kind === 'converted' && reply.bytes !== null ? [reply.bytes.buffer] : [])

tellThreadNumber()
parentPort?.on('message', (order: ReadingOrder) => {
  if (order.kind === 'begin') reading = beginResultReading(order)
  else reading?.give(order.piece)
})
