import { wantsPictures } from '../../answer-pictures.ts'
import { answersAtOnce } from '../../answers-at-once.ts'
import { selectedSource } from '../../cut-pages.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { FormPart } from '../../http-body.ts'
import type { VendorProblem } from '../../http-failure.ts'
import type { ParseRequest, ParseSource, RemoteProvider } from '../../provider.ts'
import { withKnownOutcome } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { neutralSource, type VendorAdapter } from '../../vendor.ts'
import { refusesNothing } from '../../vendor-check.ts'
import { readingSeconds } from '../../vendor-answers.ts'
import { formFields, repeated } from '../../vendor-form.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { valueAt, vendorOptions } from '../../vendor-options.ts'
import { unstructuredDeclaration } from './declaration.ts'

const { id, name, capabilities } = unstructuredDeclaration

/** One request reads the whole document, page by page. */
const unstructuredTimeoutSeconds = 1800
const maxUnstructuredResultBytes = 384 * 1024 * 1024
const path = 'general/v0/general'

/**
 * Options that only the service sets: where the document comes from, which pages are read, and in which form they are
 * returned.
 */
const unstructuredReservedOptions = [
  'files',
  'output_format',
  'coordinates',
  'starting_page_number',
  'split_pdf_page',
  'split_pdf_page_range',
  'extract_image_block_types',
  'extract_image_block_types[]',
  'chunking_strategy',
]

/**
 * The partition API of Unstructured, at the vendor or run by the operator: one request, answered with all elements. It
 * selects no pages and keeps nothing.
 */
const createUnstructuredProvider: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 5 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    // The base URL is often given with this path, as in the vendor's own documentation.
    baseUrl: baseUrl.replace(/\/general\/v0\/general\/?$/, ''),
    headers: { 'unstructured-api-key': key },
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfUnstructuredAnswer,
  })
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf(
      ...(['pdf', 'png', 'jpg', 'tiff', 'bmp', 'heic', 'docx', 'doc', 'odt', 'rtf', 'pptx', 'ppt', 'xlsx'] as const),
      ...(['xls', 'csv', 'tsv', 'html', 'xml', 'md', 'txt', 'epub', 'eml', 'msg'] as const),
    ),
    options: 'passthrough',
    limits: { concurrency: 8, answerSeconds: unstructuredTimeoutSeconds + readingSeconds, deadlineSeconds: 3600 },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, unstructuredReservedOptions)
      const surveyed = await survey(request, sandbox, signal)
      const source = await selectedSource(request, surveyed, { sandbox, signal })
      const { bytes } = await http.bytes({
        method: 'POST',
        path,
        body: { form: formOfUnstructuredRequest(request, source) },
        signal,
        seconds: unstructuredTimeoutSeconds,
        maxBytes: maxUnstructuredResultBytes,
      })
      const given = { bodies: [bytes], request, survey: surveyed }
      const document = await withKnownOutcome(() => answers.read(given, signal))
      return { kind: 'done', document }
    },

    check: (signal) => refusesNothing(http, { path, body: { form: [{ name: 'strategy', value: 'fast' }] }, signal }),

    ...answersAtOnce(http),
  }
}

/**
 * No strategy but `hi_res` gives places, tables and pictures; for anything but PDFs and images it is the same as the
 * others.
 */
const formOfUnstructuredRequest = (request: ParseRequest, source: ParseSource): FormPart[] => [
  ...formFields(
    {
      strategy: 'hi_res',
      ...request.options,
      coordinates: true,
      output_format: 'application/json',
      ...(wantsPictures(request) && { 'extract_image_block_types[]': ['Image'] }),
    },
    repeated,
  ),
  { name: 'files', document: neutralSource(source) },
]

/** A message about a document is a sentence; one about a rejected form is a list. */
const problemOfUnstructuredAnswer = ({ status, body }: VendorAnswer): VendorProblem | null =>
  status === 422 && Array.isArray(valueAt(body, ['detail'])) ? 'refused' : null

export const unstructured: VendorAdapter = { declaration: unstructuredDeclaration, create: createUnstructuredProvider }
