import { Type } from '@polyparse/typebox'
import { answerDocument } from '../answer-document.ts'
import { wantsPictures } from '../answer-pictures.ts'
import { fetchPictures } from '../fetch-pictures.ts'
import { createVendorHttp, type VendorAnswer, type VendorHttp } from '../http.ts'
import type { VendorProblem } from '../http-failure.ts'
import type { RemoteProvider, RemoteWork } from '../provider.ts'
import { answerReader, orNull } from '../read-answer.ts'
import { survey } from '../survey.ts'
import { neutralSource, pollPauseSeconds, unlessGone, type VendorAdapter } from '../vendor.ts'
import { mediaTypesOf } from '../vendor-media-types.ts'
import { Job, Result, UploadedFile } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { checkedOptions, parseBody } from './request.ts'
import { hasItems, toAnswer } from './to-answer.ts'

const { id, name, capabilities } = declaration

const Count = orNull(Type.Integer())
const Uploaded = Type.Object({
  file: Type.String(),
  pages: orNull(Type.Array(Type.Integer())),
  pageCount: Count,
})
const Submitted = Type.Object({ job: Type.String(), pageCount: Count })

const readFile = answerReader(name, UploadedFile)
const readJob = answerReader(name, Job)
const readStatus = answerReader(name, Type.Object({ job: Job }))
const readResult = answerReader(name, Result)
const readUploaded = answerReader(name, Uploaded)
const readSubmitted = answerReader(name, Submitted)

const answerSeconds = 300
const resultBytes = 256 * 1024 * 1024
const jobs = 'api/v2/parse'
const files = 'api/v1/beta/files'

/**
 * LlamaParse, second version of its API. The file is uploaded first, so that the submit is short and the file can be
 * deleted by its own id; pages count from 1.
 */
const create: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 5 },
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
  const jobPath = (id: string) => `${jobs}/${encodeURIComponent(id)}`

  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf(
      ...(['pdf', 'png', 'jpg', 'tiff', 'webp', 'gif', 'bmp', 'heic', 'docx', 'docm', 'dotx', 'doc', 'pptx'] as const),
      ...(['pptm', 'ppt', 'xlsx', 'xlsm', 'xls', 'odt', 'ods', 'odp', 'rtf', 'epub', 'html', 'txt', 'csv'] as const),
      ...(['tsv', 'xml'] as const),
    ),
    options: 'passthrough',
    limits: { concurrency: 16, answerSeconds, deadlineSeconds: 7200, bytes: 512 * 1000 * 1000 },
    whenUnknown,

    upload: async (request, signal) => {
      checkedOptions(request)
      const { pages, pageCount } = await survey(request, sandbox, signal)
      const form = [
        { name: 'file', document: neutralSource(request.source) },
        { name: 'purpose', value: 'parse' },
      ]
      const sent = { method: 'POST', path: files, body: { form }, signal, seconds: answerSeconds } as const
      const file = readFile((await http.json(sent)).body).id
      return { file, pages, pageCount: pages?.length ?? pageCount }
    },

    submit: async ({ request, upload }, signal) => {
      const uploaded = readUploaded(upload)
      const json = parseBody(request, uploaded)
      const sent = { method: 'POST', path: jobs, body: { json }, signal, seconds: answerSeconds } as const
      const { id } = readJob((await http.json(sent)).body)
      const { pageCount } = uploaded
      return {
        kind: 'submitted',
        reference: { job: id, pageCount },
        pollInSeconds: pollPauseSeconds(pageCount),
      }
    },

    poll: async ({ reference }, signal) => {
      const { job, pageCount } = readSubmitted(reference)
      const answer = await http.json({ path: jobPath(job), signal })
      const { status, error_message } = readStatus(answer.body).job
      if (status === 'COMPLETED') return { kind: 'ready' }
      if (status === 'FAILED' || status === 'CANCELLED')
        throw http.failure('failed', { ...answer, body: { error_message } })
      return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount) }
    },

    fetch: async (work, signal) => {
      const { request } = work
      const { raw, result } = await readWork(http, work, { jobPath, signal })
      const surveyed = await survey(request, sandbox, signal)
      const urls = new Map(
        (result.images_content_metadata?.images ?? []).flatMap(({ filename, presigned_url: url }) =>
          url ? [[filename, url] as const] : [],
        ),
      )
      const pictures = await fetchPictures(
        (url, limits) => http.download(url, limits),
        wantsPictures(request) ? urls.values() : [],
        signal,
      )
      const findFile = (filename: string) => ({ data: pictures.get(urls.get(filename) ?? '') ?? null })
      const answer = toAnswer({ result, raw, selected: surveyed.pages, findFile })
      return answerDocument(answer, { vendor: name, request, survey: surveyed })
    },

    forget: async ({ file, job }, signal) => {
      if (typeof file === 'string')
        await http.json({ method: 'DELETE', path: `${files}/${encodeURIComponent(file)}`, signal }).catch(unlessGone)
      if (typeof job !== 'string') return
      try {
        const { status } = readStatus((await http.json({ path: jobPath(job), signal })).body).job
        // Only work under way can be cancelled, and only ended work can be deleted.
        if (status === 'PENDING' || status === 'RUNNING')
          await http.json({ method: 'POST', path: `${jobPath(job)}/cancel`, signal })
        await http.json({ method: 'DELETE', path: jobPath(job), signal })
      } catch (error) {
        unlessGone(error)
      }
    },
  }
}

/** Asks for items first; documents without any have Markdown or text. */
const readWork = async (
  http: Pick<VendorHttp, 'json'>,
  { reference, request }: RemoteWork,
  { jobPath, signal }: { jobPath: (id: string) => string; signal: AbortSignal },
): Promise<{ readonly raw: unknown; readonly result: Result }> => {
  const { job } = readSubmitted(reference)
  const ask = async (...expand: readonly string[]) => {
    const { body } = await http.json({
      path: jobPath(job),
      query: { expand },
      signal,
      seconds: answerSeconds,
      maxBytes: resultBytes,
    })
    return { raw: body, result: readResult(body) }
  }
  const images = wantsPictures(request) ? ['images_content_metadata'] : []
  const read = await ask('items', 'metadata', 'usage', ...images)
  return hasItems(read.result) ? read : ask('markdown', 'text', 'metadata', 'usage')
}

/** A rejected body means a mistake in the options, because it does not contain the document. */
const problemOf = ({ status }: VendorAnswer): VendorProblem | null => (status === 422 ? 'refused' : null)

export const llamaparse: VendorAdapter = { declaration, create }
