import { jsonOfRequest, numbersIn, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { azureResult } from './azure-result.ts'
import { pagesOf } from './sample.ts'

export const azureKey = 'azure-fake-0123456789abcdef'

export type AzureScript = {
  polls?: number
  /** The work has failed, with the code of the error and the one inside it. */
  fail?: { readonly code: string; readonly inner: string }
  failPages?: readonly number[]
  /** As for office documents: no positions, no sizes. */
  withoutPlaces?: boolean
  /** The vendor does not cut out the pictures that it found. */
  withoutFiles?: boolean
}

type Work = { readonly file: Buffer; readonly pages: readonly number[]; readonly figures: boolean; polls: number }

const root = '/documentintelligence/documentModels/prebuilt-layout'

/** Azure AI Document Intelligence as described in vendors/azure-document-intelligence.md; comments name the section. */
export const openAzure = async (
  script: AzureScript = {},
): Promise<FakeVendor & { readonly script: AzureScript; readonly results: ReadonlyMap<string, Work> }> => {
  const results = new Map<string, Work>()

  const analyze = (asked: FakeRequest, url: string): FakeReply => {
    const { query } = asked
    const file = fileOf(asked)
    if (file === null) return invalid('InvalidRequest', 'InvalidParameter')
    const all = pagesOf(file).map((_, index) => index + 1)
    // §2: 1-based, `1-3,5,7-9`.
    const given = query.get('pages')
    const numbers = given === null ? all : numbersIn(given)
    if (numbers === null || numbers.includes(0)) return invalid('InvalidArgument', 'InvalidParameter')
    if (!['text', 'markdown', null].includes(query.get('outputContentFormat')))
      return invalid('InvalidArgument', 'InvalidParameter')
    if (!['textElements', 'unicodeCodePoint', 'utf16CodeUnit', null].includes(query.get('stringIndexType')))
      return invalid('InvalidArgument', 'InvalidParameter')
    // §2: features are a list of known words.
    const features = query.get('features')?.split(',') ?? []
    if (features.some((feature) => !knownFeatures.has(feature))) return invalid('InvalidArgument', 'InvalidParameter')
    const id = `00000000-0000-0000-0000-${String(results.size + 1).padStart(12, '0')}`
    const figures = query.get('output')?.split(',').includes('figures') === true
    const pages = numbers.filter((number) => all.includes(number))
    results.set(id, { file, pages, figures, polls: script.polls ?? 2 })
    // §1: 202 without a body; the place of the result, and when to ask for it.
    const location = `${url}${root}/analyzeResults/${id}?api-version=2024-11-30`
    return { status: 202, headers: { 'operation-location': location, 'retry-after': '1' } }
  }

  const read = (work: Work): FakeReply => {
    const times = { createdDateTime: '2026-01-02T03:04:05Z', lastUpdatedDateTime: '2026-01-02T03:04:09Z' }
    work.polls -= 1
    // §3: 200 for every status. §4: Retry-After on polls too.
    if (work.polls >= 0) {
      const status = work.polls > 0 ? 'notStarted' : 'running'
      return { status: 200, headers: { 'retry-after': '1' }, json: { status, ...times } }
    }
    // §4: for a failed poll, the error stands beside the status.
    if (script.fail !== undefined)
      return { status: 200, json: { status: 'failed', ...times, ...errorOf(script.fail.code, script.fail.inner) } }
    const pages = work.pages.filter((page) => script.failPages?.includes(page) !== true)
    const analyzeResult = azureResult(pagesOf(work.file), pages, { places: script.withoutPlaces !== true })
    return { status: 200, json: { status: 'succeeded', ...times, analyzeResult } }
  }

  /** §1: only where `output=figures` was asked for. */
  const figure = ({ file, figures }: Work, id: string): FakeReply => {
    const [page, count] = id.split('.').map(Number)
    const pictures = pagesOf(file)[(page ?? 0) - 1]?.blocks.filter(({ kind }) => kind === 'picture') ?? []
    const block = pictures[(count ?? 0) - 1]
    if (!figures || script.withoutFiles === true || block?.kind !== 'picture') return missing
    return { status: 200, headers: { 'content-type': 'image/png' }, bytes: block.file }
  }

  const fake = await openFake({
    stepOf: (method, path) => {
      if (method === 'DELETE') return 'forget'
      return method === 'POST' ? 'submit' : path.includes('/figures/') ? 'part' : 'poll'
    },
    // §4: the code of the gateway before the service; the dossier gives its words from memory.
    refuse: (headers) =>
      headers['ocp-apim-subscription-key'] === azureKey
        ? null
        : {
            status: 401,
            json: {
              error: {
                code: '401',
                message: 'Access denied due to invalid subscription key or wrong API endpoint.',
              },
            },
          },
    perform: (asked, url) => {
      const { method, path, query } = asked
      // §1: every request says the version.
      if (query.get('api-version') !== '2024-11-30') return invalid('InvalidRequest', 'InvalidApiVersion')
      if (method === 'POST' && path === `${root}:analyze`) return analyze(asked, url)
      const [, id = '', figureId] = /\/analyzeResults\/([^/]+)(?:\/figures\/([^/]+))?$/.exec(path) ?? []
      const work = results.get(id)
      if (work === undefined || !path.startsWith(root)) return missing
      if (method === 'DELETE') {
        results.delete(id)
        return { status: 204 }
      }
      return figureId === undefined ? read(work) : figure(work, figureId)
    },
  })
  return { ...fake, script, results }
}

/** §2. */
const knownFeatures = new Set([
  'ocrHighResolution',
  'languages',
  'barcodes',
  'formulas',
  'keyValuePairs',
  'styleFont',
  'queryFields',
])

/** §1: the document itself, or JSON with exactly one place where it is. */
const fileOf = (asked: FakeRequest): Buffer | null => {
  const type = asked.headers['content-type'] ?? ''
  if (!type.startsWith('application/json')) return bodyTypes.test(type) ? asked.body : null
  const { urlSource, base64Source, ...others } = jsonOfRequest(asked)
  if (Object.keys(others).length > 0 || (urlSource === undefined) === (base64Source === undefined)) return null
  return Buffer.from(typeof base64Source === 'string' ? base64Source : '', 'base64')
}

const bodyTypes =
  /^(?:application\/(?:octet-stream|pdf|vnd\.openxmlformats.*)|image\/(?:jpeg|png|tiff|bmp|heif)|text\/html)$/

/** §4: the envelope. */
const errorOf = (code: string, inner: string) => ({
  error: { code, message: 'Invalid request.', innererror: { code: inner, message: 'It cannot be done.' } },
})

const invalid = (code: string, inner: string): FakeReply => ({ status: 400, json: errorOf(code, inner) })

const missing: FakeReply = {
  status: 404,
  json: { error: { code: 'NotFound', message: 'Resource not found.', innererror: { code: 'NotFound', message: '' } } },
}
