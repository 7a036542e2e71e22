import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type OutputId, outputRecords } from '@polyparse/document'
import type { StoredJob, StoredResult } from '../../jobs/job.ts'
import { gunzip } from '../../lib/gunzip.ts'
import { findJsonPart, type JsonPart, type JsonPath } from '../../lib/json-part.ts'
import { fromBase64, unescaped } from '../../lib/json-string.ts'
import { matchesEtag } from '../negotiate.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { openFiles, openFinished, openResult } from './answers.ts'
import { openPageImages } from './page-images.ts'
import { readRange } from './range.ts'

/**
 * A part of a result: an output, the file of an image, or the image of a page. `provider` names whose part of a
 * comparison it is.
 */
export type PartOfResult = { readonly provider: string | null } & (
  | { readonly kind: 'output'; readonly output: OutputId }
  | { readonly kind: 'image'; readonly image: string }
  | { readonly kind: 'page'; readonly page: string }
)

type PartOfStoredResult = Exclude<PartOfResult, { readonly kind: 'page' }>

/** A document's own markup runs nothing and loads nothing, wherever it is opened. */
export const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/**
 * A part of the result of a finished job, under its own media type. Only as much of the stored result is read as comes
 * before its end. A range is answered alone; the length of the whole is found out first.
 * @throws {ProblemError} `no_result`, `not_found`, `result_expired`, `result_damaged`.
 */
export const sendPart = async (
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  job: StoredJob,
  { part, read }: { readonly part: PartOfResult; readonly read: () => Promise<StoredJob> },
): Promise<FastifyReply> => {
  // The pages are those of the document, whoever has read it.
  if (part.kind !== 'page' && (part.provider === null) !== (job.operation === 'parse')) throw noSuchPart()
  const result = openFinished(parts, job)
  const tag = createHash('sha256')
    .update(`${result.etag} ${JSON.stringify(part)}`)
    .digest('base64url')
  const etag = `"${tag}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()

  const open = () => openPart(parts, job, result, { part, read })
  const found = await open()
  reply.type(found.mediaType).header('accept-ranges', 'bytes').header('content-security-policy', contentSecurityPolicy)
  if (wantedRange(request, etag) === undefined) {
    if (request.method === 'HEAD') found.close()
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : streamOf(found.content))
  }
  const size = await countStreamBytes(found.content)
  const slice = async (start: number, end: number) => streamOf(sliceByteStream((await open()).content, start, end))
  return sendRange(request, reply, etag, { size, slice })
}

const wantedRange = ({ headers }: FastifyRequest, etag: string): string | undefined => {
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? headers.range : undefined
}

/** The range that is asked for, or else the whole of it. @throws {ProblemError} `range_not_satisfiable` */
export const sendRange = async (
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  {
    size,
    slice,
  }: { readonly size: number; readonly slice: (start: number, end: number) => Readable | Promise<Readable> },
): Promise<FastifyReply> => {
  reply.header('accept-ranges', 'bytes')
  const wanted = wantedRange(request, etag)
  const range = wanted === undefined ? null : readRange(wanted, size)
  if (range === 'unsatisfiable') {
    reply.removeHeader('etag')
    throw new RequestProblem('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } })
  }
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${size}`)
  const { start, end } = range ?? { start: 0, end: size }
  reply.header('content-length', end - start)
  return reply.send(request.method === 'HEAD' ? '' : await slice(start, end))
}

/**
 * The output of a complete parse as an answer under its own media type, which nobody caches.
 * @throws {ProblemError} as {@link sendPart}.
 */
export const sendOutput = async (
  parts: ApiParts,
  reply: FastifyReply,
  job: StoredJob,
  output: OutputId,
  read: () => Promise<StoredJob>,
): Promise<FastifyReply> => {
  const part: PartOfResult = { provider: null, kind: 'output', output }
  const { mediaType, content } = await openPart(parts, job, openFinished(parts, job), { part, read })
  return reply
    .type(mediaType)
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy)
    .send(streamOf(content))
}

const streamOf = (content: AsyncIterable<Uint8Array>): Readable => Readable.from(content, { objectMode: false })

const noSuchPart = (): RequestProblem => new RequestProblem('not_found', { detail: 'The result has no such part.' })

type OpenPart = { readonly mediaType: string; readonly content: AsyncIterable<Uint8Array>; close(): void }

const openPart = async (
  parts: ApiParts,
  job: StoredJob,
  result: StoredResult,
  { part, read }: { readonly part: PartOfResult; readonly read: () => Promise<StoredJob> },
): Promise<OpenPart> => {
  if (part.kind === 'page') {
    const stored = gunzip(await openPageImages(parts, job))
    const found = await findJsonPart(stored, ['pages', { member: 'id', text: part.page }, 'data'])
    if (found !== null) return openedPart(part, found, stored)
    stored.destroy()
    throw noSuchPart()
  }
  const files = result.bodySize < result.size ? filePathsOfResultPart(part) : []
  const places = [
    ...files.map((path) => ({ path, open: openFiles })),
    ...jsonPathsOfResultPart(part, job).map((path) => ({ path, open: openResult })),
  ]
  for (const { path, open } of places) {
    const stored = gunzip(await open(parts, result, read))
    const found = await findJsonPart(stored, path)
    if (found !== null) return openedPart(part, found, stored)
  }
  throw noSuchPart()
}

const openedPart = (part: PartOfResult, found: JsonPart, stored: Readable): OpenPart => ({
  mediaType: mediaTypeOfJsonPart(part, found),
  content: contentOfJsonPart(part, found),
  close: () => stored.destroy(),
})

/** Returns the paths at which a file may be among those to which the body refers. */
const filePathsOfResultPart = (part: PartOfStoredResult): JsonPath[] => {
  if (part.kind === 'output') return []
  const of = part.provider === null ? [] : ['providers', { member: 'provider', text: part.provider }, 'files']
  return [[...of, 'images', { member: 'id', text: part.image }, 'data']]
}

/** Returns the paths at which the part may be; images are in `json` if they were not requested by themselves. */
const jsonPathsOfResultPart = (part: PartOfStoredResult, { outputs }: StoredJob): JsonPath[] => {
  const result: JsonPath =
    part.provider === null
      ? ['result', 'outputs']
      : ['result', 'providers', { member: 'provider', text: part.provider }, 'result', 'outputs']
  if (part.kind === 'output') return outputs.includes(part.output) ? [[...result, part.output]] : []
  const image = { member: 'id', text: part.image }
  return [
    ...(outputs.includes('images') ? [[...result, 'images', image, 'data']] : []),
    ...(outputs.includes('json') ? [[...result, 'json', 'images', image, 'data']] : []),
  ]
}

const mediaTypeOfJsonPart = (part: PartOfResult, { siblings }: JsonPart): string =>
  part.kind !== 'output'
    ? (siblings.get('mimeType') ?? 'application/octet-stream')
    : servedType(outputRecords[part.output].mediaType)

/**
 * @example servedType('text/html') // 'text/html; charset=utf-8'
 */
export const servedType = (mediaType: string): string =>
  mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType

const contentOfJsonPart = (part: PartOfResult, { bytes, isString }: JsonPart): AsyncIterable<Uint8Array> => {
  if (part.kind !== 'output') return fromBase64(bytes)
  return isString ? unescaped(bytes) : bytes
}

const countStreamBytes = async (content: AsyncIterable<Uint8Array>): Promise<number> => {
  let size = 0
  for await (const piece of content) size += piece.length
  return size
}

async function* sliceByteStream(
  content: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const piece of content) {
    const [from, to] = [Math.max(0, start - at), Math.min(piece.length, end - at)]
    if (from < to) yield piece.subarray(from, to)
    at += piece.length
    if (at >= end) return
  }
}
