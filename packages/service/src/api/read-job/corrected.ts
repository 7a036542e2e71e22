import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type OutputId, outputRecords } from '@polyparse/document'
import { Type } from '@polyparse/document/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CorrectionLayer, readCorrections } from '../../jobs/corrections.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { callerGoneSignal } from '../caller-gone.ts'
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

/** Corrections to be laid over a result, and the revision that they are. */
export type RevisedLayer = { readonly revision: string; readonly over: LayerOverResult }

/** The corrections of a complete job; null where there are none. */
export const layerOf = async ({ database }: ApiParts, job: StoredJob): Promise<RevisedLayer | null> => {
  const layer = job.status === 'complete' ? await readCorrections(database, job.id) : null
  return layer === null ? null : { revision: layer.revision, over: layerOverResult(job, layer) }
}

const layerOverResult = ({ outputs, extraction }: StoredJob, { entries }: CorrectionLayer): LayerOverResult => ({
  corrections: entries,
  outputs: [...outputs],
  extraction,
})

/** The corrections that reach an output of a complete job; null where there are none. */
export const layerOfOutput = async (parts: ApiParts, job: StoredJob, output: OutputId): Promise<RevisedLayer | null> =>
  isWithoutText(output) || !job.outputs.includes(output) ? null : layerOf(parts, job)

/** Sends a complete job with its result as it was corrected. */
export const sendCorrectedJob = async (
  reading: CorrectedReading,
  job: StoredJob,
  layer: RevisedLayer,
): Promise<FastifyReply> => {
  const { parts, request, reply } = reading
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
 * Sends an output as it was corrected, under its own media type.
 * @throws {ProblemError} `not_correctable` when corrections do not reach it.
 */
export const sendCorrectedOutput = async (
  reading: CorrectedReading,
  job: StoredJob,
  { output, layer }: { readonly output: OutputId; readonly layer: RevisedLayer },
): Promise<FastifyReply> => {
  const { parts, request, reply } = reading
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
  const open = async () => ({ bytes: await openResult(parts, openFinished(parts, job), read), isCompressed: true })
  try {
    return await reader.read(wanted, { account: job.accountId, open, signal: callerGoneSignal(reply) })
  } catch (error) {
    if (!(error instanceof ResultTooLarge)) throw error
    throw new RequestProblem('not_correctable', { detail: error.message })
  }
}
