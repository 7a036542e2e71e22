import { Corrections, CorrectionsBody, type FieldError, limits, type MadeCorrection } from '@polyparse/contract'
import { type Correction, placeOfCorrection } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { type CorrectionLayer, readCorrections, removeCorrections, replaceCorrections } from '../../jobs/corrections.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { auditedForCaller } from '../audit-actor.ts'
import { callerOf } from '../authenticate.ts'
import { receiveJson } from '../create-job/receive.ts'
import { ifMatchHeader, knownRevisionOf, tagOfRevision } from '../if-match.ts'
import { createBodyReader } from '../json-body.ts'
import { correctionsExample } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem, validationError } from '../problems.ts'
import { openFinished } from '../read-job/answers.ts'
import { readForCaller } from '../read-job/corrected.ts'
import type { ResultReader } from '../result-reading/reader.ts'
import type { Shutdown } from '../shutdown.ts'
import { JobPath, jobIdOf, readOwnJob } from './job-path.ts'

const headers = {
  'Cache-Control': headerResponse.cacheControl,
  ETag: Type.String({ description: 'Names the corrections as they are, for `If-Match`.' }),
}
const answer = { schema: Corrections, examples: correctionsExample, headers }

const ifMatch = ifMatchHeader('corrections')

export const readCorrectionsOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/corrections',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readCorrections',
    summary: 'Read the corrections of a result',
    description:
      'The corrections that people have made, each with the text that was read there, its author and its time.',
    tags: ['corrections'],
    params: JobPath,
    response: {
      200: success('The corrections, which may be none.', answer),
      ...problemResponses('unauthorized', 'not_found', 'no_result', 'result_expired', 'result_damaged'),
    },
  },
}

export const replaceCorrectionsOperation: ApiOperation = {
  method: 'PUT',
  url: '/api/v1/jobs/:jobId/corrections',
  scopes: ['jobs:write', 'jobs:read'],
  description: {
    operationId: 'replaceCorrections',
    summary: 'Correct a result',
    description: `Stores what is printed in blocks and cells of a complete \`parse\` with the output \`json\`, in the place of the corrections that it has. They lie beside the result, which stays as it was read: \`?corrected=true\` shows it with them. Each names what was read, and none is stored if one does not fit. A job may have ${limits.correctionsPerJob}.`,
    tags: ['corrections'],
    params: JobPath,
    headers: ifMatch,
    body: { content: { 'application/json': { schema: CorrectionsBody } } },
    response: {
      200: success('The corrections as they are now.', answer),
      ...problemResponses(
        'unauthorized',
        'not_found',
        'no_result',
        'not_correctable',
        'result_expired',
        'result_damaged',
        'corrections_changed',
        'payload_too_large',
      ),
    },
  },
}

export const removeCorrectionsOperation: ApiOperation = {
  method: 'DELETE',
  url: '/api/v1/jobs/:jobId/corrections',
  scopes: ['jobs:write'],
  description: {
    operationId: 'removeCorrections',
    summary: 'Undo all corrections of a result',
    description: 'From then on the result is as it was read again.',
    tags: ['corrections'],
    params: JobPath,
    headers: ifMatch,
    response: {
      204: success('There are none any more.'),
      ...problemResponses('unauthorized', 'not_found', 'corrections_changed'),
    },
  },
}

const readBody = createBodyReader(CorrectionsBody)

export const readCorrectionsHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const job = await readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    openFinished(parts, job)
    return sendCorrections(reply, await readCorrections(parts.database, job.id))
  }

export const replaceCorrectionsHandler =
  (parts: ApiParts, shutdown: Shutdown, reader: ResultReader): RouteHandlerMethod =>
  async (request, reply) => {
    const { corrections } = readBody(await receiveJson(request, reply, shutdown))
    const read = () => readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const job = await read()
    const { path: resultPath } = openFinished(parts, job)
    requireCorrectable(job)
    const errors = [...repeated(corrections), ...(await faults(parts, { reader, reply, read }, job, corrections))]
    if (errors.length > 0) throw validationError(errors)
    const change = { jobId: job.id, resultPath, known: knownRevisionOf(request), corrections }
    const act = { action: 'corrections.replace', target: job.id, details: { corrections: corrections.length } } as const
    const layer = await auditedForCaller(parts, request, act, async () => {
      const by = await correctorOf(parts, request)
      const replaced = await replaceCorrections(parts.database, { ...change, by }, parts.clock())
      if (replaced === 'changed') throw changedMeanwhile()
      return replaced
    })
    if (layer !== null) return sendCorrections(reply, layer.entries.length === 0 ? null : layer)
    // Erased, expired or run again just now.
    openFinished(parts, await read())
    throw changedMeanwhile()
  }

export const removeCorrectionsHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { id: jobId } = await readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const change = { jobId, known: knownRevisionOf(request) }
    await auditedForCaller(parts, request, { action: 'corrections.remove', target: jobId }, async () => {
      if ((await removeCorrections(parts.database, change)) === 'changed') throw changedMeanwhile()
    })
    return reply.code(204).send()
  }

const requireCorrectable = ({ operation, outputs }: StoredJob): void => {
  if (operation === 'compare')
    throw new RequestProblem('not_correctable', {
      detail: 'A comparison has several readings; its disputes are settled instead.',
    })
  if (!outputs.includes('json')) throw withoutDocument()
}

const withoutDocument = (): RequestProblem =>
  new RequestProblem('not_correctable', {
    detail: 'Corrections name blocks and cells of the output json, and the job has none, or not the whole of it.',
  })

/** Mistakes of an entry, in the words of the reader of bodies. */
const mistakeAt = (index: number, mistake: string): FieldError => ({
  field: 'corrections',
  message: `has an entry at index ${index} that ${mistake}`,
})

const repeated = (corrections: readonly Correction[]): FieldError[] => {
  const places = new Set<string>()
  return corrections.flatMap((correction, index) => {
    const place = placeOfCorrection(correction)
    if (places.has(place)) return [mistakeAt(index, 'is about the same place as one before')]
    places.add(place)
    return []
  })
}

type Reading = { readonly reader: ResultReader; readonly reply: FastifyReply; readonly read: () => Promise<StoredJob> }

const faults = async (
  parts: ApiParts,
  reading: Reading,
  job: StoredJob,
  corrections: readonly Correction[],
): Promise<FieldError[]> => {
  if (corrections.length === 0) return []
  const found = await readForCaller({ parts, ...reading }, job, { kind: 'corrections', corrections })
  if (found.kind !== 'checked') throw new TypeError('corrections were to be checked, and something else was read')
  if (found.faults === 'no_document') throw withoutDocument()
  return found.faults.map(({ index, fault }) => mistakeAt(index, fault))
}

const sendCorrections = (reply: FastifyReply, layer: CorrectionLayer | null): FastifyReply => {
  const body: Corrections = { corrections: [...(layer?.entries ?? [])] }
  return reply
    .header('etag', tagOfRevision(layer?.revision ?? null))
    .header('cache-control', 'no-store')
    .send(body)
}

const changedMeanwhile = (): RequestProblem => new RequestProblem('corrections_changed')

/** Returns the author of a correction: the name of the key, or of the person who is signed in. */
const correctorOf = async ({ database }: ApiParts, request: FastifyRequest): Promise<MadeCorrection['by']> => {
  const { keyId } = callerOf(request)
  const isKey = request.headers.authorization !== undefined
  const [row] = await database.query<{ name: string | null }>(
    isKey ? 'select name from keys where id = $1' : 'select person as name from sessions where id = $1',
    [keyId],
  )
  return { kind: isKey ? 'key' : 'session', name: row?.name ?? null }
}
