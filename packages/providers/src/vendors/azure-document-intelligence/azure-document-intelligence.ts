import { Type } from '@polyparse/document/typebox'
import { wantsPictures } from '../../answer-pictures.ts'
import { resultInPoll, resultSeconds } from '../../answers-at-once.ts'
import { fetchPictures } from '../../fetch-pictures.ts'
import { createVendorHttp, pauseAsked, type VendorAnswer } from '../../http.ts'
import type { SharedBytes } from '../../shared-bytes.ts'
import { rangeText } from '../../page-ranges.ts'
import type { ParsedDocument } from '../../parsed-document.ts'
import type { ParseRequest, ParseSource, RemoteProvider } from '../../provider.ts'
import { answerReader, orNull, unusableAnswer } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { neutralSource, pollPauseSeconds, unlessGone, type VendorAdapter } from '../../vendor.ts'
import { refusesNothing } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { vendorOptions } from '../../vendor-options.ts'
import { AzureFigures, OperationState } from './azure-document-intelligence-answer-shape.ts'
import { azureDeclaration } from './declaration.ts'
import { azureProblem } from './azure-document-intelligence-problems.ts'

const { id, name, capabilities } = azureDeclaration

const readAzureReference = answerReader(name, Type.Object({ result: Type.String(), pageCount: orNull(Type.Integer()) }))
const readAzureState = answerReader(name, OperationState)
const readFigures = answerReader(name, AzureFigures)

const azureTimeoutSeconds = 300
const maxAzureResultBytes = 384 * 1024 * 1024
const model = 'documentintelligence/documentModels/prebuilt-layout'
const version = { 'api-version': '2024-11-30' }

/**
 * Options that only the service sets: where the document comes from, which pages are read, and in which form they are
 * returned.
 */
const azureReservedOptions = [
  'urlSource',
  'base64Source',
  'pages',
  'outputContentFormat',
  'output',
  'stringIndexType',
  'api-version',
]

/**
 * The layout model of Azure AI Document Intelligence, version 4. The document is sent with the submit, whose answer
 * says where the result will be; cut-out pictures are fetched one by one, and everything is deleted afterwards.
 */
const createAzureProvider: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 10 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { 'ocp-apim-subscription-key': key },
    secrets: [key],
    requestsPerSecond,
    problemOf: azureProblem,
  })
  const resultPath = (id: string) => `${model}/analyzeResults/${encodeURIComponent(id)}`
  const resultOf = { query: version, maxBytes: maxAzureResultBytes }
  const read = async (
    { path, bytes, request }: { path: string; bytes: SharedBytes; request: ParseRequest },
    signal: AbortSignal,
  ): Promise<ParsedDocument> => {
    const figures = readFigures(await answers.look('figures', bytes, signal))
    const files = await fetchPictures(
      (id, limits) => {
        const file = { path: `${path}/figures/${encodeURIComponent(id)}`, query: version }
        return http.bytes({ ...file, headers: { accept: 'image/*' }, ...limits })
      },
      wantsPictures(request) ? figures : [],
      signal,
    )
    const surveyed = await survey(request, sandbox, signal)
    return answers.read({ bodies: [bytes], request, survey: surveyed, files }, signal)
  }
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'jpg', 'png', 'bmp', 'tiff', 'heic', 'docx', 'xlsx', 'pptx', 'html'),
    options: 'passthrough',
    limits: {
      concurrency: 16,
      answerSeconds: azureTimeoutSeconds,
      pollSeconds: resultSeconds,
      deadlineSeconds: 7200,
      bytes: 500 * 1000 * 1000,
      pages: 2000,
    },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, azureReservedOptions)
      const { pages, pageCount } = await survey(request, sandbox, signal)
      const answer = await http.json({
        method: 'POST',
        path: `${model}:analyze`,
        query: queryOfAzureRequest(request, pages),
        body: { document: typedSource(request.source) },
        signal,
        seconds: azureTimeoutSeconds,
      })
      const result = resultIn(answer)
      // The work may have been accepted nevertheless, but without this it cannot be asked for.
      if (result === null) throw unusableAnswer(name, 'no Operation-Location')
      const count = pages?.length ?? pageCount
      const pollInSeconds = pollPauseSeconds(count, pauseAsked(answer.headers))
      return { kind: 'submitted', reference: { result, pageCount: count }, pollInSeconds }
    },

    check: (signal) => refusesNothing(http, { path: `${model}:analyze`, query: version, body: { json: {} }, signal }),

    /** The answer contains the whole result, once there is one. */
    poll: async ({ reference, request }, signal) => {
      const { result, pageCount } = readAzureReference(reference)
      const path = resultPath(result)
      const { bytes, headers } = await http.bytes({ path, ...resultOf, signal, seconds: azureTimeoutSeconds })
      const { status, problem, explanations } = readAzureState(await answers.look('operation', bytes, signal))
      switch (status) {
        case 'succeeded':
          return { kind: 'done', document: await read({ path, bytes, request }, signal) }
        case 'failed':
        case 'canceled':
        case 'skipped':
          throw http.failure(problem ?? 'failed', headers, { message: explanations })
        default:
          return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount, pauseAsked(headers)) }
      }
    },

    ...resultInPoll(http),

    forget: async ({ result }, signal) => {
      if (typeof result !== 'string') return
      await http.json({ method: 'DELETE', path: resultPath(result), query: version, signal }).catch(unlessGone)
    },
  }
}

/** Markdown has the levels of headings; the offsets in it are those of JavaScript's strings. */
const queryOfAzureRequest = (
  request: ParseRequest,
  pages: readonly number[] | null,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(request.options).map(([option, value]) => [option, listed(value)])),
  ...version,
  outputContentFormat: 'markdown',
  stringIndexType: 'utf16CodeUnit',
  ...(wantsPictures(request) && { output: 'figures' }),
  ...(pages !== null && { pages: rangeText(pages, 1) }),
})

const listed = (value: unknown): string => (Array.isArray(value) ? value : [value]).map(String).join(',')

/** The vendor calls HEIC by the name of its family. */
const typedSource = (source: ParseSource): ParseSource => ({
  ...neutralSource(source),
  ...(source.mediaType === 'image/heic' && { mediaType: 'image/heif' }),
})

/** The URL may name another host than the one that is asked, if there is a proxy in between: only the id counts. */
const resultIn = ({ headers }: VendorAnswer): string | null =>
  /\/analyzeResults\/([\w.~-]+)/i.exec(String(headers['operation-location']))?.[1] ?? null

export const azureDocumentIntelligence: VendorAdapter = { declaration: azureDeclaration, create: createAzureProvider }
