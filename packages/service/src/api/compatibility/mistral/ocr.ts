import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { OcrBody, readOcrOptions } from '../../../compatibility/mistral/options.ts'
import { callerOf } from '../../authenticate.ts'
import { whileAdmitted } from '../../create-job/accept.ts'
import { receiveJson } from '../../create-job/receive.ts'
import { createBodyReader } from '../../json-body.ts'
import { requireCapacity } from '../../require-capacity.ts'
import { standardTimeouts } from '../../timeouts.ts'
import { awaitJob, type CompatibilityParts, convert, convertedResult, jsonOutput } from '../convert.ts'
import { documentOfOcr } from './document.ts'
import { findFile } from './files.ts'

/** A document in base64 is held in memory: larger ones go as files. */
const maxOcrBodyBytes = 32 * 1024 * 1024

const readOcrBody = createBodyReader(OcrBody)

/** `POST /v1/ocr`: waits for the end of the job, and answers with its pages. */
export const ocrHandler =
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { accountId } = callerOf(request)
    const { document, options } = await receiveOcr(compatible, request, reply)
    const job =
      'submission' in document
        ? await convert(compatible, request, reply, document.submission)
        : await awaitJob(compatible, request, reply, await findFile(compatible.parts, accountId, document.fileId))
    const answer = await convertedResult(compatible, reply, job, { service: 'mistral', filename: '', options })
    return reply.header('cache-control', 'no-store').type(jsonOutput).send(answer)
  }

const receiveOcr = async (compatible: CompatibilityParts, request: FastifyRequest, reply: FastifyReply) => {
  const { parts, intake, shutdown } = compatible
  const caller = callerOf(request)
  await requireCapacity(parts, intake.capacity, caller)
  return whileAdmitted(intake.admitUpload(caller.accountId), async () => {
    const { uploadIdleMs: idleMs } = parts.timeouts ?? standardTimeouts
    const body = readOcrBody(await receiveJson(request, reply, shutdown, { maxBytes: maxOcrBodyBytes, idleMs }))
    const options = readOcrOptions(body)
    return { options, document: await documentOfOcr(compatible, body, options) }
  })
}
