import { createHash } from 'node:crypto'
import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type OutputId, outputRecords } from '@polyparse/document'
import { Type } from '@polyparse/document/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CorrectionLayer, readCorrections } from '../../jobs/corrections.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { matchesEtag, prefersGzip } from '../negotiate.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import type { LayerOverResult, ReadingRequest, ReadingResult } from '../result-reading/messages.ts'
import { type ResultReader, ResultTooLarge } from '../result-reading/reader.ts'
import { openFinished, openResult } from './answers.ts'
import { contentSecurityPolicy, sendRange, servedType } from './parts.ts'

/** The parameter of everything that shows a result. */
export const CorrectedQuery = Type.Object({
  corrected: Type.Optional(
    Type.Enum(['false', 'true'], {
      default: 'false',
      description:
        '`true`: as people have corrected it. What is made of the text is made again from the corrected document; without corrections it is as it was read.',
    }),
  ),
})

export type CorrectedReading = {
  readonly parts: ApiParts
  readonly reader: ResultReader
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The job as it is now. */
  readonly read: () => Promise<StoredJob>
}

/** The corrections of a complete job, to be laid over its result; null where there are none. */
export const layerOf = async (
  { database }: ApiParts,
  job: StoredJob,
): Promise<{ readonly revision: string; readonly over: LayerOverResult } | null> => {
  const layer = job.status === 'complete' ? await readCorrections(database, job.id) : null
  return layer === null ? null : { revision: layer.revision, over: layerOverResult(job, layer) }
}

const layerOverResult = ({ outputs, extraction }: StoredJob, { entries }: CorrectionLayer): LayerOverResult => ({
  corrections: entries,
  outputs: [...outputs],
  extraction,
})

/** A complete job with its result as it was corrected; null where nothing is, so that the stored one is sent. */
export const sendCorrectedJob = async (reading: CorrectedReading, job: StoredJob): Promise<FastifyReply | null> => {
  const { parts, request, reply } = reading
  const layer = await layerOf(parts, job)
  if (layer === null) return null
  const etag = `W/"${openFinished(parts, job).etag}.${layer.revision}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type('application/json')
  const compressed = prefersGzip(request.headers['accept-encoding'])
  if (compressed) reply.header('content-encoding', 'gzip')
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const body = await correctedBytes(reading, job, layer.over, null)
  return reply.send(compressed ? pipeline(Readable.from([body]), createGzip(), () => {}) : body)
}

/**
 * An output as it was corrected, under its own media type; null where nothing is.
 * @throws {ProblemError} `not_correctable` when corrections do not reach it.
 */
export const sendCorrectedOutput = async (
  reading: CorrectedReading,
  job: StoredJob,
  output: OutputId,
): Promise<FastifyReply | null> => {
  const { parts, request, reply } = reading
  const layer = isWithoutText(output) || !job.outputs.includes(output) ? null : await layerOf(parts, job)
  if (layer === null) return null
  const tag = createHash('sha256').update(`${openFinished(parts, job).etag} ${layer.revision} ${output}`)
  const etag = `"${tag.digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const bytes = await correctedBytes(reading, job, layer.over, output)
  reply.type(servedType(outputRecords[output].mediaType)).header('content-security-policy', contentSecurityPolicy)
  return sendRange(request, reply, etag, {
    size: bytes.length,
    slice: (start, end) => Readable.from([bytes.subarray(start, end)]),
  })
}

const isWithoutText = (output: OutputId): boolean => output === 'images' || output === 'metadata'

/** @throws {ProblemError} `not_correctable` */
export const correctedBytes = async (
  reading: Omit<CorrectedReading, 'request'>,
  job: StoredJob,
  layer: LayerOverResult,
  output: OutputId | null,
): Promise<Buffer> => {
  const found = await readForCaller(reading, job, { kind: 'corrected', layer, output })
  if (found.kind !== 'converted') throw new TypeError('a corrected result was asked for, and something else was read')
  if (found.bytes === null)
    throw new RequestProblem('not_correctable', {
      detail: `Corrections do not reach the output ${output ?? ''}: it is not made of the text, or a model has made it.`,
    })
  return Buffer.from(found.bytes.buffer)
}

/** Reads the result in the thread for that, as long as the caller waits. @throws {ProblemError} `not_correctable` when it is too large. */
export const readForCaller = async (
  { parts, reader, reply, read }: Omit<CorrectedReading, 'request'>,
  job: StoredJob,
  wanted: ReadingRequest,
): Promise<ReadingResult> => {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  if (reply.raw.destroyed) gone.abort()
  const open = async () => {
    const bytes = await openResult(parts, openFinished(parts, job), read)
    return { bytes: addAbortSignal(gone.signal, bytes), isCompressed: true }
  }
  try {
    return await reader.read(wanted, { account: job.accountId, open, signal: gone.signal })
  } catch (error) {
    if (!(error instanceof ResultTooLarge)) throw error
    throw new RequestProblem('not_correctable', { detail: error.message })
  }
}
