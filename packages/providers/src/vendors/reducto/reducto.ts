import { Type } from '@polyparse/document/typebox'
import { wantsPictures } from '../../answer-pictures.ts'
import { resultInPoll, resultSeconds } from '../../answers-at-once.ts'
import { fetchPictures } from '../../fetch-pictures.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import type { SharedBytes } from '../../shared-bytes.ts'
import { rangesOf } from '../../page-ranges.ts'
import type { ParsedDocument } from '../../parsed-document.ts'
import type { AcceptedWork, ParseRequest, RemoteProvider } from '../../provider.ts'
import { answerReader, orNull } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { findInLists, neutralSource, pollPauseSeconds, unlessGone, type VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { withOptions } from '../../options.ts'
import { valueAt, vendorOptions } from '../../vendor-options.ts'
import { AcceptedJob, FoundReductoJob, ReductoJobList, ReductoJobState, ReductoFile } from './reducto-answer-shape.ts'
import { reductoDeclaration } from './declaration.ts'

const { id, name, capabilities } = reductoDeclaration

const ReductoPageCount = orNull(Type.Integer())
const ReductoPageNumbers = orNull(Type.Array(Type.Integer()))
const readReductoUpload = answerReader(
  name,
  Type.Object({ file: Type.String(), pages: ReductoPageNumbers, pageCount: ReductoPageCount }),
)
const readSubmitted = answerReader(name, Type.Object({ job: Type.String(), pageCount: ReductoPageCount }))
const readReductoFile = answerReader(name, ReductoFile)
const readAcceptedReductoJob = answerReader(name, AcceptedJob)
const readReductoJobList = answerReader(name, ReductoJobList)
const readReductoJobState = answerReader(name, ReductoJobState)
const readFound = answerReader(name, FoundReductoJob)

const accepted = (job: string, pageCount: number | null): AcceptedWork => ({
  kind: 'submitted',
  reference: { job, pageCount },
  pollInSeconds: pollPauseSeconds(pageCount),
})

const reductoTimeoutSeconds = 300
const maxReductoResultBytes = 256 * 1024 * 1024

/**
 * Options that only the service sets: where the document comes from, which pages are read, and that the result itself
 * is returned.
 */
const reductoReservedOptions = [
  'input',
  'async',
  'settings.page_range',
  'settings.force_file_extension',
  'settings.persist_results',
]

/**
 * Reducto: the file is uploaded, then read by a job. It returns the result itself, or a URL if that is large. File and
 * job are deleted, each by its id.
 */
const createReductoProvider: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 10 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfReductoAnswer,
  })
  const jobPath = (id: string) => `job/${encodeURIComponent(id)}`
  /** The answer about a finished job has its result in it. */
  const stateOf = async (job: string, signal: AbortSignal) => {
    const limits = { signal, seconds: reductoTimeoutSeconds, maxBytes: maxReductoResultBytes }
    const { bytes, headers } = await http.bytes({ path: jobPath(job), ...limits })
    return { headers, bytes, ...readReductoJobState(await answers.look('job', bytes, signal)) }
  }
  const read = async (answer: SharedBytes, request: ParseRequest, signal: AbortSignal): Promise<ParsedDocument> => {
    const limits = { signal, seconds: reductoTimeoutSeconds, maxBytes: maxReductoResultBytes }
    let found = readFound(await answers.look('result', answer, signal))
    const bodies = [answer]
    if (found.url !== null) {
      const { bytes } = await http.download(found.url, limits)
      bodies.push(bytes)
      found = readFound(await answers.look('file', bytes, signal))
    }
    const files = await fetchPictures(
      (url, each) => http.download(url, each),
      wantsPictures(request) ? found.pictures : [],
      signal,
    )
    const surveyed = await survey(request, sandbox, signal, passwordOf(request))
    return answers.read({ bodies, request, survey: surveyed, files }, signal)
  }
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf(
      ...(['pdf', 'png', 'jpg', 'gif', 'bmp', 'tiff', 'heic', 'csv', 'xlsx', 'xlsm', 'xls', 'xltx', 'xltm'] as const),
      ...(['pptx', 'ppt', 'docx', 'doc', 'dotx', 'txt', 'rtf', 'html', 'eml', 'msg'] as const),
    ),
    options: 'passthrough',
    limits: {
      concurrency: 16,
      answerSeconds: reductoTimeoutSeconds,
      pollSeconds: resultSeconds,
      deadlineSeconds: 7200,
      bytes: 100 * 1000 * 1000,
    },
    whenUnknown,

    upload: async (request, signal) => {
      vendorOptions(request, reductoReservedOptions)
      const { pages, pageCount } = await survey(request, sandbox, signal, passwordOf(request))
      const body = { form: [{ name: 'file', document: neutralSource(request.source) }] }
      const sent = { method: 'POST', path: 'upload', body, signal, seconds: reductoTimeoutSeconds } as const
      const file = readReductoFile((await http.json(sent)).body).file_id
      return { file, pages, pageCount: pages?.length ?? pageCount }
    },

    submit: async ({ request, upload }, signal) => {
      const { file, pages, pageCount } = readReductoUpload(upload)
      const json = parseBody(request, { file, pages })
      const sent = {
        method: 'POST',
        path: 'parse_async',
        body: { json },
        signal,
        seconds: reductoTimeoutSeconds,
      } as const
      return accepted(readAcceptedReductoJob((await http.json(sent)).body).job_id, pageCount)
    },

    /** No other work has the same file. */
    find: async ({ upload }, signal) => {
      const { file, pageCount } = readReductoUpload(upload)
      const found = await findInLists(
        async (next) => {
          const query = { limit: '100', ...(next !== null && { cursor: next }) }
          const { jobs, next_cursor } = readReductoJobList((await http.json({ path: 'jobs', query, signal })).body)
          return { items: jobs, next: next_cursor ?? null }
        },
        ({ raw_config: config }) => config?.includes(file) === true,
      )
      return found === null ? null : accepted(found.job_id, pageCount)
    },

    check: async (signal) => {
      await answerOf(http, { path: 'jobs', query: { limit: '1' }, signal })
      return null
    },

    poll: async ({ reference, request }, signal) => {
      const { job, pageCount } = readSubmitted(reference)
      const { status, share, headers, bytes, explanations, failure } = await stateOf(job, signal)
      if (status === 'Completed') return { kind: 'done', document: await read(bytes, request, signal) }
      if (isFinalReductoStatus(status)) throw http.failure(problemOfWork(failure), headers, { message: explanations })
      return {
        kind: 'working',
        pollInSeconds: pollPauseSeconds(pageCount),
        ...(pageCount !== null && { progress: { done: Math.floor(share * pageCount), total: pageCount } }),
      }
    },

    ...resultInPoll(http),

    forget: async ({ file, job }, signal) => {
      if (typeof file === 'string')
        await http.json({ method: 'DELETE', path: `upload/${encodeURIComponent(file)}`, signal }).catch(unlessGone)
      if (typeof job !== 'string') return
      try {
        if (!isFinalReductoStatus((await stateOf(job, signal)).status))
          await http.json({ method: 'POST', path: `cancel/${encodeURIComponent(job)}`, signal })
        await http.json({ method: 'DELETE', path: jobPath(job), signal })
      } catch (error) {
        unlessGone(error)
      }
    },
  }
}

const isFinalReductoStatus = (status: string): boolean => ['Completed', 'Failed', 'Cancelled'].includes(status)

const passwordOf = ({ options }: ParseRequest): string | null => {
  const password = valueAt(options, ['settings', 'document_password'])
  return typeof password === 'string' ? password : null
}

/** One chunk with all blocks, because chunks are made here; tables in HTML, which has spans. Summaries cost extra. */
const parseBody = (
  request: ParseRequest,
  { file, pages }: { readonly file: string; readonly pages: readonly number[] | null },
): Readonly<Record<string, unknown>> => {
  const base = {
    enhance: { summarize_figures: false },
    formatting: { table_output_format: 'html' },
    retrieval: { chunking: { chunk_mode: 'disabled' } },
    settings: { return_images: wantsPictures(request) ? ['figure'] : [] },
  }
  const ranges = pages === null ? {} : { settings: { page_range: rangesOf(pages) } }
  return { ...withOptions(withOptions(base, vendorOptions(request, reductoReservedOptions)), ranges), input: file }
}

/**
 * 442 is Reducto's own status. A rejected body means a mistake in an option. What conflicts is between two states, such
 * as work that is about to be deleted, and passes.
 */
const problemOfReductoAnswer = ({ status }: VendorAnswer): VendorProblem | null => {
  if (status === 442) return 'encrypted'
  if (status === 409) return 'unavailable'
  return status === 422 ? 'refused' : null
}

/** Returns what the status says that comes with work that has failed. */
const problemOfWork = (status: number | null): VendorProblem => {
  if (status === 442) return 'encrypted'
  return status === 415 ? 'invalid_document' : 'failed'
}

export const reducto: VendorAdapter = { declaration: reductoDeclaration, create: createReductoProvider }
