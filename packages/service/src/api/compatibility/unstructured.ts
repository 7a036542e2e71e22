import type { RouteHandlerMethod } from 'fastify'
import { readPartitionOptions } from '../../compatibility/unstructured/options.ts'
import { type CompatibilityParts, convert, convertedResult, jsonOutput, submissionOfStored } from './convert.ts'
import { receiveForm } from '../create-job/receive-form.ts'

/** The partition endpoint of Unstructured: a form with one document and options, answered with its elements. */
export const partitionHandler =
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { options, source, submission } = await receiveForm(compatible, request, reply, 'files', (form, jobId) => ({
      options: readPartitionOptions(form.fields),
      source: form.source,
      submission: submissionOfStored(['json'], jobId, form.source),
    }))
    const job = await convert(compatible, request, reply, submission)
    const { filename } = source
    const elements = await convertedResult(compatible, reply, job, { service: 'unstructured', filename, options })
    return reply
      .header('cache-control', 'no-store')
      .type(options.csv ? 'text/csv; charset=utf-8' : jsonOutput)
      .send(elements)
  }
