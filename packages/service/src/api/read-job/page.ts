import { Readable } from 'node:stream'
import type { PageReading } from '@polyparse/contract'
import type { FastifyReply } from 'fastify'
import { isRemote, type Provider } from '@polyparse/providers/port'
import type { StoredJob } from '../../jobs/job.ts'
import { readProgress } from '../../jobs/progress.ts'
import { findReadPage } from '../../jobs/read-pages.ts'
import { callerGoneSignal } from '../caller-gone.ts'
import type { ApiParts } from '../parts.ts'
import { RequestProblem } from '../problems.ts'
import type { ReadingRequest } from '../result-reading/messages.ts'
import { type ResultReader, ResultTooLarge, type StoredBody } from '../result-reading/reader.ts'
import { layerOf } from './corrected.ts'
import { openFinished, openResult } from './answers.ts'

type Reading = {
  readonly page: number
  readonly reader: ResultReader
  /** True if the page of a result is wanted as people have corrected it. */
  readonly isCorrected: boolean
  /** The job as it is now. */
  readonly read: () => Promise<StoredJob>
}

/** Seconds after which a page that has not been read may have been: recognition takes about as long. */
const retryAfterSeconds = 2

/**
 * Returns what was read on a page of a parse: of its result, or before its end what the run that goes on has read, which is
 * provisional.
 * @throws {ProblemError} `no_result` when it cannot be had yet, `not_found` when it never can; what reading a result throws.
 */
export const readPageOfJob = async (
  parts: ApiParts,
  reply: FastifyReply,
  job: StoredJob,
  reading: Reading,
): Promise<PageReading> => {
  if (job.operation === 'compare')
    throw new RequestProblem('not_found', {
      detail: 'A comparison has no pages of its own, but those of its providers.',
    })
  if (job.completedAt !== null) return finalPage(parts, reply, job, reading)
  const { page } = reading
  if (job.pages?.includes(page) === false) throw noSuchPage(page)
  const document = job.provisionalPages ? await findReadPage(parts.database, job.id, page) : null
  if (document !== null) {
    const open = async () => ({ bytes: Readable.from([document]), isCompressed: false })
    const asked = { kind: 'page', page, isProvisional: true } as const
    const texts = await textsOfPage(reply, job, { asked, reader: reading.reader, open })
    if (texts !== null) return { page, provisional: true, ...texts }
  }
  const now = await reading.read()
  if (now.completedAt !== null) return finalPage(parts, reply, now, reading)
  throw await notReadYet(parts, now, page)
}

const finalPage = async (
  parts: ApiParts,
  reply: FastifyReply,
  job: StoredJob,
  { page, reader, read, isCorrected }: Reading,
): Promise<PageReading> => {
  const result = openFinished(parts, job)
  if (!job.outputs.includes('pages'))
    throw new RequestProblem('not_found', {
      detail: 'Single pages are only in the output pages, which the job has not.',
    })
  const open = async () => ({ bytes: await openResult(parts, result, read), isCompressed: true })
  const layer = isCorrected ? await layerOf(parts, job) : null
  const asked = { kind: 'page', page, isProvisional: false, ...(layer !== null && { layer: layer.over }) } as const
  const texts = await textsOfPage(reply, job, { asked, reader, open })
  if (texts === null) throw noSuchPage(page)
  return { page, provisional: false, ...texts }
}

type PageWanted = Pick<Reading, 'reader'> & {
  readonly asked: Extract<ReadingRequest, { kind: 'page' }>
  readonly open: () => Promise<StoredBody>
}

/** The texts of a page, made in the thread that reads results; null if the body has no such page. */
const textsOfPage = async (
  reply: FastifyReply,
  { id, accountId }: StoredJob,
  { asked, reader, open }: PageWanted,
): Promise<Pick<PageReading, 'markdown' | 'text'> | null> => {
  try {
    const found = await reader.read(asked, { account: accountId, open, signal: callerGoneSignal(reply) })
    if (found.kind === 'page') return found.page
    throw new TypeError('a page was asked for, and something else was read')
  } catch (error) {
    if (!(error instanceof ResultTooLarge)) throw error
    throw new RequestProblem('no_result', {
      detail: `${error.message} GET /api/v1/jobs/${id}/outputs/pages returns all pages.`,
    })
  }
}

const noSuchPage = (page: number): RequestProblem =>
  new RequestProblem('not_found', { detail: `The job has not read a page ${page}.` })

/** Says what to wait for: the page, or only the end. */
const notReadYet = async ({ catalog, database }: ApiParts, job: StoredJob, page: number): Promise<RequestProblem> => {
  if (!job.provisionalPages)
    return new RequestProblem('no_result', {
      detail: 'The job goes on, and was created without `provisionalPages`: its pages come with its result.',
    })
  const progress = await readProgress(database, job.id)
  const working = (progress?.runs ?? []).filter(({ state }) => state === 'waiting' || state === 'working')
  const told = working.filter(({ provider }) => tellsOfPages(catalog.enabled.get(provider), job))
  if (working.length > 0 && told.length === 0)
    return new RequestProblem('no_result', {
      detail: `${working.map(({ provider }) => provider).join(', ')} gives no pages of this document before the end of the job.`,
    })
  return new RequestProblem('no_result', {
    detail: `Page ${page} has not been read yet. A page of more than a megabyte comes only with the result.`,
    retryAfterSeconds,
  })
}

/** Tells whether a provider can tell of single pages: a local one, of what has pages before it is read. */
const tellsOfPages = (provider: Provider | undefined, { source: { detectedMediaType: type } }: StoredJob): boolean =>
  provider !== undefined &&
  !isRemote(provider) &&
  (type === null || type === 'application/pdf' || type.startsWith('image/'))
