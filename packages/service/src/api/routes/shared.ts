import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { SharedJob } from '@polyparse/contract'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { StoredJob } from '../../jobs/job.ts'
import { resultExpired } from '../../jobs/read.ts'
import { gunzip } from '../../lib/gunzip.ts'
import { changeMembers, type MemberChange } from '../../lib/json-members.ts'
import { replaceBytes } from '../../lib/replace-bytes.ts'
import { createAdmissions } from '../admissions.ts'
import { prefersGzip } from '../negotiate.ts'
import { headerResponse, linkProblemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { logUnreadable, openFinished, openResult } from '../read-job/answers.ts'
import { sendPart } from '../read-job/parts.ts'
import { noSuchShare, shareOf } from '../share-guard.ts'
import { findOwnJob } from './job-path.ts'
import { partOfJobRequest } from './job-parts.ts'

export const readSharedOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/shared',
  scopes: 'share',
  description: {
    operationId: 'readShared',
    summary: 'Read a shared result',
    description:
      'The result that a link shows, with the token of the link in place of a key. A link that is unknown, expired or revoked, or whose job was erased, is 404.',
    tags: ['shares'],
    response: {
      200: success('The result.', {
        schema: SharedJob,
        headers: { 'Cache-Control': headerResponse.cacheControl, 'Content-Encoding': headerResponse.contentEncoding },
      }),
      ...linkProblemResponses('result_damaged'),
    },
  },
}

/** Whole results that are read by one link, and by all of them, at a time: each goes through this process byte by byte. */
const atOnce = { perAccount: 4, all: 32 }

/** The job of a request that has passed the guard, if there is still a result to show. */
const readSharedJob = async (parts: ApiParts, request: FastifyRequest): Promise<StoredJob> => {
  const { accountId, jobId } = shareOf(request)
  const job = await findOwnJob(parts, accountId, jobId)
  if (job === null || job.status !== 'complete') throw noSuchShare()
  if (resultExpired(job, parts.clock(), parts.settings.resultRetentionSeconds)) throw noSuchShare()
  return job
}

export const readSharedHandler = (parts: ApiParts): RouteHandlerMethod => {
  const admit = createAdmissions({
    ...atOnce,
    accountRefusal: `A link may be used to read ${atOnce.perAccount} results at once.`,
    refusal: 'As many shared results are being read as may be at once.',
  })
  return async (request, reply) => {
    const { id, expiresAt } = shareOf(request)
    const read = () => readSharedJob(parts, request)
    const job = await read()
    const result = openFinished(parts, job)
    const compressed = prefersGzip(request.headers['accept-encoding'])
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (compressed) reply.header('content-encoding', 'gzip')
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    const release = admit(id)
    reply.raw.once('close', release)
    const stored = gunzip(await openResult(parts, result, read))
    const shown = Readable.from(sharedBody(stored, { job, id, expiresAt }), { objectMode: false })
    shown.once('close', () => stored.destroy())
    // An error in the middle breaks off the response.
    shown.on('error', (error) => logUnreadable(request, error))
    return reply.send(compressed ? pipeline(shown, createGzip(), () => {}) : shown)
  }
}

/** Answers for all images of shared results. */
export const sharedPartHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const read = () => readSharedJob(parts, request)
    return sendPart(parts, request, reply, await read(), { part: partOfJobRequest(request), read })
  }

type Shown = { readonly job: StoredJob; readonly id: string; readonly expiresAt: Date }

/** A stored result as a link shows it: without what its viewers need not know, and with the id of the link for that of the job. */
async function* sharedBody(stored: AsyncIterable<Uint8Array>, shown: Shown): AsyncGenerator<Uint8Array> {
  const { job, id, expiresAt } = shown
  const changed = changeMembers(stored, changesOf(job))
  const readable = replaceBytes(changed, `/api/v1/jobs/${job.id}/`, '/api/v1/shared/')
  let head = `{"expiresAt":${JSON.stringify(expiresAt.toISOString())},`
  for await (const piece of replaceBytes(readable, job.id, id)) {
    // It takes the place of the brace with which the stored body begins.
    if (head !== '') yield Buffer.concat([Buffer.from(head), piece.subarray(1)])
    else yield piece
    head = ''
  }
}

const changesOf = ({ source: { filename } }: StoredJob): MemberChange[] => [
  ...['batchId', 'extractionSchema', 'metadata'].map((name) => ({ path: [name], value: null })),
  // It may be an address with a token.
  { path: ['result', 'input'], value: JSON.stringify(filename ?? '') },
  ...[['result'], ['result', 'providers', '*', 'result']].flatMap((path) => [
    ...['raw', 'usage'].map((name) => ({ path: [...path, name], value: null })),
    ...['extraction', 'classification'].map((output) => ({
      path: [...path, 'outputs', output, 'usage'],
      value: '{}',
    })),
  ]),
]
