import { PageReading } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import type { RouteHandlerMethod } from 'fastify'
import { callerOf } from '../authenticate.ts'
import { chooseMediaType } from '../negotiate.ts'
import { pageReadingExamples } from '../openapi/examples.ts'
import { headerResponse, problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import { createQueryReader } from '../query.ts'
import { CorrectedQuery } from '../read-job/corrected.ts'
import { readPageOfJob } from '../read-job/page.ts'
import type { ResultReader } from '../result-reading/reader.ts'
import { JobPath, jobIdOf, readOwnJob } from './job-path.ts'

/** The types of an answer, the usual one first. */
const pageAnswers = ['text/markdown', 'text/plain', 'application/json'] as const

const outputAnswers = { markdown: 'text/markdown', text: 'text/plain', json: 'application/json' } as const

const ReadPageQuery = Type.Object({
  ...CorrectedQuery.properties,
  output: Type.Optional(
    Type.Enum(['markdown', 'text', 'json'], {
      description: 'The format of the answer; it overrides `Accept`. `json` has the Markdown and the text.',
    }),
  ),
})
const readPageQuery = createQueryReader(ReadPageQuery)

const text = Type.String()

export const readPageOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/jobs/:jobId/pages/:page',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readPage',
    summary: 'Read one page',
    description:
      'A page of a `parse` with the output `pages`, as Markdown, or as `Accept` or `output` says. For a job with `provisionalPages`, a page is available as soon as a local provider has read it. `X-Provisional` and `provisional` mark it as provisional; the same address has the final page after the job ends, if it has the output `pages`; with `markdown` alone, pages can be read only until then. A page that has not been read yet is the problem `no_result` with `Retry-After`.',
    tags: ['jobs'],
    params: Type.Object({
      ...JobPath.properties,
      page: Type.Integer({ minimum: 1, description: 'Its number, from 1.' }),
    }),
    querystring: ReadPageQuery,
    response: {
      200: {
        ...success('The page.', {
          headers: {
            'Cache-Control': headerResponse.cacheControl,
            'X-Provisional': Type.Enum(['true', 'false'], {
              description: 'True if the job goes on, so that the page may still change.',
            }),
          },
        }),
        content: {
          'text/markdown': { schema: text },
          'text/plain': { schema: text },
          'application/json': { schema: PageReading, examples: pageReadingExamples },
        },
      },
      ...problemResponses(
        'unauthorized',
        'not_found',
        'not_acceptable',
        'no_result',
        'result_expired',
        'result_damaged',
      ),
    },
  },
}

export const readPageHandler =
  (parts: ApiParts, reader: ResultReader): RouteHandlerMethod =>
  async (request, reply) => {
    const { output, corrected } = readPageQuery(request.query)
    const answerType =
      output === undefined ? chooseMediaType(request.headers.accept, pageAnswers) : outputAnswers[output]
    if (answerType === null)
      throw new RequestProblem('not_acceptable', { detail: `Accept must allow one of ${pageAnswers.join(', ')}.` })
    const read = () => readOwnJob(parts, callerOf(request).accountId, jobIdOf(request))
    const job = await read()
    const reading = await readPageOfJob(parts, reply, job, {
      page: pageOf(request.params),
      reader,
      read,
      isCorrected: corrected === 'true',
    })
    reply.header('cache-control', 'no-store').header('x-provisional', String(reading.provisional))
    if (answerType === 'application/json') return reply.send(reading)
    return reply
      .type(`${answerType}; charset=utf-8`)
      .send(answerType === 'text/markdown' ? reading.markdown : reading.text)
  }

/** @throws {ProblemError} `not_found` for what is no page number, as for any other page that is not there. */
const pageOf = (params: unknown): number => {
  const given = typeof params === 'object' && params !== null && 'page' in params ? String(params.page) : ''
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  throw new RequestProblem('not_found', { detail: 'Pages have numbers from 1.' })
}
