import { resolveMediaType } from '@polyparse/readers/media-type'
import type { RouteHandlerMethod } from 'fastify'
import { RefusedFormError } from '../../compatibility/refused-form.ts'
import { newSourcePath } from '../../jobs/paths.ts'
import { decodeFilename } from '@polyparse/contract/filename'
import { receiveSource, refuseAnnounced } from '../create-job/receive.ts'
import { type CompatibilityParts, convert, convertedResult, jsonOutput, submissionOf } from './convert.ts'
import { ConversionError } from './errors.ts'

/** Open WebUI looks for these words, and then reads the document by itself. */
const noText = 'No extractable text'

/** Answers what Open WebUI's external content extraction engine is asked: the body is the document. */
export const processHandler =
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { parts, shutdown } = compatible
    const header = request.headers['x-filename']
    const named = decodeFilename(typeof header === 'string' ? header.trim() : 'document')
    if ('reason' in named) throw new RefusedFormError(`X-Filename ${named.reason}`)
    refuseAnnounced(request, parts.settings.maxUploadBytes)
    const { filename } = named
    const mediaType = resolveMediaType(request.headers['content-type'], filename)
    const submission = submissionOf(['pages'], {
      mediaType,
      receiveSource: async (jobId) => ({
        filename,
        mediaType,
        ...(await receiveSource(parts, newSourcePath(jobId), request, reply, shutdown)),
      }),
    })
    const job = await convert(compatible, request, reply, submission)
    const documents = await convertedResult(compatible, reply, job, { service: 'openwebui', filename })
    if (documents === null) throw new ConversionError(noText, 422)
    return reply.header('cache-control', 'no-store').type(jsonOutput).send(documents)
  }
