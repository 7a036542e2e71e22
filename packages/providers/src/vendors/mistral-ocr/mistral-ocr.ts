import { answersAtOnce } from '../../answers-at-once.ts'
import { Type } from '@polyparse/document/typebox'
import { wantsPictures } from '../../answer-pictures.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import type { ParseRequest, RemoteProvider } from '../../provider.ts'
import { answerReader, orNull, withKnownOutcome } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { neutralSource, unlessGone, type VendorAdapter } from '../../vendor.ts'
import { refusesNothing } from '../../vendor-check.ts'
import { readingSeconds } from '../../vendor-answers.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { withOptions } from '../../options.ts'
import { vendorOptions } from '../../vendor-options.ts'
import { MistralFile } from './mistral-ocr-answer-shape.ts'
import { mistralOcrDeclaration } from './declaration.ts'

const { id, name, capabilities } = mistralOcrDeclaration

const MistralPageNumbers = orNull(Type.Array(Type.Integer()))
const readMistralUpload = answerReader(name, Type.Object({ file: Type.String(), pages: MistralPageNumbers }))
const readMistralFile = answerReader(name, MistralFile)

/** One request reads the whole document: a thousand pages take minutes. */
const mistralTimeoutSeconds = 900
const maxMistralResultBytes = 384 * 1024 * 1024
const mistralFilesPath = 'v1/files'

/** Options that only the service sets: where the document comes from and which of its pages are read. */
const mistralReservedOptions = ['document', 'pages', 'include_image_base64']

/**
 * Mistral OCR: the file is uploaded, and one request answers with everything that was read. The file stays with the
 * vendor until it is deleted.
 */
const createMistralOcrProvider: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 5 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfMistralAnswer,
  })
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf(
      ...(['pdf', 'png', 'jpg', 'avif', 'tiff', 'gif', 'heic', 'bmp', 'webp', 'docx', 'doc', 'pptx', 'ppt'] as const),
      ...(['xlsx', 'csv', 'txt', 'epub', 'xml', 'rtf', 'odt', 'tex'] as const),
    ),
    options: 'passthrough',
    limits: {
      concurrency: 4,
      answerSeconds: mistralTimeoutSeconds + readingSeconds,
      deadlineSeconds: 3600,
      bytes: 50 * 1000 * 1000,
      pages: 1000,
    },
    whenUnknown,

    upload: async (request, signal) => {
      vendorOptions(request, mistralReservedOptions)
      const { pages } = await survey(request, sandbox, signal)
      const form = [
        { name: 'file', document: neutralSource(request.source) },
        { name: 'purpose', value: 'ocr' },
      ]
      const sent = {
        method: 'POST',
        path: mistralFilesPath,
        body: { form },
        signal,
        seconds: mistralTimeoutSeconds,
      } as const
      return { file: readMistralFile((await http.json(sent)).body).id, pages }
    },

    submit: async ({ request, upload }, signal) => {
      const uploaded = readMistralUpload(upload)
      const surveyed = await survey(request, sandbox, signal)
      const { bytes } = await http.bytes({
        method: 'POST',
        path: 'v1/ocr',
        body: { json: ocrBody(request, uploaded) },
        signal,
        seconds: mistralTimeoutSeconds,
        maxBytes: maxMistralResultBytes,
      })
      const given = { bodies: [bytes], request, survey: { ...surveyed, pages: uploaded.pages } }
      const document = await withKnownOutcome(() => answers.read(given, signal))
      return { kind: 'done', document }
    },

    check: (signal) => refusesNothing(http, { path: 'v1/ocr', body: { json: {} }, signal }),

    ...answersAtOnce(http),

    forget: async ({ file }, signal) => {
      if (typeof file !== 'string') return
      await http
        .json({ method: 'DELETE', path: `${mistralFilesPath}/${encodeURIComponent(file)}`, signal })
        .catch(unlessGone)
    },
  }
}

/** Tables in HTML, which has spans; running text apart from the rest; and a confidence for every block. */
const ocrBody = (
  request: ParseRequest,
  { file, pages }: { readonly file: string; readonly pages: readonly number[] | null },
): Readonly<Record<string, unknown>> => ({
  ...withOptions(
    {
      model: 'mistral-ocr-latest',
      table_format: 'html',
      extract_header: true,
      extract_footer: true,
      include_blocks: true,
      confidence_scores_granularity: 'block',
    },
    vendorOptions(request, mistralReservedOptions),
  ),
  document: { type: 'file', file_id: file },
  include_image_base64: wantsPictures(request),
  ...(pages !== null && { pages: pages.map((page) => page - 1) }),
})

/**
 * A rejected body means a mistake in an option. Messages of the vendor's readers about a document begin with their
 * name.
 */
const problemOfMistralAnswer = ({ status, body }: VendorAnswer): VendorProblem | null => {
  if (status === 422) return 'refused'
  const type = typeof body === 'object' && body !== null && 'type' in body ? String(body.type) : ''
  return status === 400 && type.startsWith('document_parser_') ? 'invalid_document' : null
}

export const mistralOcr: VendorAdapter = { declaration: mistralOcrDeclaration, create: createMistralOcrProvider }
