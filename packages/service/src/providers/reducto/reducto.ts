import { Type } from '@polyparse/typebox'
import { Check } from '@polyparse/typebox/value'
import { answerDocument } from '../answer-document.ts'
import { wantsPictures } from '../answer-pictures.ts'
import { fetchPictures } from '../fetch-pictures.ts'
import { createVendorHttp, type VendorAnswer, type VendorHttp } from '../http.ts'
import type { VendorProblem } from '../http-failure.ts'
import { rangesOf } from '../page-ranges.ts'
import type { ParseRequest, RemoteProvider } from '../provider.ts'
import { answerReader, jsonOfFile, orNull } from '../read-answer.ts'
import { survey } from '../survey.ts'
import { neutralSource, pollPauseSeconds, unlessGone, type VendorAdapter } from '../vendor.ts'
import { mediaTypesOf } from '../vendor-media-types.ts'
import { valueAt, vendorOptions, withOptions } from '../vendor-options.ts'
import {
  AcceptedJob,
  FinishedJob,
  FullResult,
  JobStatus,
  UploadedFile,
  UrlResult,
  type FullResult as Result,
} from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const { id, name, capabilities } = declaration

const Count = orNull(Type.Integer())
const Pages = orNull(Type.Array(Type.Integer()))
const readUploaded = answerReader(name, Type.Object({ file: Type.String(), pages: Pages, pageCount: Count }))
const readSubmitted = answerReader(name, Type.Object({ job: Type.String(), pageCount: Count }))
const readFile = answerReader(name, UploadedFile)
const readAccepted = answerReader(name, AcceptedJob)
const readStatus = answerReader(name, JobStatus)
const readFinished = answerReader(name, FinishedJob)
const readFull = answerReader(name, FullResult)

const answerSeconds = 300
const resultBytes = 256 * 1024 * 1024

/**
 * Options that only the service sets: where the document comes from, which pages are read, and that the result itself
 * is returned.
 */
const refused = ['input', 'async', 'settings.page_range', 'settings.force_file_extension', 'settings.persist_results']

/**
 * Reducto: the file is uploaded, then read by a job. It returns the result itself, or a URL if that is large. Nothing
 * can be deleted; everything is gone after a day.
 */
const create: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 10 },
  { sandbox },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    requestsPerSecond,
    problemOf,
  })
  const jobPath = (id: string) => `job/${encodeURIComponent(id)}`
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf(
      ...(['pdf', 'png', 'jpg', 'gif', 'bmp', 'tiff', 'heic', 'csv', 'xlsx', 'xlsm', 'xls', 'xltx', 'xltm'] as const),
      ...(['pptx', 'ppt', 'docx', 'doc', 'dotx', 'txt', 'rtf', 'html', 'eml', 'msg'] as const),
    ),
    options: 'passthrough',
    limits: { concurrency: 16, answerSeconds, deadlineSeconds: 7200, bytes: 100 * 1000 * 1000 },
    whenUnknown,

    upload: async (request, signal) => {
      vendorOptions(request, refused)
      const { pages, pageCount } = await survey(request, sandbox, signal, passwordOf(request))
      const body = { form: [{ name: 'file', document: neutralSource(request.source) }] }
      const sent = { method: 'POST', path: 'upload', body, signal, seconds: answerSeconds } as const
      const file = readFile((await http.json(sent)).body).file_id
      return { file, pages, pageCount: pages?.length ?? pageCount }
    },

    submit: async ({ request, upload }, signal) => {
      const { file, pages, pageCount } = readUploaded(upload)
      const json = parseBody(request, { file, pages })
      const sent = { method: 'POST', path: 'parse_async', body: { json }, signal, seconds: answerSeconds } as const
      const { job_id: job } = readAccepted((await http.json(sent)).body)
      return { kind: 'submitted', reference: { job, pageCount }, pollInSeconds: pollPauseSeconds(pageCount) }
    },

    poll: async ({ reference }, signal) => {
      const { job, pageCount } = readSubmitted(reference)
      const answer = await http.json({ path: jobPath(job), signal })
      const { status } = readStatus(answer.body)
      if (status === 'Completed') return { kind: 'ready' }
      if (status === 'Failed' || status === 'Cancelled') throw http.failure('failed', answer)
      return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount) }
    },

    fetch: async ({ reference, request }, signal) => {
      const path = jobPath(readSubmitted(reference).job)
      const { body } = await http.json({ path, signal, seconds: answerSeconds, maxBytes: resultBytes })
      const { result: response, usage } = readFinished(body).result
      const { result, raw } = await fullResult(http, { body, response }, signal)
      const surveyed = await survey(request, sandbox, signal, passwordOf(request))
      const urls = result.chunks.flatMap(({ blocks }) => blocks.flatMap(({ image_url: url }) => (url ? [url] : [])))
      const files = await fetchPictures(
        (url, limits) => http.download(url, limits),
        wantsPictures(request) ? urls : [],
        signal,
      )
      const findFile = (url: string) => ({ data: files.get(url) ?? null })
      const { pages: selected, pageCount } = surveyed
      const answer = toAnswer({ result, usage, raw, selected, pageCount, findFile })
      return answerDocument(answer, { vendor: name, request, survey: surveyed })
    },

    /** A file cannot be deleted. */
    forget: async ({ job }, signal) => {
      if (typeof job !== 'string') return
      try {
        const { status } = readStatus((await http.json({ path: jobPath(job), signal })).body)
        if (status !== 'Completed' && status !== 'Failed' && status !== 'Cancelled')
          await http.json({ method: 'POST', path: `cancel/${encodeURIComponent(job)}`, signal })
      } catch (error) {
        unlessGone(error)
      }
    },
  }
}

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
  return { ...withOptions(withOptions(base, vendorOptions(request, refused)), ranges), input: file }
}

/** What is behind a URL is fetched at once, and takes the place of the URL in `raw`. */
const fullResult = async (
  http: Pick<VendorHttp, 'download'>,
  { body, response }: { body: unknown; response: unknown },
  signal: AbortSignal,
): Promise<{ readonly result: Result; readonly raw: unknown }> => {
  if (!Check(UrlResult, response)) return { result: readFull(response), raw: body }
  const { bytes } = await http.download(response.url, { signal, seconds: answerSeconds, maxBytes: resultBytes })
  const full = jsonOfFile(name, bytes)
  return { result: readFull(full), raw: { response: body, result: full } }
}

/** 442 is Reducto's own status. A rejected body means a mistake in an option. */
const problemOf = ({ status }: VendorAnswer): VendorProblem | null => {
  if (status === 442) return 'encrypted'
  return status === 422 ? 'refused' : null
}

export const reducto: VendorAdapter = { declaration, create }
