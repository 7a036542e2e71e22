import { outputSchemas } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { RouteHandlerMethod } from 'fastify'
import { loadedDocuments } from '../../compatibility/open-webui/documents.ts'
import { RefusedFormError } from '../../compatibility/refused-form.ts'
import { newSourcePath } from '../../jobs/paths.ts'
import { decodeFilename } from '../../lib/filename.ts'
import { receiveSource, refuseAnnounced } from '../create-job/receive.ts'
import { createCheck } from '../field-errors.ts'
import { type CompatibilityParts, convert, readResult, submissionOf } from './convert.ts'
import { ConversionError } from './errors.ts'

const { pages } = outputSchemas
const checkResult = createCheck(Type.Object({ result: Type.Object({ outputs: Type.Object({ pages }) }) }))

/** Open WebUI looks for these words, and then reads the document by itself. */
const noText = 'No extractable text'

/** What Open WebUI's external content extraction engine is asked: the body is the document. */
export const processHandler =
  ({ parts, intake, shutdown }: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
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
    const job = await convert({ parts, intake, shutdown }, request, reply, submission)
    const { result } = await readResult(parts, job, checkResult)
    const documents = loadedDocuments(result.outputs.pages, filename)
    if (documents.length === 0) throw new ConversionError(noText, 422)
    return reply.header('cache-control', 'no-store').send(documents)
  }
