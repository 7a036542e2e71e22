import type { DoclingDocument } from '@docling/docling-core'
import { doclingDocument } from './docling-document.ts'
import { formOf, notFound, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { pagesOf } from './sample.ts'

export const doclingKey = 'docling-fake-0123456789abcdef'

export type DoclingScript = {
  polls?: number
  /** Its operator has set no key, and everybody may ask. */
  keyless?: boolean
  /** The task has failed, or its result says so. */
  fail?: { readonly category: string; readonly retryable: boolean; readonly onlyInResult?: boolean }
  /** The task has failed for this reason, without a failure of a category. */
  errorMessage?: string
  /** The document could not be converted: the one error that is reported, or null for none. */
  onlyDocument?: { readonly component_type: string; readonly error_message: string } | null
  failPages?: readonly number[]
  /** Boxes from the top left, as for images, instead of from the bottom left. */
  fromTop?: boolean
  /** As for documents that flow: no pages, no positions. */
  withoutPages?: boolean
}

type Task = {
  readonly file: Buffer
  readonly form: ReadonlyMap<string, readonly string[]>
  polls: number
}

/** docling-serve as described in vendors/docling-serve.md; comments name the section that a rule follows. */
export const openDocling = async (
  script: DoclingScript = {},
): Promise<
  FakeVendor & {
    readonly script: DoclingScript
    /** Removes results as the vendor does five minutes after they were first read. */
    expire(): void
    form(): ReadonlyMap<string, readonly string[]>
    document(): DoclingDocument
  }
> => {
  const tasks = new Map<string, Task>()

  const submit = (asked: FakeRequest): FakeReply => {
    const parts = formOf(asked)
    const files = parts.filter(({ name }) => name === 'files')
    const fields = parts.filter(({ name }) => name !== 'files')
    const form = new Map(
      [...Map.groupBy(fields, ({ name }) => name)].map(([name, each]) => [
        name,
        each.map((part) => String(part.content)),
      ]),
    )
    // §2: the part is `files`; every option is a field, lists are repeated fields.
    const [file, ...others] = files
    if (file === undefined || others.length > 2) return unprocessable('files')
    if ((form.get('to_formats') ?? ['md']).some((format) => !formats.has(format))) return unprocessable('to_formats')
    const [mode = 'placeholder'] = form.get('image_export_mode') ?? []
    if (!['placeholder', 'embedded', 'referenced'].includes(mode)) return unprocessable('image_export_mode')
    if (!['inbody', 'presigned_url', 'zip'].includes(form.get('target_type')?.[0] ?? 'inbody'))
      return unprocessable('target_type')
    if (!['fast', 'accurate'].includes(form.get('table_mode')?.[0] ?? 'fast')) return unprocessable('table_mode')
    if (rangeOf(form) === null) return unprocessable('page_range')
    const id = `b2f1-${tasks.size + 1}`
    tasks.set(id, { file: Buffer.from(file.content), form, polls: script.polls ?? 2 })
    return { status: 200, json: view(id, 'pending') }
  }

  // §3: the status of a task.
  const view = (id: string, status: string, failure: object | null = null) => ({
    task_id: id,
    task_type: 'convert',
    task_status: status,
    task_position: status === 'pending' ? 1 : null,
    task_meta: { num_docs: 1, num_processed: 0, num_succeeded: 0, num_partially_succeeded: 0, num_failed: 0 },
    error_message: null,
    failure,
  })

  const poll = (id: string): FakeReply => {
    const task = tasks.get(id)
    if (task === undefined) return noTask
    task.polls -= 1
    if (task.polls >= 0) return { status: 200, json: view(id, task.polls > 0 ? 'pending' : 'started') }
    if (script.errorMessage !== undefined)
      return { status: 200, json: { ...view(id, 'failure'), error_message: script.errorMessage } }
    if (script.fail !== undefined && script.fail.onlyInResult !== true)
      return { status: 200, json: view(id, 'failure', failureOf(script.fail)) }
    return { status: 200, json: view(id, 'success') }
  }

  const result = (id: string): FakeReply => {
    const task = tasks.get(id)
    if (task === undefined) return noTask
    // §4: a result before the end is a 404.
    if (task.polls > 0)
      return { status: 404, json: { detail: 'Task result not found. Please wait for a completion status.' } }
    // §3: a failed task is answered with 200.
    if (script.fail !== undefined)
      return { status: 200, json: { kind: 'TaskFailureResult', failure: failureOf(script.fail) } }
    if (script.onlyDocument !== undefined) {
      const errors = script.onlyDocument === null ? [] : [{ ...script.onlyDocument, module_name: '', page_no: null }]
      return { status: 200, json: { document: noDocument, status: 'failure', processing_time: 0.1, errors } }
    }
    const failed = script.failPages ?? []
    return {
      status: 200,
      json: {
        document: {
          filename: 'document.pdf',
          md_content: null,
          json_content: task.form.get('to_formats')?.includes('json') === true ? documentOf(task) : null,
          html_content: null,
          text_content: null,
          doctags_content: null,
          doclang_content: null,
        },
        status: failed.length > 0 ? 'partial_success' : 'success',
        processing_time: 2.9,
        timings: {},
        errors: failed.map((page) => ({
          component_type: 'model',
          module_name: 'layout',
          error_message: 'The page could not be rasterised.',
          category: 'unknown',
          page_no: page,
        })),
        confidence: {
          parse_score: 0.98,
          layout_score: 0.91,
          table_score: null,
          ocr_score: null,
          mean_score: 0.94,
          low_score: 0.9,
          mean_grade: 'excellent',
          low_grade: 'excellent',
        },
      },
    }
  }

  const documentOf = ({ file, form }: Task): DoclingDocument => {
    const [first = 1, last = Infinity] = rangeOf(form) ?? []
    // §2: with placeholders there are no images, whatever else was asked for.
    const images = form.get('image_export_mode')?.[0] === 'embedded' && form.get('include_images')?.[0] !== 'false'
    const pages = pagesOf(file)
      .map((page, index) => ({ ...page, number: index + 1 }))
      .filter(({ number }) => number >= first && number <= last)
    const read = pages.filter(({ number }) => script.failPages?.includes(number) !== true)
    return doclingDocument(read, {
      images,
      origin: script.fromTop === true ? 'TOPLEFT' : 'BOTTOMLEFT',
      places: script.withoutPages !== true,
    })
  }

  const fake = await openFake({
    stepOf: (method, path) => (method === 'POST' ? 'submit' : path.startsWith('/v1/result/') ? 'part' : 'poll'),
    // §1: only where a key is set.
    refuse: (headers) =>
      script.keyless === true || headers['x-api-key'] === doclingKey ? null : { status: 401, json: { detail: null } },
    perform: (asked) => {
      const { method, path } = asked
      // §1.
      if (path === '/version') return { status: 200, json: { 'docling-serve': '1.31.0' } }
      if (method === 'POST') return path === '/v1/convert/file/async' ? submit(asked) : notFound
      const [, kind, id = ''] = /^\/v1\/(status\/poll|result)\/([^/]+)$/.exec(path) ?? []
      if (kind === undefined) return notFound
      return kind === 'result' ? result(id) : poll(id)
    },
  })
  const last = (): Task => {
    const task = [...tasks.values()].at(-1)
    if (task === undefined) throw new Error('nothing was asked for')
    return task
  }
  return { ...fake, script, expire: () => tasks.clear(), form: () => last().form, document: () => documentOf(last()) }
}

/** §2. */
const formats = new Set([
  'md',
  'json',
  'yaml',
  'html',
  'html_split_page',
  'text',
  'doctags',
  'vtt',
  'doclang',
  'chunks',
])

/** §2: a pair, 1-based, the last page included; null when it is not a pair. */
const rangeOf = (form: Task['form']): readonly number[] | null => {
  const range = form.get('page_range')?.map(Number)
  if (range === undefined) return []
  const [first = 0, last = 0] = range
  return range.length === 2 && first >= 1 && last >= first ? range : null
}

/** §3. */
const failureOf = ({ category, retryable }: { category: string; retryable: boolean }) => ({
  category,
  message: 'It could not be done.',
  retryable,
  phase: 'execution',
  details: {},
})

/** §3: of a document that could not be converted. */
const noDocument = { filename: 'document.pdf', md_content: null, json_content: null, html_content: null }

/** §4. */
const noTask: FakeReply = { status: 404, json: { detail: 'Task not found.' } }

const unprocessable = (field: string): FakeReply => ({
  status: 422,
  json: { detail: [{ loc: ['body', field], msg: 'Input should be valid', type: 'value_error' }] },
})
