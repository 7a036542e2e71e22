import { isDeepStrictEqual } from 'node:util'
import { limits, type ParseResult, type Usage, type Warning } from '@polyparse/contract'
import {
  type Document,
  type ImageValue,
  limitImages,
  limitRaw,
  limitWarnings,
  noTextWarnings,
  type OutputId,
  type OutputValues,
  render,
} from '@polyparse/document'
import { defaultChunking } from '@polyparse/document/schema'
import { schemaReferenceOf, type StoredJob } from '../../jobs/job.ts'
import { isPlainText, isTextual, usualName } from '@polyparse/readers/media-type'
import { listedPageImages } from './page-images.ts'
import type { RenderRequest } from './messages.ts'
import { resultPieces } from './result-pieces.ts'

/**
 * The body that is stored for a run, as JSON in pieces: of a `parse` job the job as callers read it, because this result
 * is the job's; of a `compare` the ParseResult of its entry.
 */
export async function* bodyPieces(document: Document, request: RenderRequest): AsyncGenerator<string> {
  const result = resultPieces(await parseResult(document, request), limits.resultBytes)
  if (request.job.operation !== 'parse') return yield* result
  yield `{"id":${JSON.stringify(request.job.id)},"status":"complete","result":`
  yield* result
  yield endOfBody(request.job)
}

/** Returns what follows the result in the body of a complete job. */
export const endOfBody = (job: Pick<StoredJob, 'batchId' | 'extraction' | 'metadata'>): string => {
  const { batchId, metadata } = job
  const extractionSchema = schemaReferenceOf(job)
  const rest = {
    ...(batchId !== null && { batchId }),
    ...(extractionSchema !== null && { extractionSchema }),
    ...(metadata !== null && { metadata }),
  }
  return Object.keys(rest).length === 0 ? '}' : `,${JSON.stringify(rest).slice(1)}`
}

/** The result of a document, as callers read it. */
export const parseResult = async (parsed: Document, request: RenderRequest): Promise<ParseResult> => {
  const { job, provider, startedAt, completedAt, pageImages } = request
  const { document } = withinLimit(parsed, job)
  const raw = job.includeRaw ? limitRaw(parsed.raw ?? null, limits.rawBytes) : null
  return {
    id: job.id,
    outputs: await outputsOf(document, request),
    pageCount: document.pages.length,
    provider,
    timing: {
      startedAt: startedAt.toISOString(),
      completedAt: completedAt.toISOString(),
      durationMs: completedAt.getTime() - startedAt.getTime(),
    },
    warnings: [...warningsOf(parsed, request), ...(raw?.warnings ?? [])].map(
      ({ pages, bbox, reasons, ...warning }) => ({
        ...warning,
        ...(pages !== undefined && { pages: [...pages] }),
        ...(bbox !== undefined && { bbox: [...bbox] }),
        ...(reasons !== undefined && { reasons: [...reasons] }),
      }),
    ),
    usage: usageOfDocument(document),
    ...chunkingOfResult(document, job.outputs),
    ...(document.model !== undefined && { model: document.model }),
    ...(document.quality !== undefined && { quality: { ...document.quality } }),
    ...(pageImages !== undefined && { pageImages: listedPageImages(pageImages, job.id) }),
    ...(raw !== null && { raw: raw.value }),
  }
}

/**
 * Returns the chunking of a result if it is not the usual one. A worker that makes the chunks again, from a corrected
 * document, does not have the request.
 */
const chunkingOfResult = (
  { chunking }: Document,
  outputs: RenderRequest['job']['outputs'],
): Pick<ParseResult, 'chunking'> =>
  chunking === undefined || !outputs.includes('chunks') || isDeepStrictEqual(chunking, defaultChunking)
    ? {}
    : { chunking: { ...chunking } }

/** The warnings of a result, apart from one on the raw response. */
export const warningsOf = (parsed: Document, { job, warnings }: RenderRequest): Warning[] => {
  const { document, warnings: imageWarnings } = withinLimit(parsed, job)
  return [
    ...mediaTypeWarnings(job),
    ...warnings.before,
    ...document.warnings,
    ...warnings.after,
    ...imageWarnings,
    ...limitWarnings(document),
    ...noTextWarnings(document),
  ]
}

type RequestedImages = Pick<RenderRequest['job'], 'outputs' | 'images'>

/** Tells whether an output refers to the files of images: as it is asked to, or because `images` has them. */
const refers = (output: OutputId, { outputs, images }: RequestedImages): boolean =>
  output === 'json'
    ? images === 'reference' || outputs.includes('images')
    : output === 'images' && images === 'reference'

/** The document with as many files as there is room for: in a result, or beside it. */
const withinLimit = (document: Document, job: RequestedImages): ReturnType<typeof limitImages> => {
  // An output that refers to files is as large as any without them.
  const carrying = job.outputs.map((output) => (refers(output, job) ? 'pages' : output))
  return limitImages(document, job.images === 'reference' ? ['images'] : carrying, limits.resultBytes)
}

/** The files of the images that a result refers to, as JSON in pieces; null where it refers to none. */
export const filePieces = (parsed: Document, { job }: RenderRequest): Generator<string> | null => {
  const pictures = referredPictures(parsed, job)
  return pictures.length === 0 ? null : fileList(pictures)
}

const referredPictures = (parsed: Document, job: RequestedImages): Document['pictures'] => {
  if (job.images === 'inline' || parsed.pictures.length === 0) return []
  return job.outputs.some((output) => refers(output, job)) ? withinLimit(parsed, job).document.pictures : []
}

function* fileList(pictures: Document['pictures']): Generator<string> {
  yield '{"images":['
  let before = ''
  for (const { id, mimeType, data } of pictures) {
    yield `${before}${JSON.stringify({ id, mimeType, data: base64(data) })}`
    before = ','
  }
  yield ']}'
}

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** The outputs, with no file twice in them. */
const outputsOf = async (document: Document, { job, provider }: RenderRequest): Promise<Partial<OutputValues>> => {
  const source = { filename: job.source.filename, sizeBytes: job.source.size ?? 0 }
  const refersHere = (output: OutputId): boolean => refers(output, job)
  const [referring, others] = [job.outputs.filter(refersHere), job.outputs.filter((output) => !refersHere(output))]
  const values = await render(document, others, source)
  if (referring.length === 0) return values
  const { json, images } = await render(withoutFiles(document), referring, source)
  const folder = `/api/v1/jobs/${job.id}${job.operation === 'parse' ? '' : `/providers/${encodeURIComponent(provider)}`}/images`
  const stored = new Set(document.pictures.flatMap(({ id, data }) => (data.byteLength === 0 ? [] : [id])))
  const referred = (image: ImageValue): ImageValue => {
    if (!stored.has(image.id)) return image
    const { data: _, ...others } = image
    return { ...others, url: `${folder}/${encodeURIComponent(image.id)}` }
  }
  return {
    ...values,
    ...(images !== undefined && { images: images.map(referred) }),
    ...(json !== undefined && { json: { ...json, images: json.images.map(referred) } }),
  }
}

const withoutFiles = (document: Document): Document => ({
  ...document,
  pictures: document.pictures.map((picture) => ({ ...picture, data: new Uint8Array() })),
})

const usageOfDocument = ({ pages, usage: { byProvider, ...usage } = {} }: Document): Usage => ({
  pages: pages.length,
  ...usage,
  ...(byProvider !== undefined && { byProvider: [...byProvider] }),
})

/**
 * Types have other names, and had some with `x-` before they were registered; browsers on Windows have one of their own
 * for ZIP.
 */
const registered = (mediaType: string): string =>
  usualName(mediaType).replace('/x-zip-compressed', '/zip').replace('/x-', '/')

/** Tells whether documents of a type are all of another: a notebook is JSON, an article XML (RFC 6839). */
const isKindOf = (mediaType: string, general: string): boolean =>
  /^application\/(?:json|xml)$/.test(general) && mediaType.endsWith(general.replace('application/', '+'))

const mediaTypeWarnings = ({ source: { mediaType, detectedMediaType } }: RenderRequest['job']): Warning[] => {
  if (mediaType === null || detectedMediaType === null || mediaType === 'application/octet-stream') return []
  if (registered(mediaType) === registered(detectedMediaType)) return []
  if (isKindOf(detectedMediaType, usualName(mediaType))) return []
  if (isPlainText(mediaType) && detectedMediaType === 'text/plain') return []
  // Markdown, CSV and the like are plain text to who declares it.
  if (usualName(mediaType) === 'text/plain' && isTextual(detectedMediaType)) return []
  const message = `The document was declared as ${mediaType}, but its bytes are ${detectedMediaType}.`
  return [{ code: 'media_type_mismatch', message }]
}
