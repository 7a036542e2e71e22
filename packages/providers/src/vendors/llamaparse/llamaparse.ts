import { Type } from '@polyparse/document/typebox'
import { wantsPictures } from '../../answer-pictures.ts'
import { fetchPictures } from '../../fetch-pictures.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import type { AcceptedWork, RemoteProvider } from '../../provider.ts'
import { answerReader, orNull } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { findInLists, neutralSource, pollPauseSeconds, unlessGone, type VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { FoundLlamaParseJob, LlamaParseJob, LlamaParseJobList, LlamaParseFile } from './llamaparse-answer-shape.ts'
import { llamaParseDeclaration } from './declaration.ts'
import { checkedOptions, parseBody, submitLabel } from './request.ts'

const { id, name, capabilities } = llamaParseDeclaration

const LlamaParsePageCount = orNull(Type.Integer())
const Uploaded = Type.Object({
  file: Type.String(),
  pages: orNull(Type.Array(Type.Integer())),
  pageCount: LlamaParsePageCount,
})
const Submitted = Type.Object({ job: Type.String(), pageCount: LlamaParsePageCount })

const readLlamaParseFile = answerReader(name, LlamaParseFile)
const readJob = answerReader(name, LlamaParseJob)
const readLlamaParseStatus = answerReader(name, Type.Object({ job: LlamaParseJob }))
const readLlamaParseJobList = answerReader(name, LlamaParseJobList)
const readFound = answerReader(name, FoundLlamaParseJob)
const readLlamaParseUpload = answerReader(name, Uploaded)
const readSubmitted = answerReader(name, Submitted)

const accepted = (job: string, { pageCount }: { readonly pageCount: number | null }): AcceptedWork => ({
  kind: 'submitted',
  reference: { job, pageCount },
  pollInSeconds: pollPauseSeconds(pageCount),
})

/** The maximum difference between the vendor's clock and that of the service. */
const clockSkewSeconds = 900

const llamaParseTimeoutSeconds = 300
const maxLlamaParseResultBytes = 256 * 1024 * 1024
const llamaParseJobsPath = 'api/v2/parse'
const llamaParseFilesPath = 'api/v1/beta/files'

/**
 * LlamaParse, second version of its API. The file is uploaded first, so that the submit is short and the file can be
 * deleted by its own id; pages count from 1.
 */
const createLlamaParseProvider: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 5 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfLlamaParseAnswer,
  })
  const jobPath = (id: string) => `${llamaParseJobsPath}/${encodeURIComponent(id)}`

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
    limits: {
      concurrency: 16,
      answerSeconds: llamaParseTimeoutSeconds,
      deadlineSeconds: 7200,
      bytes: 512 * 1000 * 1000,
    },
    whenUnknown,

    upload: async (request, signal) => {
      checkedOptions(request)
      const { pages, pageCount } = await survey(request, sandbox, signal)
      const form = [
        { name: 'file', document: neutralSource(request.source) },
        { name: 'purpose', value: 'parse' },
      ]
      const sent = {
        method: 'POST',
        path: llamaParseFilesPath,
        body: { form },
        signal,
        seconds: llamaParseTimeoutSeconds,
      } as const
      const file = readLlamaParseFile((await http.json(sent)).body).id
      return { file, pages, pageCount: pages?.length ?? pageCount }
    },

    submit: async ({ request, upload, token }, signal) => {
      const uploaded = readLlamaParseUpload(upload)
      const json = parseBody(request, { ...uploaded, token })
      const sent = {
        method: 'POST',
        path: llamaParseJobsPath,
        body: { json },
        signal,
        seconds: llamaParseTimeoutSeconds,
      } as const
      return accepted(readJob((await http.json(sent)).body).id, uploaded)
    },

    find: async ({ upload, token, secondsAgo }, signal) => {
      const since = new Date(Date.now() - (secondsAgo + clockSkewSeconds) * 1000).toISOString()
      const found = await findInLists(
        async (next) => {
          const query = { page_size: '100', created_at_on_or_after: since, ...(next !== null && { page_token: next }) }
          const { items, next_page_token } = readLlamaParseJobList(
            (await http.json({ path: llamaParseJobsPath, query, signal })).body,
          )
          return { items, next: next_page_token ?? null }
        },
        ({ user_metadata: labels }) => labels?.[submitLabel] === token,
      )
      return found === null ? null : accepted(found.id, readLlamaParseUpload(upload))
    },

    check: async (signal) => {
      await answerOf(http, { path: llamaParseJobsPath, query: { page_size: '1' }, signal })
      return null
    },

    poll: async ({ reference }, signal) => {
      const { job, pageCount } = readSubmitted(reference)
      const answer = await http.json({ path: jobPath(job), signal })
      const { status, error_message } = readLlamaParseStatus(answer.body).job
      if (status === 'COMPLETED') return { kind: 'ready' }
      if (status === 'FAILED' || status === 'CANCELLED') throw http.failure('failed', answer.headers, { error_message })
      return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount) }
    },

    fetch: async ({ reference, request }, signal) => {
      const path = jobPath(readSubmitted(reference).job)
      const readParts = async (...expand: readonly string[]) => {
        const query = { expand: [...expand, 'metadata', 'usage'] }
        const { bytes } = await http.bytes({
          path,
          query,
          signal,
          seconds: llamaParseTimeoutSeconds,
          maxBytes: maxLlamaParseResultBytes,
        })
        return { bytes, ...readFound(await answers.look('result', bytes, signal)) }
      }
      const wanted = wantsPictures(request)
      // Documents without items have Markdown or text.
      const withItems = await readParts('items', ...(wanted ? ['images_content_metadata'] : []))
      const { bytes, images } = withItems.hasItems ? withItems : await readParts('markdown', 'text')
      const urls = new Map(images.map(({ filename, url }) => [filename, url]))
      const fetched = await fetchPictures(
        (url, limits) => http.download(url, limits),
        wanted ? urls.values() : [],
        signal,
      )
      const files = new Map([...urls].map(([filename, url]) => [filename, fetched.get(url) ?? null]))
      const surveyed = await survey(request, sandbox, signal)
      return answers.read({ bodies: [bytes], request, survey: surveyed, files }, signal)
    },

    forget: async ({ file, job }, signal) => {
      if (typeof file === 'string')
        await http
          .json({ method: 'DELETE', path: `${llamaParseFilesPath}/${encodeURIComponent(file)}`, signal })
          .catch(unlessGone)
      if (typeof job !== 'string') return
      try {
        const { status } = readLlamaParseStatus((await http.json({ path: jobPath(job), signal })).body).job
        // The vendor cancels no work but what is under way, and deletes none but what has ended.
        if (status === 'PENDING' || status === 'RUNNING')
          await http.json({ method: 'POST', path: `${jobPath(job)}/cancel`, signal })
        await http.json({ method: 'DELETE', path: jobPath(job), signal })
      } catch (error) {
        unlessGone(error)
      }
    },
  }
}

/** A rejected body means a mistake in the options, because it does not contain the document. */
const problemOfLlamaParseAnswer = ({ status }: VendorAnswer): VendorProblem | null =>
  status === 422 ? 'refused' : null

export const llamaparse: VendorAdapter = { declaration: llamaParseDeclaration, create: createLlamaParseProvider }
