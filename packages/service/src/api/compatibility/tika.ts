import { resolveMediaType } from '@polyparse/readers/media-type'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { cleanFilename } from '@polyparse/contract/filename'
import type { TikaAnswerOptions } from '../../compatibility/tika/tika-answer.ts'
import { newSourcePath } from '../../jobs/paths.ts'
import { receiveSource, refuseAnnounced } from '../create-job/receive.ts'
import { type CompatibilityParts, convert, convertedResult, jsonOutput, submissionOf } from './convert.ts'

const mediaTypeOfContent = { text: 'text/plain; charset=utf-8', html: 'text/html; charset=utf-8' } as const

/** `PUT /tika`, `/rmeta` and `/meta`: the body is the document, and the path or `Accept` says what is wanted of it. */
export const tikaHandler =
  (optionsOf: (request: FastifyRequest) => TikaAnswerOptions) =>
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { parts, shutdown } = compatible
    const options = optionsOf(request)
    refuseAnnounced(request, parts.settings.maxUploadBytes)
    const filename = filenameOfDisposition(request.headers['content-disposition'])
    const mediaType = resolveMediaType(request.headers['content-type'], filename)
    const submission = submissionOf([...(options.content === null ? [] : [options.content]), 'metadata'], {
      mediaType,
      receiveSource: async (jobId) => ({
        filename,
        mediaType,
        ...(await receiveSource(parts, newSourcePath(jobId), request, reply, shutdown)),
      }),
    })
    const job = await convert(compatible, request, reply, submission)
    const answer = await convertedResult(compatible, reply, job, { service: 'tika', filename, options })
    const isContent = options.shape === 'content' && options.content !== null
    return reply
      .header('cache-control', 'no-store')
      .type(isContent ? mediaTypeOfContent[options.content ?? 'text'] : jsonOutput)
      .send(answer)
  }

/** `/tika` answers in the form that `Accept` names, text by default. */
export const tikaByAccept = ({ headers: { accept = '' } }: FastifyRequest): TikaAnswerOptions => {
  if (accept.includes('application/json')) return { content: 'html', shape: 'object' }
  return { content: /text\/(?:html|xml)|xhtml/.test(accept) ? 'html' : 'text', shape: 'content' }
}

/** `…/text` and so on in the path; without it XHTML, as in Tika. */
export const tikaByPath =
  (shape: 'object' | 'list') =>
  ({ params }: FastifyRequest): TikaAnswerOptions => {
    const { handler = 'xml' } = Object(params)
    if (handler === 'ignore') return { content: null, shape }
    return { content: handler === 'text' || handler === 'body' ? 'text' : 'html', shape }
  }

/** The name in `attachment; filename="…"`. */
const filenameOfDisposition = (header: string | undefined): string => {
  const [, encoded, quoted, plain] =
    /filename(?:\*=UTF-8''([^;\s]{1,1000})|="([^"]{1,500})"|=([^;"\s]{1,500}))/i.exec(header ?? '') ?? []
  return cleanFilename(decoded(encoded) ?? quoted ?? plain ?? '') ?? 'document'
}

const decoded = (encoded: string | undefined): string | null => {
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded)
  } catch {
    return null
  }
}
