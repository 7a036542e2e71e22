import type { OutputId, OutputValues } from './contract.ts'
import { responseJson, responseText } from './answers.ts'
import { UnexpectedAnswerError } from './errors.ts'
import { outputMediaTypes } from './output-media-types.ts'
import { isOutput } from './shapes.ts'
import type { Transport } from './transport.ts'

/** The file of an image. */
export type ImageFile = {
  /** Such as `image/png`. */
  readonly mediaType: string
  /** Null if the answer does not say. */
  readonly sizeBytes: number | null
  readonly stream: ReadableStream<Uint8Array>
}

type JobPartRequest = { readonly id: string; readonly provider: string | undefined; readonly signal: AbortSignal }
type JobOutputRequest = JobPartRequest & { readonly corrected: boolean }

/** One output of a finished job, without the rest of its result. */
export const readOutput = async <Output extends OutputId>(
  { send, url }: Transport,
  output: Output,
  { corrected, ...part }: JobOutputRequest,
): Promise<OutputValues[Output]> => {
  const mediaType = outputMediaTypes[output]
  const path = `${pathOfJobPart(part, 'outputs', output)}${corrected ? '?corrected=true' : ''}`
  const request = { path, signal: part.signal }
  const content = await send(request, async (response, onPiece) => {
    if (response.headers.get('content-type')?.startsWith(mediaType) !== true) return response.body?.cancel()
    return mediaType === 'application/json' ? responseJson(response, url, onPiece) : responseText(response, onPiece)
  })
  if (isOutput(output, content)) return content
  throw new UnexpectedAnswerError(`What answers at ${url} is not Polyparse.`)
}

/** The file of one image. Reading its stream may fail in any way, and fails when the signal is aborted. */
export const readImage = (transport: Transport, imageId: string, part: JobPartRequest): Promise<ImageFile> =>
  readJobImageFile(transport, pathOfJobPart(part, 'images', imageId), part.signal)

/** The image of a page, likewise. */
export const readPageImage = (
  transport: Transport,
  page: number,
  { id, signal }: Omit<JobPartRequest, 'provider'>,
): Promise<ImageFile> =>
  readJobImageFile(transport, `/api/v1/jobs/${encodeURIComponent(id)}/pages/${page}/image`, signal)

const readJobImageFile = ({ send, url }: Transport, path: string, signal: AbortSignal): Promise<ImageFile> =>
  send({ path, signal }, async ({ headers, body }) => {
    if (headers.get('content-type')?.startsWith('text/html') === true) {
      await body?.cancel()
      throw new UnexpectedAnswerError(`What answers at ${url} is not Polyparse.`)
    }
    const size = headers.get('content-length')
    return {
      mediaType: headers.get('content-type') ?? 'application/octet-stream',
      sizeBytes: size === null || headers.has('content-encoding') ? null : Number(size),
      stream: body ?? new Blob([]).stream(),
    }
  })

const pathOfJobPart = ({ id, provider }: JobPartRequest, kind: 'outputs' | 'images', name: string): string => {
  const of = provider === undefined ? '' : `/providers/${encodeURIComponent(provider)}`
  return `/api/v1/jobs/${encodeURIComponent(id)}${of}/${kind}/${encodeURIComponent(name)}`
}
