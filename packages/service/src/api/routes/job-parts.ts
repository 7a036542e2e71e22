import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { ProblemCode } from '@polyparse/contract'
import { OutputId, outputIds, outputRecords } from '@polyparse/document'
import { Type, type TProperties } from '@polyparse/document/typebox'
import { callerOf } from '../authenticate.ts'
import { headerResponse, linkProblemResponses, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { createQueryReader } from '../query.ts'
import { CorrectedQuery, layerOfOutput, sendCorrectedOutput } from '../read-job/corrected.ts'
import type { ResultReader } from '../result-reading/reader.ts'
import { sendPart, type PartOfResult } from '../read-job/parts.ts'
import { JobPath, jobIdOf, readOwnJob } from './job-path.ts'

const provider = { provider: Type.String({ description: 'The id of a provider of the comparison.' }) }
const outputIdParameter = { output: OutputId }
const imageIdParameter = { imageId: Type.String({ description: 'The id of an image, as in the outputs.' }) }

const binary = Type.Unsafe({ type: 'string', format: 'binary' })
const json = Type.Unknown({ description: 'The value of the output.' })
const outputContent = Object.fromEntries(
  Object.values(outputRecords).map(({ mediaType }) => [
    mediaType,
    { schema: mediaType === 'application/json' ? json : binary },
  ]),
)
/** An image comes under its own media type: generators of clients know none but this. */
const imageContent = { 'application/octet-stream': { schema: binary } }

const pageParameter = { page: Type.Integer({ minimum: 1, description: 'Its number, from 1.' }) }

const headers = { 'Cache-Control': headerResponse.cacheControl, ETag: headerResponse.etag }
const bodyHeaders = { ...headers, 'Accept-Ranges': headerResponse.acceptRanges }
const partHeaders = { ...bodyHeaders, 'Content-Range': headerResponse.contentRange }
const rangeHeaders = {
  'If-None-Match': Type.Optional(Type.String({ description: 'The `ETag` of what the caller already has.' })),
  Range: Type.Optional(Type.String({ description: 'One range of bytes.', examples: ['bytes=0-65535'] })),
}

const partResponses = (content: typeof outputContent | typeof imageContent) => ({
  200: { ...success('The whole of it.', { headers: bodyHeaders }), content },
  206: { ...success('The range that was asked for.', { headers: partHeaders }), content },
  304: success('The caller already has it.', { headers }),
})

const ownPartResponses = (content: typeof outputContent | typeof imageContent, ...more: readonly ProblemCode[]) => ({
  ...partResponses(content),
  ...problemResponses(
    'unauthorized',
    'not_found',
    'no_result',
    'result_expired',
    'result_damaged',
    'range_not_satisfiable',
    ...more,
  ),
})

const sharedPartResponses = {
  ...partResponses(imageContent),
  ...linkProblemResponses('result_damaged', 'range_not_satisfiable'),
}

const describePartOperation = (of: 'output' | 'image', isCompared: boolean): ApiOperation => {
  const what = of === 'output' ? 'One output' : 'The file of one image'
  const content = of === 'output' ? outputContent : imageContent
  const isCorrectable = of === 'output' && !isCompared
  return {
    method: 'GET',
    url: `/api/v1/jobs/:jobId${isCompared ? '/providers/:provider' : ''}${of === 'output' ? '/outputs/:output' : '/images/:imageId'}`,
    scopes: ['jobs:read'],
    description: {
      operationId: `read${isCompared ? 'Provider' : ''}${of === 'output' ? 'Output' : 'Image'}`,
      summary: of === 'output' ? 'Read one output' : 'Read one image',
      description: `${what} of ${isCompared ? 'one provider in a complete `compare`' : 'a complete `parse`'}, under its own media type, without the rest of the result.`,
      tags: ['jobs'],
      params: Type.Object({
        ...JobPath.properties,
        ...(isCompared && provider),
        ...(of === 'output' ? outputIdParameter : imageIdParameter),
      }),
      ...(isCorrectable && { querystring: CorrectedQuery }),
      headers: Type.Object(rangeHeaders),
      response: ownPartResponses(content, ...(isCorrectable ? (['not_correctable'] as const) : [])),
    },
  }
}

export const readOutputOperation = describePartOperation('output', false)
export const readProviderOutputOperation = describePartOperation('output', true)
export const readImageOperation = describePartOperation('image', false)
export const readProviderImageOperation = describePartOperation('image', true)

export const readPageImageOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/pages/:page/image',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readPageImage',
    summary: 'Read the image of a page',
    description: 'The page as it looks, if `pageImages` were requested for the job and the page could be drawn.',
    tags: ['jobs'],
    params: Type.Object({ ...JobPath.properties, ...pageParameter }),
    headers: Type.Object(rangeHeaders),
    response: ownPartResponses(imageContent),
  },
}

const describeSharedImage = (
  url: string,
  { params, ...words }: { operationId: string; summary: string; description: string; params: TProperties },
): ApiOperation => ({
  method: 'GET',
  url: `/api/v1/shared${url}`,
  scopes: 'share',
  description: {
    ...words,
    tags: ['shares'],
    params: Type.Object(params),
    headers: Type.Object(rangeHeaders),
    response: sharedPartResponses,
  },
})

export const readSharedImageOperation = describeSharedImage('/images/:imageId', {
  operationId: 'readSharedImage',
  summary: 'Read one image of a shared result',
  description: 'The file of one image, under its own media type.',
  params: imageIdParameter,
})

export const readSharedProviderImageOperation = describeSharedImage('/providers/:provider/images/:imageId', {
  operationId: 'readSharedProviderImage',
  summary: 'Read one image of a shared comparison',
  description: 'The file of one image of one provider, under its own media type.',
  params: { ...provider, ...imageIdParameter },
})

export const readSharedPageImageOperation = describeSharedImage('/pages/:page/image', {
  operationId: 'readSharedPageImage',
  summary: 'Read the image of a page of a shared result',
  description: 'The page as it looks, if images of the pages are kept with the result.',
  params: pageParameter,
})

const readCorrectedQuery = createQueryReader(CorrectedQuery)

/** Answers for one output of a parse. */
export const readOutputHandler =
  (parts: ApiParts, reader: ResultReader): RouteHandlerMethod =>
  async (request, reply) => {
    const { corrected } = readCorrectedQuery(request.query)
    const read = () => readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const job = await read()
    const part = partOfJobRequest(request)
    const output = corrected === 'true' && part.kind === 'output' ? part.output : null
    const layer = output === null ? null : await layerOfOutput(parts, job, output)
    if (output === null || layer === null) return sendPart(parts, request, reply, job, { part, read })
    return sendCorrectedOutput({ parts, reader, request, reply, read }, job, { output, layer })
  }

/** Answers the other four of them. */
export const jobPartHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const read = () => readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const job = await read()
    return sendPart(parts, request, reply, job, { part: partOfJobRequest(request), read })
  }

/** Returns what a request for a part of a result means, by the parameters of its path. */
export const partOfJobRequest = ({ params }: FastifyRequest): PartOfResult => {
  const given = new Map<string, unknown>(Object.entries(params ?? {}))
  const text = (name: string): string | null => (given.has(name) ? String(given.get(name)) : null)
  const asked = text('output')
  const of = { provider: text('provider') }
  const page = text('page')
  if (page !== null) return { ...of, kind: 'page', page }
  if (asked === null) return { ...of, kind: 'image', image: text('imageId') ?? '' }
  const output = outputIds.find((id) => id === asked)
  if (output === undefined)
    throw new RequestProblem('not_found', { detail: `There is no such output; there are ${outputIds.join(', ')}.` })
  return { ...of, kind: 'output', output }
}
