import { wantsPictures } from '../../answer-pictures.ts'
import { answersAtOnce, timesFor } from '../../answers-at-once.ts'
import { selectedSource } from '../../cut-pages.ts'
import type { SharedBytes } from '../../shared-bytes.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { ProviderFailure, type ParseRequest, type RemoteProvider } from '../../provider.ts'
import { answerReader, withKnownOutcome } from '../../read-answer.ts'
import { survey, type Survey, pagesOfSurvey } from '../../survey.ts'
import { bearer, neutralSource, type VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { valueAt, vendorOptions } from '../../vendor-options.ts'
import { PaddlexPageCount } from './paddlex-answer-shape.ts'
import { paddlexDeclaration } from './declaration.ts'

const { id, name, capabilities, settings } = paddlexDeclaration

const readPageCount = answerReader(name, PaddlexPageCount)

const maxPaddlexResultBytes = 384 * 1024 * 1024

/** Options that only the service sets: the document, the form of the result, and what changes pages by others. */
const paddlexReservedOptions = [
  'file',
  'fileType',
  'logId',
  'outputFormats',
  'restructurePages',
  'returnMarkdownImages',
  'visualize',
]

type PaddlexAdapter = VendorAdapter<(typeof paddlexDeclaration)['settings']>

/**
 * A PaddleX server of the operator's (3.7, `paddlex --serve`) with the pipeline PaddleOCR-VL or PP-StructureV3. It reads no
 * more than the first pages of a PDF, so a long one is sent in portions, one after the other.
 */
const createPaddlexProvider: PaddlexAdapter['create'] = (
  { key, baseUrl, whenUnknown, answerSeconds, pagesPerRequest, requestsPerSecond = 20 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: bearer(key),
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfPaddlexAnswer,
  })

  const ask = async (
    request: ParseRequest,
    pages: readonly number[] | null,
    asked: PaddlexCall,
  ): Promise<SharedBytes> => {
    const { signal, endAt } = asked
    const source = await selectedSource(request, { pages }, { sandbox, signal })
    const { bytes } = await http.bytes({
      method: 'POST',
      path: 'layout-parsing',
      body: {
        json: {
          ...request.options,
          fileType: source.mediaType === 'application/pdf' ? 0 : 1,
          returnMarkdownImages: wantsPictures(request),
          visualize: false,
        },
        base64: { member: '/file', prefix: '', document: neutralSource(source) },
      },
      signal,
      seconds: Math.max(1, Math.ceil((endAt - performance.now()) / 1000)),
      maxBytes: maxPaddlexResultBytes,
    })
    const count = await withKnownOutcome(async () => readPageCount(await answers.look('pages', bytes, signal)))
    if (pages !== null && count < pages.length) throw tooFewPages(count, pages.length)
    return bytes
  }

  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'bmp', 'tiff', 'webp'),
    options: 'passthrough',
    limits: { concurrency: 2, ...timesFor(answerSeconds) },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, paddlexReservedOptions)
      const surveyed = await survey(request, sandbox, signal)
      const asked = { signal, endAt: performance.now() + answerSeconds * 1000 }
      const portions = portionsOf(request, surveyed, pagesPerRequest)
      const bodies: SharedBytes[] = []
      for (const pages of portions) {
        bodies.push(await ask(request, pages, asked))
        if (pages !== null) request.onProgress?.(progressAt(bodies.length, portions))
      }
      const given = { bodies, request, survey: surveyed }
      return { kind: 'done', document: await withKnownOutcome(() => answers.read(given, signal)) }
    },

    check: async (signal) => {
      await answerOf(http, { path: 'health', signal })
      return null
    },

    ...answersAtOnce(http),
  }
}

type PaddlexCall = { readonly signal: AbortSignal; readonly endAt: number }
type Portion = readonly number[] | null

/** The pages of each request; null: the whole document, which is no PDF. */
const portionsOf = ({ source }: ParseRequest, surveyed: Survey, most: number): readonly Portion[] => {
  if (source.mediaType !== 'application/pdf') return [null]
  const all = pagesOfSurvey(surveyed)
  return Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most))
}

const progressAt = (asked: number, portions: readonly Portion[]) => {
  const countOf = (some: readonly Portion[]) => some.reduce((sum, pages) => sum + (pages?.length ?? 0), 0)
  return { done: countOf(portions.slice(0, asked)), total: countOf(portions) }
}

const tooFewPages = (count: number, sent: number): ProviderFailure =>
  new ProviderFailure(
    'provider_unavailable',
    `${name} has read ${count} of ${sent} pages that it was sent. Its operator has to raise Serving.extra.max_num_input_imgs there, or to lower ${settings.pagesPerRequest.variable} here.`,
    { notAccepted: true },
  )

/** Its own validation lists the mistakes in the request, in JSON; anything else that it rejects is the document. */
const problemOfPaddlexAnswer = ({ status, body }: VendorAnswer): VendorProblem | null => {
  if (status !== 422) return null
  const said = valueAt(body, ['errorMsg'])
  return typeof said === 'string' && said.startsWith('[') ? 'refused' : 'invalid_document'
}

export const paddlex: PaddlexAdapter = { declaration: paddlexDeclaration, create: createPaddlexProvider }
