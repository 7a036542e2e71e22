import { outputSchemas } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import type { RouteHandlerMethod } from 'fastify'
import { elementsAsCsv } from '../../compatibility/unstructured/csv.ts'
import { elementsOf } from '../../compatibility/unstructured/elements.ts'
import { readPartitionOptions } from '../../compatibility/unstructured/options.ts'
import { createCheck } from '../field-errors.ts'
import { type CompatibilityParts, convert, readResult, submissionOfStored } from './convert.ts'
import { receiveForm } from './receive-form.ts'

const { json } = outputSchemas
const checkResult = createCheck(Type.Object({ result: Type.Object({ outputs: Type.Object({ json }) }) }))

/** The partition endpoint of Unstructured: a form with one document and options, answered with its elements. */
export const partitionHandler =
  (compatible: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { options, source, submission } = await receiveForm(compatible, request, reply, (form, jobId) => ({
      options: readPartitionOptions(form.fields),
      source: form.source,
      submission: submissionOfStored(['json'], jobId, form.source),
    }))
    const job = await convert(compatible, request, reply, submission)
    const { result } = await readResult(compatible.parts, job, checkResult)
    const elements = elementsOf(result.outputs.json, source.filename, options)
    reply.header('cache-control', 'no-store')
    return options.csv ? reply.type('text/csv; charset=utf-8').send(elementsAsCsv(elements)) : reply.send(elements)
  }
