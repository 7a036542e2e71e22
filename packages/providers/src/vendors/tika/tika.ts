import { joinedBytes } from '../../shared-bytes.ts'
import { answersAtOnce, timesFor } from '../../answers-at-once.ts'
import { selectedSource } from '../../cut-pages.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import type { RemoteProvider } from '../../provider.ts'
import { withKnownOutcome } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { bearer, type VendorAdapter } from '../../vendor.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { tikaDeclaration } from './declaration.ts'
import { tikaHeaders, TikaOptions, tikaOptions } from './tika-options.ts'

const { id, name, capabilities } = tikaDeclaration

const maxTikaResultBytes = 384 * 1024 * 1024
const versionBytes = 4096

type TikaAdapter = VendorAdapter<(typeof tikaDeclaration)['settings']>

/**
 * The server of Apache Tika (3.1, `tika-server-standard`), run by the operator: one request, answered with the document
 * and all that is embedded in it. It selects no pages and keeps nothing.
 */
const createTikaProvider: TikaAdapter['create'] = (
  { key, baseUrl, whenUnknown, answerSeconds, requestsPerSecond = 20 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: bearer(key),
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfTikaAnswer,
  })
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf(
      ...(['pdf', 'png', 'jpg', 'tiff', 'gif', 'bmp', 'webp', 'docx', 'dotx', 'docm', 'doc', 'pptx', 'pptm'] as const),
      ...(['ppt', 'xlsx', 'xltx', 'xlsm', 'xltm', 'xls', 'odt', 'ods', 'odp', 'rtf', 'epub', 'html', 'txt'] as const),
      ...(['csv', 'tsv', 'xml', 'eml', 'msg', 'odg', 'pub', 'vsd', 'vsdx', 'wpd', 'pages', 'numbers', 'key'] as const),
    ),
    options: TikaOptions,
    limits: { concurrency: 4, ...timesFor(answerSeconds) },
    whenUnknown,

    submit: async ({ request }, signal) => {
      const options = tikaOptions(request)
      const password = options.password ?? null
      const surveyed = await survey(request, sandbox, signal, password)
      const source = await selectedSource(request, surveyed, { sandbox, signal, password })
      const { bytes } = await http.bytes({
        method: 'PUT',
        path: 'rmeta/html',
        headers: tikaHeaders(options),
        body: { document: source },
        signal,
        seconds: answerSeconds,
        maxBytes: maxTikaResultBytes,
      })
      const given = { bodies: [bytes], request, survey: surveyed }
      return { kind: 'done', document: await withKnownOutcome(() => answers.read(given, signal)) }
    },

    check: async (signal) => {
      const { bytes, headers } = await http.bytes({
        path: 'version',
        headers: { accept: 'text/plain' },
        signal,
        maxBytes: versionBytes,
      })
      const version = /^Apache Tika (?<version>[\w.-]{1,40})/.exec(joinedBytes(bytes).toString())?.groups?.['version']
      if (version === undefined) throw http.failure('misconfigured', headers, null)
      return version
    },

    ...answersAtOnce(http),
  }
}

/** Tika reports what is wrong with a document in the answer itself, so a rejected request is about the address. */
const problemOfTikaAnswer = ({ status }: VendorAnswer): VendorProblem | null =>
  status === 404 || status === 405 ? 'misconfigured' : null

export const tika: TikaAdapter = { declaration: tikaDeclaration, create: createTikaProvider }
