import { randomUUID } from 'node:crypto'
import { answersAtOnce, timesFor } from '../../answers-at-once.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { FormPart } from '../../http-body.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { rangeText } from '../../page-ranges.ts'
import type { ParseRequest, RemoteProvider } from '../../provider.ts'
import { answerReader, withKnownOutcome } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { bearer, neutralSource, type VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { formFields, repeated } from '../../vendor-form.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { vendorOptions } from '../../vendor-options.ts'
import { MarkerFailure } from './marker-answer-shape.ts'
import { markerDeclaration } from './declaration.ts'

const { id, name, capabilities } = markerDeclaration

const readFailed = answerReader(name, MarkerFailure)

const maxMarkerResultBytes = 384 * 1024 * 1024

/** Options that only the service sets: which document and pages are read, and the form of the result. */
const markerReservedOptions = ['file', 'filepath', 'page_range', 'output_format', 'paginate_output']

type MarkerAdapter = VendorAdapter<(typeof markerDeclaration)['settings']>

/**
 * The `marker_server` of datalab-to/marker, run by the operator (2.0, `marker/scripts/server.py`): one request, answered
 * with the tree of the document. It converts one document at a time and answers nothing meanwhile, so only one is sent.
 * It writes each upload under its file name into one folder: every document gets a name of its own.
 */
const createMarkerProvider: MarkerAdapter['create'] = (
  { key, baseUrl, whenUnknown, answerSeconds, requestsPerSecond = 20 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: bearer(key),
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfMarkerAnswer,
  })
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'webp', 'gif', 'bmp', 'tiff', 'docx', 'xlsx', 'pptx', 'html', 'epub'),
    options: 'passthrough',
    limits: { concurrency: 1, ...timesFor(answerSeconds) },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, markerReservedOptions)
      const surveyed = await survey(request, sandbox, signal)
      const { bytes, headers } = await http.bytes({
        method: 'POST',
        path: 'marker/upload',
        body: { form: formOfMarkerRequest(request, surveyed.pages) },
        signal,
        seconds: answerSeconds,
        maxBytes: maxMarkerResultBytes,
      })
      const document = await withKnownOutcome(async () => {
        const failed = readFailed(await answers.look('failed', bytes, signal))
        if (failed !== null) throw http.failure('failed', headers, failed)
        return answers.read({ bodies: [bytes], request, survey: surveyed }, signal)
      })
      return { kind: 'done', document }
    },

    check: async (signal) => {
      await answerOf(http, { path: 'openapi.json', signal })
      return null
    },

    ...answersAtOnce(http),
  }
}

/** Its form takes no option for pictures: they are always cut out. */
const formOfMarkerRequest = (request: ParseRequest, pages: readonly number[] | null): FormPart[] => {
  const source = neutralSource(request.source)
  const filename = `${randomUUID()}-${source.filename}`
  return [
    ...formFields(
      {
        ...request.options,
        output_format: 'json',
        ...(pages !== null && { page_range: rangeText(pages, 0) }),
      },
      repeated,
    ),
    { name: 'file', document: { ...source, filename } },
  ]
}

/** A rejected form means a mistake in an option. */
const problemOfMarkerAnswer = ({ status }: VendorAnswer): VendorProblem | null => (status === 422 ? 'refused' : null)

export const marker: MarkerAdapter = { declaration: markerDeclaration, create: createMarkerProvider }
