import { Type } from '@polyparse/document/typebox'
import { wantsPictures } from '../../answer-pictures.ts'
import { resultInPoll, resultSeconds } from '../../answers-at-once.ts'
import { createVendorHttp, type VendorAnswer } from '../../http.ts'
import type { FormPart } from '../../http-body.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { rangeText } from '../../page-ranges.ts'
import type { ParseRequest, RemoteProvider } from '../../provider.ts'
import { answerReader, orNull, unusableAnswer } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { neutralSource, pollPauseSeconds, type VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { formFields } from '../../vendor-form.ts'
import { vendorOptions } from '../../vendor-options.ts'
import { Accepted, DatalabConversion } from './datalab-answer-shape.ts'
import { datalabDeclaration } from './declaration.ts'

const { id, name, capabilities } = datalabDeclaration

const readDatalabSubmission = answerReader(name, Accepted)
const readDatalabConversion = answerReader(name, DatalabConversion)
const readDatalabReference = answerReader(name, Type.Object({ path: Type.String(), pageCount: orNull(Type.Integer()) }))

const datalabTimeoutSeconds = 300
const maxDatalabResultBytes = 384 * 1024 * 1024

/**
 * Options that only the service sets: where the document comes from, which pages are read, and in which form they are
 * returned.
 */
const datalabReservedOptions = ['file', 'file_url', 'page_range', 'max_pages', 'output_format', 'webhook_url']

/**
 * Datalab's conversion. The document is sent with the submit, and a poll that finds the work done has the result in
 * it. Nothing has to be deleted: the vendor deletes everything after an hour.
 */
const createDatalabProvider: VendorAdapter['create'] = (
  { key, baseUrl, whenUnknown, requestsPerSecond = 3 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { 'x-api-key': key },
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfDatalabAnswer,
  })
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf(
      ...(['pdf', 'xls', 'xlsx', 'xlsm', 'xltx', 'csv', 'ods', 'doc', 'docx', 'odt', 'ppt', 'pptx', 'odp'] as const),
      ...(['html', 'epub', 'png', 'jpg', 'webp', 'gif', 'tiff'] as const),
    ),
    options: 'passthrough',
    limits: {
      concurrency: 8,
      answerSeconds: datalabTimeoutSeconds,
      pollSeconds: resultSeconds,
      deadlineSeconds: 3600,
      bytes: 200 * 1000 * 1000,
      pages: 7000,
    },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, datalabReservedOptions)
      const { pages, pageCount } = await survey(request, sandbox, signal)
      const form = formOfDatalabRequest(request, pages)
      const sent = {
        method: 'POST',
        path: 'api/v1/convert',
        body: { form },
        signal,
        seconds: datalabTimeoutSeconds,
      } as const
      const answer = await http.json(sent)
      const { success, request_id: id, request_check_url: url } = readDatalabSubmission(answer.body)
      if (success === false) throw http.failure('refused', answer.headers, answer.body)
      const path = checkPath(id, url)
      // The work may have been accepted nevertheless, but without this it cannot be asked for.
      if (path === null) throw unusableAnswer(name, 'neither an id nor a URL')
      const count = pages?.length ?? pageCount
      return { kind: 'submitted', reference: { path, pageCount: count }, pollInSeconds: pollPauseSeconds(count) }
    },

    check: async (signal) => {
      await answerOf(http, { path: 'api/v1/user_health', signal })
      return null
    },

    /** The answer contains the whole result, once there is one. */
    poll: async ({ reference, request }, signal) => {
      const { path, pageCount } = readDatalabReference(reference)
      const { bytes, headers } = await http.bytes({
        path,
        signal,
        seconds: datalabTimeoutSeconds,
        maxBytes: maxDatalabResultBytes,
      })
      const found = readDatalabConversion(await answers.look('conversion', bytes, signal))
      if (found.status === 'failed' || (found.success === false && found.status !== 'processing')) {
        const problem = found.errorIn === 'VALIDATION' ? 'invalid_document' : 'failed'
        throw http.failure(problem, headers, { message: found.explanations })
      }
      if (found.status !== 'complete') return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount) }
      const surveyed = await survey(request, sandbox, signal)
      return { kind: 'done', document: await answers.read({ bodies: [bytes], request, survey: surveyed }, signal) }
    },

    ...resultInPoll(http),
  }
}

/**
 * Fields come before the file, and options are text, as in any form. The tree contains everything that the other
 * formats do.
 */
const formOfDatalabRequest = (request: ParseRequest, pages: readonly number[] | null): FormPart[] => {
  const fields: Readonly<Record<string, unknown>> = {
    mode: 'balanced',
    disable_image_extraction: !wantsPictures(request),
    ...request.options,
    output_format: 'json',
    ...(pages !== null && { page_range: rangeText(pages, 0) }),
  }
  return [
    ...formFields(fields, (field, values) => [{ name: field, value: JSON.stringify(values) }]),
    { name: 'file', document: neutralSource(request.source) },
  ]
}

/** The path below the base URL, which may be a proxy's; null without one. */
const checkPath = (id: string | null | undefined, url: string | null | undefined): string | null => {
  const given = URL.parse(url ?? '')
  if (given !== null) return `${given.pathname}${given.search}`
  return id ? `/api/v1/convert/${encodeURIComponent(id)}` : null
}

/** 403 always means missing payment; a rejected form means a mistake in an option. */
const problemOfDatalabAnswer = ({ status }: VendorAnswer): VendorProblem | null => {
  if (status === 403) return 'quota'
  return status === 422 ? 'refused' : null
}

export const datalab: VendorAdapter = { declaration: datalabDeclaration, create: createDatalabProvider }
