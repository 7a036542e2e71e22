import { withOptions } from '../../options.ts'
import { joinedBytes } from '../../shared-bytes.ts'
import { wantsPictures } from '../../answer-pictures.ts'
import { selectedSource } from '../../cut-pages.ts'
import { createVendorHttp } from '../../http.ts'
import { pageByPage, type PageAsker, type Portion } from '../../page-by-page.ts'
import { ProviderFailure, type ParseRequest, type ParseSource, type RemoteProvider } from '../../provider.ts'
import { answerReader } from '../../read-answer.ts'
import { someAtOnce } from '../../some-at-once.ts'
import type { Survey } from '../../survey.ts'
import { neutralSource, type VendorAdapter } from '../../vendor.ts'
import { answerOf, refusesNothing } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { vendorOptions } from '../../vendor-options.ts'
import { accessTokens } from './access-tokens.ts'
import { partFailures, Processor } from './google-document-ai-answer-shape.ts'
import { googleDocumentAiDeclaration, type ProcessorType } from './declaration.ts'
import { googleProblem } from './google-document-ai-problems.ts'
import { serviceAccountOf } from './service-account.ts'

const { id, name, capabilities } = googleDocumentAiDeclaration

const readProcessor = answerReader(name, Processor)

/** Google itself gives up sooner. */
const requestSeconds = 300
const answerBytes = 128 * 1024 * 1024

/**
 * Options that only the service sets: where the document comes from, which pages are read, and what is returned. Google
 * also takes them with underscores.
 */
const documentAiReservedOptions = [
  'name',
  'rawDocument',
  'raw_document',
  'inlineDocument',
  'inline_document',
  'gcsDocument',
  'gcs_document',
  'fieldMask',
  'field_mask',
  'imagelessMode',
  'imageless_mode',
  'skipHumanReview',
  'skip_human_review',
  'process_options',
  ...['individualPageSelector', 'individual_page_selector', 'fromStart', 'from_start', 'fromEnd', 'from_end'].map(
    (option) => `processOptions.${option}`,
  ),
]

type DocumentAiProcessor = {
  /** The type as Google calls it. */
  readonly type: string
  readonly capabilities: RemoteProvider['capabilities']
  readonly mediaTypes: readonly string[]
  /** US dollars for a page, by the list of Google. */
  readonly price: number
  /** Bytes of one request. */
  readonly bytes: number
  readonly body: (request: ParseRequest) => Readonly<Record<string, unknown>>
}

const { outputs } = capabilities
const outputsWithout = (...left: readonly string[]) => outputs.filter((output) => !left.includes(output))
const documentAiOcrMediaTypes = mediaTypesOf('pdf', 'png', 'jpg', 'tiff', 'gif', 'bmp', 'webp')

/**
 * The fields of a page that are of use. They leave out its picture, and its single words, which are most of an answer.
 */
const fieldMask = [
  'text',
  'revisions',
  ...[
    'pageNumber',
    'dimension',
    'layout',
    'detectedLanguages',
    'paragraphs',
    'lines',
    'tables',
    'formFields',
    'visualElements',
  ].map((member) => `pages.${member}`),
].join(',')
const withoutImages = { fieldMask, imagelessMode: true }

const documentAiProcessors: Readonly<Record<ProcessorType, DocumentAiProcessor>> = {
  layout: {
    type: 'LAYOUT_PARSER_PROCESSOR',
    capabilities: { ...capabilities, outputs: outputsWithout('fields') },
    mediaTypes: mediaTypesOf('pdf', 'docx', 'pptx', 'xlsx', 'xlsm', 'html'),
    price: 0.01,
    bytes: 20 * 1024 * 1024,
    body: (request) => ({
      processOptions: { layoutConfig: { returnBoundingBoxes: true, returnImages: wantsPictures(request) } },
    }),
  },
  ocr: {
    type: 'OCR_PROCESSOR',
    capabilities: { ...capabilities, outputs: outputsWithout('fields', 'images', 'tables') },
    mediaTypes: documentAiOcrMediaTypes,
    price: 0.0015,
    bytes: 40 * 1024 * 1024,
    body: () => withoutImages,
  },
  form: {
    type: 'FORM_PARSER_PROCESSOR',
    capabilities: { ...capabilities, outputs: outputsWithout('images') },
    mediaTypes: documentAiOcrMediaTypes,
    price: 0.03,
    bytes: 40 * 1024 * 1024,
    body: () => withoutImages,
  },
}

type DocumentAiAdapter = VendorAdapter<(typeof googleDocumentAiDeclaration)['settings']>

/**
 * A processor of Google Cloud Document AI. It reads some pages of a document at a time, and answers with the result, so a
 * PDF is sent in portions. The answer about each is kept as it comes.
 */
const createDocumentAiProvider: DocumentAiAdapter['create'] = (
  { key, baseUrl, tokenUrl, processorType, processorVersion, pagesPerRequest, requestsAtOnce, ...access },
  parts,
): RemoteProvider => {
  const { sandbox, answers } = parts
  const { requestsPerSecond = 5 } = access
  const account = serviceAccountOf(key)
  if (account === null)
    throw new TypeError(`${googleDocumentAiDeclaration.settings.key.variable} is no key of a service account`)
  const location = access.location ?? ''
  const http = createVendorHttp({
    name,
    baseUrl: baseUrl || `https://${location}-documentai.googleapis.com`,
    headers: {},
    secrets: [],
    sign: accessTokens({ name, tokenUrl, account }),
    requestsPerSecond,
    problemOf: googleProblem,
  })
  const kind = documentAiProcessors[processorType]
  const processor = `v1/projects/${access.project ?? account.project_id}/locations/${location}/processors/${access.processor ?? ''}`
  const version = `${processor}${processorVersion === null ? '' : `/processorVersions/${processorVersion}`}`

  /** Has a document that is small enough read. */
  const processed = async (
    request: ParseRequest,
    source: ParseSource,
    { surveyed, signal }: DocumentAiContext,
  ): Promise<string> => {
    const options = withOptions(kind.body(request), request.options)
    const { bytes } = await http.bytes({
      method: 'POST',
      path: `${version}:process`,
      body: {
        json: {
          ...withOptions(options, selectionOf(request, surveyed)),
          skipHumanReview: true,
          rawDocument: { mimeType: source.mediaType },
        },
        base64: { member: '/rawDocument/content', prefix: '', document: neutralSource(source) },
      },
      signal,
      seconds: requestSeconds,
      maxBytes: answerBytes,
    })
    await answers.look('usable', bytes, signal)
    return joinedBytes(bytes).toString()
  }

  /** The parts of a portion in JSON: several only where its pages are larger than one request may be. */
  const partsOf = async (request: ParseRequest, pages: Portion, asked: DocumentAiContext): Promise<string[]> => {
    const { surveyed, signal } = asked
    const isAll = pages.length === surveyed.pageCount
    const source = await selectedSource(request, { pages: isAll ? null : pages }, { sandbox, signal })
    const part = (outcome: string) => `{"pages":${JSON.stringify(pages)},${outcome}}`
    const failed = ({ code, message }: ProviderFailure) => part(`"failure":${JSON.stringify({ code, message })}`)
    if (source.size > kind.bytes) {
      if (!isPdfRequest(request) || pages.length < 2) return [failed(http.failure('too_large', {}, null))]
      const half = Math.ceil(pages.length / 2)
      const first = await partsOf(request, pages.slice(0, half), asked)
      return [...first, ...(await partsOf(request, pages.slice(half), asked))]
    }
    try {
      return [part(`"answer":${await processed(request, source, asked)}`)]
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !isAboutThePages(error)) throw error
      return [failed(error)]
    }
  }

  const askNext: PageAsker['askNext'] = async (work, open, asked) => {
    const batch = open.slice(0, requestsAtOnce)
    await someAtOnce(batch, requestsAtOnce, async (pages) => {
      const [first = 1] = pages
      // A worker that was taken for dead may find that another has asked meanwhile.
      if (await work.answers.has(first)) return
      const parts = await partsOf(work.request, pages, asked)
      await work.answers.keep(first, `{"version":${JSON.stringify(processorVersion)},"parts":[${parts.join(',')}]}`)
    })
    return batch.length
  }

  const steps = pageByPage(
    {
      name,
      passwordOf: (request) => {
        vendorOptions(request, documentAiReservedOptions)
        return null
      },
      pagesTogether: (request) => (isPdfRequest(request) ? pagesPerRequest : Number.MAX_SAFE_INTEGER),
      requestSeconds,
      askNext,
    },
    parts,
  )

  return {
    id,
    name,
    options: 'passthrough',
    ...steps,
    capabilities: kind.capabilities,
    mediaTypes: kind.mediaTypes,
    price: { perPage: kind.price },

    check: async (signal) => {
      try {
        const { type, state, defaultProcessorVersion } = readProcessor(
          await answerOf(http, { path: processor, signal }),
        )
        if (state !== 'ENABLED') throw http.failure('misconfigured', {}, { message: `The processor is ${state}` })
        if (type !== kind.type) throw otherType(type)
        return processorVersion ?? /[^/]+$/.exec(defaultProcessorVersion ?? '')?.[0] ?? type
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.code !== 'provider_unauthorized') throw error
        // A caller who may have documents processed need not be allowed to look at processors.
        return refusesNothing(http, { path: `${version}:process`, body: { json: {} }, signal })
      }
    },
  }
}

type DocumentAiContext = { readonly surveyed: Survey; readonly signal: AbortSignal }

const isPdfRequest = ({ source }: ParseRequest): boolean => source.mediaType === 'application/pdf'

/** Returns the selection of a document that cannot be cut. */
const selectionOf = (request: ParseRequest, { pages, pageCount }: Survey): Readonly<Record<string, unknown>> =>
  isPdfRequest(request) || pages === null || pageCount === null
    ? {}
    : { processOptions: { individualPageSelector: { pages } } }

/** Tells whether other pages may be read nevertheless. */
const isAboutThePages = ({ code, transient }: ProviderFailure): boolean =>
  !transient && partFailures.some((failure) => failure === code)

const otherType = (type: string | null | undefined): ProviderFailure =>
  new ProviderFailure(
    'provider_unavailable',
    `The processor is a ${type ?? 'processor of an unknown type'}: ${googleDocumentAiDeclaration.settings.processorType.variable} has to say so.`,
  )

export const googleDocumentAi: DocumentAiAdapter = {
  declaration: googleDocumentAiDeclaration,
  create: createDocumentAiProvider,
}
