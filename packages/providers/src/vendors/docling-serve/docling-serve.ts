import { randomUUID } from 'node:crypto'
import { Type } from '@polyparse/document/typebox'
import { wantsPictures } from '../../answer-pictures.ts'
import { createVendorHttp, pauseAsked, type VendorAnswer } from '../../http.ts'
import type { FormPart } from '../../http-body.ts'
import type { VendorProblem } from '../../http-failure.ts'
import type { ParseRequest, RemoteProvider } from '../../provider.ts'
import { answerReader, orNull } from '../../read-answer.ts'
import { survey } from '../../survey.ts'
import { neutralSource, pollPauseSeconds, unlessGone, type VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { formFields, repeated } from '../../vendor-form.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { valueAt, vendorOptions } from '../../vendor-options.ts'
import { refuseModels } from './model-options.ts'
import { DoclingOutcome, DoclingTask, type TaskFailure } from './docling-serve-answer-shape.ts'
import { doclingServeDeclaration } from './declaration.ts'

const { id, name, capabilities } = doclingServeDeclaration

const readDoclingReference = answerReader(name, Type.Object({ task: Type.String(), pageCount: orNull(Type.Integer()) }))
const readDoclingTask = answerReader(name, DoclingTask)
const readOutcome = answerReader(name, DoclingOutcome)

const doclingTimeoutSeconds = 300
const maxDoclingResultBytes = 384 * 1024 * 1024

/**
 * Options that only the service sets: where the document comes from, which pages are read, and in which form they are
 * returned.
 */
const doclingReservedOptions = [
  'files',
  'sources',
  'page_range',
  'to_formats',
  'image_export_mode',
  'include_images',
  'target',
  'target_type',
  'callbacks',
]

type DoclingAdapter = VendorAdapter<(typeof doclingServeDeclaration)['settings']>

/**
 * A docling-serve of the operator's own. It deletes a result a few minutes after it was first fetched. It charges
 * nothing, so work that it has lost may be submitted again.
 */
const createDoclingProvider: DoclingAdapter['create'] = (
  { key, baseUrl, whenUnknown, modelOptions, requestsPerSecond = 20 },
  { sandbox, answers },
): RemoteProvider => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: key === '' ? {} : { 'x-api-key': key },
    secrets: [key],
    requestsPerSecond,
    problemOf: problemOfDoclingAnswer,
  })
  const ended = (
    failure: TaskFailure | null | undefined,
    { headers }: Pick<VendorAnswer, 'headers'>,
    message: unknown,
  ): Error =>
    http.failure(failure?.retryable === true && whenUnknown === 'retry' ? 'gone' : 'failed', headers, { message })
  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'docx', 'pptx', 'xlsx', 'html', 'md', 'csv', 'png', 'jpg', 'tiff', 'bmp', 'webp'),
    options: 'passthrough',
    limits: { concurrency: 8, answerSeconds: doclingTimeoutSeconds, deadlineSeconds: 7200 },
    whenUnknown,

    submit: async ({ request }, signal) => {
      vendorOptions(request, doclingReservedOptions)
      if (modelOptions !== 'allow') refuseModels(request)
      const { pages, pageCount } = await survey(request, sandbox, signal)
      const form = formOfDoclingRequest(request, pages)
      const path = 'v1/convert/file/async'
      const answer = await http.json({ method: 'POST', path, body: { form }, signal, seconds: doclingTimeoutSeconds })
      const { task_id: task } = readDoclingTask(answer.body)
      const count = pages?.length ?? pageCount
      return { kind: 'submitted', reference: { task, pageCount: count }, pollInSeconds: pollPauseSeconds(count) }
    },

    check: async (signal) => {
      const version = await answerOf(http, { path: 'version', signal })
      // That route needs no key, and this one does; nobody has such a task.
      await http.json({ path: `v1/status/poll/${randomUUID()}`, signal }).catch(unlessGone)
      const said = valueAt(version, ['docling-serve'])
      return typeof said === 'string' ? said.slice(0, 100) : null
    },

    poll: async ({ reference }, signal) => {
      const { task, pageCount } = readDoclingReference(reference)
      const answer = await http.json({ path: `v1/status/poll/${encodeURIComponent(task)}`, signal })
      const { task_status: status, failure, error_message: message } = readDoclingTask(answer.body)
      if (status === 'failure' || status === 'skipped') throw ended(failure, answer, message ?? failure?.message)
      if (status === 'success' || status === 'partial_success') return { kind: 'ready' }
      return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount, pauseAsked(answer.headers)) }
    },

    fetch: async ({ reference, request }, signal) => {
      const path = `v1/result/${encodeURIComponent(readDoclingReference(reference).task)}`
      const answer = await http.bytes({ path, signal, seconds: doclingTimeoutSeconds, maxBytes: maxDoclingResultBytes })
      const outcome = readOutcome(await answers.look('outcome', answer.bytes, signal))
      const { status, failure, explanations } = outcome
      if (status === null) throw ended(failure, answer, explanations)
      if (status === 'failure' || status === 'skipped')
        throw http.failure(isAboutDocument(outcome) ? 'invalid_document' : 'failed', answer.headers, {
          message: explanations,
        })
      const surveyed = await survey(request, sandbox, signal)
      return answers.read({ bodies: [answer.bytes], request, survey: surveyed }, signal)
    },
  }
}

/**
 * The vendor accepts at most one range: from the first page to the last one. Pages in between that were not requested
 * are left out here.
 */
const formOfDoclingRequest = (request: ParseRequest, pages: readonly number[] | null): FormPart[] => [
  ...formFields(
    {
      abort_on_error: false,
      ...request.options,
      to_formats: ['json'],
      target_type: 'inbody',
      image_export_mode: wantsPictures(request) ? 'embedded' : 'placeholder',
      include_images: wantsPictures(request),
      ...(pages !== null && { page_range: [pages[0], pages.at(-1)] }),
    },
    repeated,
  ),
  { name: 'files', document: neutralSource(request.source) },
]

/** Nothing but the document was at fault. Older versions report no error at all of an invalid one. */
const isAboutDocument = ({ components }: DoclingOutcome): boolean =>
  components.every((component) => component === 'user_input' || component === 'document_backend')

/** A rejected form means a mistake in an option. */
const problemOfDoclingAnswer = ({ status, body }: VendorAnswer): VendorProblem | null => {
  if (valueAt(body, ['error']) === 'usage_limit_exceeded') return 'quota'
  return status === 422 ? 'refused' : null
}

export const doclingServe: DoclingAdapter = { declaration: doclingServeDeclaration, create: createDoclingProvider }
