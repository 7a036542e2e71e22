import type { ProcessorType } from '../../src/vendors/google-document-ai/declaration.ts'
import type { VendorAccess } from '../../src/vendor.ts'
import { layoutDocument } from './document-ai-layout.ts'
import { pagesDocument } from './document-ai-pages.ts'
import { isRecord, jsonOfRequest, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { accounts, createTokens, keyOfAccount } from './google-account.ts'
import { pagesOf } from './sample.ts'

export const documentAiKey = keyOfAccount(accounts.reader)

/** The settings for a fake at this URL, which also exchanges keys for tokens. */
export const documentAiAccess = (url: string): Partial<VendorAccess> => ({
  location: 'eu',
  processor: 'abc123',
  tokenUrl: `${url}/token`,
})

/** Few pages and requests, so that there are several for a short document. */
export const documentAiPortions = { pagesPerRequest: 2, requestsAtOnce: 2 }

export type DocumentAiScript = {
  type?: ProcessorType
  /** How long a token is valid. */
  tokenSeconds?: number
  /** The account may have documents processed, but may not look at processors. */
  hidesProcessors?: boolean
  state?: 'ENABLED' | 'DISABLED'
  /** The most pages of one request, without pictures and with them. */
  mostPages?: readonly [imageless: number, usual: number]
}

type DocumentAi = FakeVendor & {
  readonly script: DocumentAiScript
  readonly bodies: readonly Record<string, unknown>[]
  /** How often a key was exchanged for a token. */
  tokensAsked(): number
  revokeTokens(): void
}

const types = { layout: 'LAYOUT_PARSER_PROCESSOR', ocr: 'OCR_PROCESSOR', form: 'FORM_PARSER_PROCESSOR' } as const
const processor = 'projects/fake-project/locations/eu/processors/abc123'
const version = `${processor}/processorVersions/pretrained-v1`

/** Google Cloud Document AI, as the protocol in its SDK (9.6) describes it, with Google's token endpoint. */
export const openDocumentAi = async (script: DocumentAiScript = {}): Promise<DocumentAi> => {
  const bodies: Record<string, unknown>[] = []
  const tokens = createTokens({ ...(script.tokenSeconds !== undefined && { seconds: script.tokenSeconds }) })

  const process = (asked: FakeRequest): FakeReply => {
    const { rawDocument, ...body } = jsonOfRequest(asked)
    bodies.push(body)
    const type = script.type ?? 'layout'
    const options = recordIn(body, 'processOptions')
    const unknown = Object.keys(body).find((member) => !known.has(member))
    if (unknown !== undefined) return invalid('Invalid JSON payload received.', '', `Unknown name "${unknown}"`)
    const foreign = type === 'layout' ? 'ocrConfig' : 'layoutConfig'
    if (options[foreign] !== undefined) return invalid(usual, `process_options.${foreign}`, 'Not for this processor.')
    if (!isRecord(rawDocument)) return invalid(usual, 'raw_document', 'A document is required.')
    const { content, mimeType } = rawDocument
    if (typeof content !== 'string' || typeof mimeType !== 'string') return invalid(usual, 'raw_document.content')
    const file = Buffer.from(content, 'base64')
    if (mimeType === 'application/pdf' && !file.toString('latin1').startsWith('%PDF'))
      return invalid('Unsupported input file format.')
    const all = pagesOf(file)
    const selected = recordIn(options, 'individualPageSelector')['pages']
    const numbers = Array.isArray(selected) ? selected.map(Number) : all.map((_, index) => index + 1)
    const pages = numbers.flatMap((number) => all[number - 1] ?? [])
    const [imageless, other] = script.mostPages ?? [30, 15]
    const most = body['imagelessMode'] === true ? imageless : other
    if (pages.length > most) return tooManyPages(pages.length, most)
    return {
      status: 200,
      json: {
        document: {
          mimeType,
          text: `Answer ${bodies.length}.`,
          ...(type === 'layout'
            ? layoutDocument(pages, recordIn(options, 'layoutConfig'))
            : pagesDocument(pages, numbers, type === 'form')),
          ...(type !== 'layout' && { revisions: [{ id: 'r1', processor: version }] }),
        },
        humanReviewStatus: { state: 'SKIPPED' },
      },
    }
  }

  const fake = await openFake({
    stepOf: (method, path) => (path === '/token' ? 'download' : method === 'GET' ? 'poll' : 'submit'),
    refuse: ({ authorization }) => {
      const holder = tokens.holder(authorization)
      if (holder === null) return problem(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
      return holder === accounts.reader ? null : denied
    },
    perform: (asked, url) => {
      if (asked.path === '/token') return tokens.issue(asked, url)
      if (
        asked.method === 'POST' &&
        (asked.path === `/v1/${processor}:process` || asked.path === `/v1/${version}:process`)
      )
        return process(asked)
      if (asked.method !== 'GET' || asked.path !== `/v1/${processor}`) return problem(404, 'NOT_FOUND', 'Not found.')
      return script.hidesProcessors === true ? denied : { status: 200, json: processorOf(script) }
    },
  })
  return {
    ...fake,
    script,
    bodies,
    get requests() {
      return fake.requests.filter(({ path }) => path !== '/token')
    },
    tokensAsked: () => fake.count('download'),
    revokeTokens: () => tokens.revoke(),
  }
}

const processorOf = ({ type = 'layout', state = 'ENABLED' }: DocumentAiScript) => ({
  name: processor,
  type: types[type],
  displayName: 'Fake',
  state,
  defaultProcessorVersion: version,
})

const known = new Set([
  'name',
  'skipHumanReview',
  'fieldMask',
  'processOptions',
  'labels',
  'imagelessMode',
  'inlineDocument',
  'gcsDocument',
])

const recordIn = (value: Record<string, unknown>, member: string): Record<string, unknown> => {
  const found = value[member]
  return isRecord(found) ? found : {}
}

const usual = 'Request contains an invalid argument.'

const problem = (code: number, status: string, message: string, details: readonly object[] = []): FakeReply => ({
  status: code,
  json: { error: { code, message, status, ...(details.length > 0 && { details }) } },
})

const denied = problem(403, 'PERMISSION_DENIED', "Permission 'documentai.processors.get' denied on resource.")

const invalid = (message: string, field?: string, description = 'Invalid.'): FakeReply =>
  problem(
    400,
    'INVALID_ARGUMENT',
    message,
    field === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] }],
  )

const tooManyPages = (count: number, most: number): FakeReply =>
  problem(400, 'INVALID_ARGUMENT', `Document pages in non-imageless mode exceed the limit: ${most} got ${count}.`, [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'PAGE_LIMIT_EXCEEDED',
      domain: 'documentai.googleapis.com',
      metadata: { page_limit: String(most), pages: String(count) },
    },
  ])
