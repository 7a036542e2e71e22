import { randomUUIDv7 } from 'node:crypto'
import { outputSchemas } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import type { RouteHandlerMethod } from 'fastify'
import { elementsAsCsv } from '../../compatibility/unstructured/csv.ts'
import { elementsOf } from '../../compatibility/unstructured/elements.ts'
import { readPartitionOptions } from '../../compatibility/unstructured/options.ts'
import { callerOf } from '../authenticate.ts'
import { createCheck } from '../field-errors.ts'
import { requireRoom } from '../require-room.ts'
import { type CompatibilityParts, convert, readResult, submissionOfStored } from './convert.ts'
import { discardSource, receiveForm } from './receive-form.ts'

const { json } = outputSchemas
const checkResult = createCheck(Type.Object({ result: Type.Object({ outputs: Type.Object({ json }) }) }))

/** The partition endpoint of Unstructured: a form with one document and options, answered with its elements. */
export const partitionHandler =
  ({ parts, intake, shutdown }: CompatibilityParts): RouteHandlerMethod =>
  async (request, reply) => {
    const caller = callerOf(request)
    await requireRoom(parts, intake.room, caller)
    const id = randomUUIDv7()
    const releaseSlot = intake.acquireUploadSlot(caller.accountId)
    const form = await receiveForm(parts, request, reply, shutdown, id).finally(releaseSlot)
    const options = await Promise.try(readPartitionOptions, form.fields).catch(async (error: unknown) => {
      await discardSource(parts, form.source)
      throw error
    })
    const submission = submissionOfStored(['json'], id, form.source)
    const job = await convert({ parts, intake, shutdown }, request, reply, submission)
    const result = checkResult(await readResult(parts, job))
    if ('errors' in result) throw new Error(`the result of the job ${job.id} does not fit its schema`)
    const elements = elementsOf(result.value.result.outputs.json, form.source.filename, options)
    reply.header('cache-control', 'no-store')
    return options.csv ? reply.type('text/csv; charset=utf-8').send(elementsAsCsv(elements)) : reply.send(elements)
  }
