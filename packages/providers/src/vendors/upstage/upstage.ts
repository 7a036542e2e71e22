import { Type } from '@polyparse/document/typebox'
import { wantsPictures } from '../../answer-pictures.ts'
import { selectedSource } from '../../cut-pages.ts'
import { byteCount, type SharedBytes } from '../../shared-bytes.ts'
import { createVendorHttp, pauseAsked } from '../../http.ts'
import type { FormPart } from '../../http-body.ts'
import type { ParseRequest, ParseSource, RemoteProvider } from '../../provider.ts'
import { answerReader, orNull } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { neutralSource, pollPauseSeconds, type VendorAdapter } from '../../vendor.ts'
import { refusesNothing } from '../../vendor-check.ts'
import { formFields, type WriteList } from '../../vendor-form.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { vendorOptions } from '../../vendor-options.ts'
import { AcceptedRequest, RequestStatus } from './upstage-answer-shape.ts'
import { upstageDeclaration } from './declaration.ts'

const { id, name, capabilities } = upstageDeclaration

const readUpstageReference = answerReader(
  name,
  Type.Object({ request: Type.String(), pageCount: orNull(Type.Integer()) }),
)
const readAcceptedUpstageRequest = answerReader(name, AcceptedRequest)
const readUpstageStatus = answerReader(name, RequestStatus)
const readUrls = answerReader(name, Type.Array(Type.String()))

const upstageAnswerSeconds = 300
/** The maximum of all batches together. */
const maxUpstageResultBytes = 384 * 1024 * 1024
const requests = 'document-digitization'

/** Options that only the service sets: where the document comes from, and in which form it is returned. */
const upstageReservedOptions = ['document', 'output_formats', 'coordinates', 'base64_encoding']

/**
 * Upstage Document Parse, asynchronous. Pages are read in batches, whose results are behind URLs that soon expire;
 * every poll returns new ones. It cannot select pages, and nothing can be deleted.
 */
const createUpstage: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 5 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    requestsPerSecond,
  })
  const pathOf = (id: string) => `${requests}/requests/${encodeURIComponent(id)}`
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'bmp', 'tiff', 'heic', 'docx', 'pptx', 'xlsx'),
    options: 'passthrough',
    limits: {
      concurrency: 8,
      answerSeconds: upstageAnswerSeconds,
      deadlineSeconds: 7200,
      bytes: 50 * 1000 * 1000,
      pages: 2000,
    },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, upstageReservedOptions)
      const surveyed = await survey(request, sandbox, signal)
      const source = await selectedSource(request, surveyed, { sandbox, signal })
      const body = { form: formOfUpstageRequest(request, source) }
      const sent = { method: 'POST', path: `${requests}/async`, body, signal, seconds: upstageAnswerSeconds } as const
      const { request_id: id } = readAcceptedUpstageRequest((await http.json(sent)).body)
      const pageCount = surveyed.pages?.length ?? surveyed.pageCount
      return { kind: 'submitted', reference: { request: id, pageCount }, pollInSeconds: pollPauseSeconds(pageCount) }
    },

    check: (signal) =>
      refusesNothing(http, {
        path: `${requests}/async`,
        body: { form: [{ name: 'model', value: 'document-parse' }] },
        signal,
      }),

    poll: async ({ reference }, signal) => {
      const { request: id, pageCount } = readUpstageReference(reference)
      const answer = await http.json({ path: pathOf(id), signal })
      const { status, failure_message: message } = readUpstageStatus(answer.body)
      if (status === 'completed') return { kind: 'ready' }
      if (status === 'failed') throw http.failure('failed', answer.headers, { message })
      return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount, pauseAsked(answer.headers)) }
    },

    fetch: async ({ reference, request }, signal) => {
      const path = pathOf(readUpstageReference(reference).request)
      const { bytes } = await http.bytes({ path, signal })
      const urls = readUrls(await answers.look('urls', bytes, signal))
      const bodies: SharedBytes[] = [bytes]
      let left = maxUpstageResultBytes
      for (const url of urls) {
        const result = await http.download(url, { signal, seconds: upstageAnswerSeconds, maxBytes: left })
        left -= byteCount(result.bytes)
        bodies.push(result.bytes)
      }
      const surveyed = await survey(request, sandbox, signal)
      return answers.read({ bodies, request, survey: surveyed }, signal)
    },
  }
}

/** Lists are written as in Python. */
const pythonList: WriteList = (field, values) => [
  { name: field, value: `[${values.map((value) => `'${String(value)}'`).join(',')}]` },
]

/** Tables of several pages stay on their pages. */
const formOfUpstageRequest = (request: ParseRequest, source: ParseSource): FormPart[] => [
  ...formFields(
    {
      model: 'document-parse',
      merge_multipage_tables: false,
      ...request.options,
      output_formats: ['html', 'text'],
      coordinates: true,
      ...(wantsPictures(request) && { base64_encoding: ['figure', 'chart'] }),
    },
    pythonList,
  ),
  { name: 'document', document: neutralSource(source) },
]

export const upstage: VendorAdapter = { declaration: upstageDeclaration, create: createUpstage }
