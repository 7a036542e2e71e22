import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { datalabOutputs, readDatalabOptions, refuseDatalabConfig } from '../../../compatibility/datalab/options.ts'
import { type FormFields, RefusedFormError, refusedField } from '../../../compatibility/refused-form.ts'
import { receiveFormOrFields } from '../../create-job/receive-form.ts'
import type { JobSubmission } from '../../create-job/submission.ts'
import { createCheck } from '../../field-errors.ts'
import type { ApiParts } from '../../parts.ts'
import { parseStrictJson } from '../../strict-json.ts'
import { type CompatibilityParts, submissionOf, submissionOfStored } from '../convert.ts'
import { keepDatalabOptions } from './kept-options.ts'

/** Reads the document of a form, which is a file or at a URL, and what is to be made of it. */
export const readDatalabForm = (
  compatible: CompatibilityParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<JobSubmission> =>
  receiveFormOrFields(compatible, request, reply, 'file', ({ fields, source }, jobId) => {
    const url = refusedField(fields, 'file_url')
    if (source !== null && url === undefined)
      return submissionWith(compatible.parts, fields, (outputs) => submissionOfStored(outputs, jobId, source))
    if (source !== null || url === undefined)
      throw new RefusedFormError('either file or file_url is required, and not both of them')
    return submissionWith(compatible.parts, fields, (outputs) => ({
      ...submissionOf(outputs, { mediaType: null, receiveSource: async () => ({ url }) }),
      url,
    }))
  })

const submissionWith = (
  { catalog }: ApiParts,
  fields: FormFields,
  submit: (outputs: ReturnType<typeof datalabOutputs>) => JobSubmission,
): JobSubmission => {
  const { answer, pages, forceRecognition } = readDatalabOptions(fields)
  refuseDatalabConfig(additionalConfigOf(fields))
  const submission = submit(datalabOutputs(answer))
  return {
    ...submission,
    request: {
      ...submission.request,
      pages,
      metadata: keepDatalabOptions(answer),
      ...(forceRecognition && { providerOptions: { [catalog.defaultProvider]: { forceRecognition: true } } }),
    },
  }
}

const checkAdditionalConfig = createCheck(Type.Record(Type.String(), Type.Unknown()))

const additionalConfigOf = (fields: FormFields): Readonly<Record<string, unknown>> => {
  const parsed = parseStrictJson(refusedField(fields, 'additional_config') ?? '{}')
  const checked = 'value' in parsed && parsed.errors.length === 0 ? checkAdditionalConfig(parsed.value) : null
  if (checked === null || 'errors' in checked) throw new RefusedFormError('additional_config must be a JSON object')
  return checked.value
}
