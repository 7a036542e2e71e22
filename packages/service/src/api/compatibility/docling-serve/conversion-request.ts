import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { limits } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { resolveMediaType } from '@polyparse/readers/media-type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ConversionOptions,
  optionFields,
  outputsFor,
  readConversionOptions,
} from '../../../compatibility/docling-serve/options.ts'
import { bytesOfBase64 } from '../../../compatibility/base64-source.ts'
import { type FormFields, RefusedFormError } from '../../../compatibility/refused-form.ts'
import { newSourcePath } from '../../../jobs/paths.ts'
import { cleanFilename } from '@polyparse/contract/filename'
import { callerOf } from '../../authenticate.ts'
import { whileAdmitted } from '../../create-job/accept.ts'
import { discardSource } from '../../create-job/discard-source.ts'
import { receiveJson, receiveStream } from '../../create-job/receive.ts'
import type { JobSubmission } from '../../create-job/submission.ts'
import { createBodyReader } from '../../json-body.ts'
import type { ApiParts } from '../../parts.ts'
import { requireCapacity } from '../../require-capacity.ts'
import { standardTimeouts } from '../../timeouts.ts'
import { type CompatibilityParts, submissionOf, submissionOfStored } from '../convert.ts'
import { receiveForm } from '../../create-job/receive-form.ts'
import { keepOptions } from './kept-options.ts'

export type ConversionRequest = {
  readonly submission: JobSubmission
  readonly filename: string
  readonly options: ConversionOptions
}

/** Reads the document of a request, and what is to be made of it. */
export type ReadConversion = (
  parts: CompatibilityParts,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<ConversionRequest>

/** A form with one document and its options. */
export const readConversionForm: ReadConversion = (compatible, request, reply) =>
  receiveForm(compatible, request, reply, 'files', ({ fields, source }, jobId) =>
    conversionOf(compatible.parts, source.filename, fields, (outputs) => submissionOfStored(outputs, jobId, source)),
  )

/** A document in base64 is held in memory: larger ones go as files. */
const maxSourceBytes = 32 * 1024 * 1024

const readSourceBody = createBodyReader(
  Type.Object({
    sources: Type.Array(
      Type.Union([
        Type.Object({ kind: Type.Literal('http'), url: Type.String({ maxLength: limits.urlLength }) }),
        Type.Object({
          kind: Type.Literal('file'),
          base64_string: Type.String(),
          filename: Type.String({ minLength: 1, maxLength: 500 }),
        }),
      ]),
      { minItems: 1, maxItems: 1 },
    ),
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    target: Type.Optional(Type.Object({ kind: Type.Literal('inbody') })),
  }),
)

/** A JSON body with one source, at a URL or in base64, which is stored before the admission of the upload ends. */
export const readConversionSource: ReadConversion = async (compatible, request, reply) => {
  const { parts, intake } = compatible
  const caller = callerOf(request)
  await requireCapacity(parts, intake.capacity, caller)
  return whileAdmitted(intake.admitUpload(caller.accountId), () => receiveConversion(compatible, request, reply))
}

const receiveConversion: ReadConversion = async ({ parts, shutdown }, request, reply) => {
  const { uploadIdleMs: idleMs } = parts.timeouts ?? standardTimeouts
  const body = readSourceBody(await receiveJson(request, reply, shutdown, { maxBytes: maxSourceBytes, idleMs }))
  const [source] = body.sources
  if (source === undefined) throw new RefusedFormError('sources must have one source')
  const fields = optionFields(body.options ?? {})
  if (source.kind === 'http') {
    const { url } = source
    const filename = URL.parse(url)?.pathname.split('/').at(-1) || 'document'
    return conversionOf(parts, filename, fields, (outputs) => ({
      ...submissionOf(outputs, { mediaType: null, receiveSource: async () => ({ url }) }),
      url,
    }))
  }
  const filename = cleanFilename(source.filename)
  if (filename === null) throw new RefusedFormError('filename must name a file')
  const mediaType = resolveMediaType(undefined, filename)
  const jobId = randomUUIDv7()
  const bytes = Readable.from([bytesOfBase64(source.base64_string, 'base64_string')])
  const stored = { filename, mediaType, ...(await receiveStream(parts, newSourcePath(jobId), bytes, shutdown)) }
  try {
    return conversionOf(parts, filename, fields, (outputs) => submissionOfStored(outputs, jobId, stored))
  } catch (error) {
    await discardSource(parts, stored)
    throw error
  }
}

const conversionOf = (
  { catalog }: ApiParts,
  filename: string,
  fields: FormFields,
  submit: (outputs: ReturnType<typeof outputsFor>) => JobSubmission,
): ConversionRequest => {
  const options = readConversionOptions(fields)
  const submission = submit(outputsFor(options))
  return {
    filename,
    options,
    submission: {
      ...submission,
      request: {
        ...submission.request,
        pages: options.pages,
        metadata: keepOptions(filename, fields),
        ...(options.forceRecognition && {
          providerOptions: { [catalog.defaultProvider]: { forceRecognition: true } },
        }),
      },
    },
  }
}
