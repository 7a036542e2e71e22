import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { readingOf } from '@polyparse/compare'
import type { Document, WarningCode } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import { stackFrames } from '@polyparse/sandbox'
import { documentOf } from '@polyparse/providers/port'
import { compress } from './compress.ts'
import { knownCost, withCost } from './cost.ts'
import { escalatedDocument } from './escalated-document.ts'
import { filledDocument, questionPages } from './filled-document.ts'
import { withHandwritingReaders } from './handwriting-readers.ts'
import { jsonPieces } from './json-pieces.ts'
import type { RenderingAnswer, Order, RenderedPart, RenderRequest } from './messages.ts'
import { bodyPieces, filePieces, warningsOf } from './parse-result.ts'
import { tellThreadNumber } from '@polyparse/sandbox'

/* The program of the threads that a renderer starts. */

/** Characters; a longer document is not compared, because that would take too much of the service's memory. */
const maxReadingCharacters = 32 * 1024 * 1024

type RenderedPiece = { readonly piece: Uint8Array<ArrayBuffer>; readonly isLast: boolean }

let renderedPartIterators: Readonly<Record<RenderedPart, AsyncIterator<RenderedPiece> | null>> | null = null

const answerTo = async (order: Order): Promise<RenderingAnswer> => {
  if (order.kind === 'open') {
    const { escalation, handwritingReaders = [] } = order.request
    const parsed = withHandwritingReaders(documentOf(order.request.document), handwritingReaders)
    const own = withCost(parsed, order.request.price ?? null)
    const read = escalation === undefined ? own : escalatedDocument(own, order.request.provider, escalation)
    const document = order.request.isQuestion === true ? read : filledDocument(read, order.request)
    const isCompared =
      order.request.job.operation === 'compare' && countDocumentCharacters(document) <= maxReadingCharacters
    renderedPartIterators = {
      result: markLastPiece(compress(bodyPieces(document, order.request))),
      files: filePiecesOfDocument(document, order.request),
      reading: isCompared ? markLastPiece(compress(jsonPieces(readingOf(document)))) : null,
      document: markLastPiece(compress(serializeOnDemand(read))),
      question: markLastPiece(compress(questionOnDemand(read))),
    }
    const doubtedPages = pagesWithWarnings(document, doubts)
    const pagesToEscalate = pagesWithWarnings(document, reasonsToEscalate)
    return {
      kind: 'opened',
      pages: document.usage?.pages ?? document.pages.length,
      cost: knownCost(document),
      quality: qualityScoreOfDocument(document),
      warningCount: warningsOf(document, order.request).length,
      isCompared,
      hasFiles: renderedPartIterators.files !== null,
      doubtedPages,
      worstPage: worstPageOf(document, doubtedPages),
      pagesToEscalate,
      isEscalatedWhole: pagesToEscalate.length === document.metadata.documentPageCount,
    }
  }
  const next = await renderedPartIterators?.[order.part]?.next()
  if (next === undefined || next.done === true) throw new TypeError(`the ${order.part} has been read already`)
  if (
    next.value.isLast &&
    (order.part === 'files' || (order.part === 'result' && renderedPartIterators?.files === null))
  )
    renderedPartIterators = null
  return { kind: 'piece', ...next.value }
}

/** The pieces, of which the last is known when it comes. */
async function* markLastPiece(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RenderedPiece> {
  let waiting: Uint8Array | null = null
  for await (const chunk of chunks) {
    if (waiting !== null) yield { piece: ownCopy(waiting), isLast: false }
    waiting = chunk
  }
  if (waiting !== null) yield { piece: ownCopy(waiting), isLast: true }
}

/** The bytes alone: a view is sent with the whole of its buffer, of which a small piece is a thousandth. */
const ownCopy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const filePiecesOfDocument = (document: Document, request: RenderRequest): AsyncGenerator<RenderedPiece> | null => {
  const files = filePieces(document, request)
  return files === null ? null : markLastPiece(compress(files))
}

async function* questionOnDemand(document: Document): AsyncGenerator<string> {
  yield JSON.stringify(await questionPages(document))
}

/** Nothing is serialized before it is read. */
function* serializeOnDemand(document: Document): Generator<Uint8Array> {
  yield serialize(document)
}

const pagesWithWarnings = ({ warnings }: Document, codes: ReadonlySet<string>): number[] => {
  const pages = warnings.flatMap(({ code, page }) => (codes.has(code) && page !== undefined ? [page] : []))
  return [...new Set(pages)].toSorted((one, other) => one - other)
}

/** A page that its reader does not judge comes before those that it does. */
const worstPageOf = ({ pages }: Document, doubted: readonly number[]): number | null => {
  const qualities = new Map(pages.map(({ number, quality = 0 }) => [number, quality]))
  const qualityOfPage = (page: number): number => qualities.get(page) ?? 0
  return doubted.toSorted((one, other) => qualityOfPage(one) - qualityOfPage(other))[0] ?? null
}

const doubts: ReadonlySet<WarningCode> = new Set(['low_confidence'])

/** A reader may be sure of all that it has read on a page with handwriting, of which it has read nothing. */
const reasonsToEscalate: ReadonlySet<WarningCode> = new Set([...doubts, 'handwriting_not_read'])

const qualityScoreOfDocument = ({ quality }: Document): number | null => {
  if (quality?.scale !== '0-1' || !(quality.score >= 0 && quality.score <= 1)) return null
  return quality.score
}

const countDocumentCharacters = ({ pages, tables }: Document): number =>
  [...pages.flatMap(({ blocks }) => blocks), ...tables.flatMap(({ cells }) => cells)].reduce(
    (sum, { text }) => sum + text.length,
    0,
  )

const answerOfRenderError = (error: unknown): RenderingAnswer => ({
  kind: 'failed',
  reason: reasonOfRenderError(error),
  frames: stackFrames(error),
})

/** A text or list that is longer than the language allows throws a RangeError. */
const reasonOfRenderError = (error: unknown): Extract<RenderingAnswer, { kind: 'failed' }>['reason'] => {
  if (error instanceof EngineFailure) return 'no_document'
  return error instanceof RangeError ? 'too_large' : 'unforeseen'
}

tellThreadNumber()
parentPort?.on('message', (order: Order) => {
  void answerTo(order)
    .catch(answerOfRenderError)
    .then((answer) => parentPort?.postMessage(answer, answer.kind === 'piece' ? [answer.piece.buffer] : []))
})
