import { formOf, notFound, numbersIn, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { markerPage } from './marker-tree.ts'
import { pagesOf } from './sample.ts'

export const datalabKey = 'dl-fake-0123456789abcdef'

export type DatalabScript = {
  polls?: number
  /** The work has failed, as `complete` without success or as `failed`. */
  fail?: { readonly status: 'complete' | 'failed'; readonly error_in: string }
  refuse?: string
  failPages?: readonly number[]
  /** Boxes in a unit other than points, which the page's own box shows. */
  scale?: number
  renumber?: boolean
  /** The vendor's Python SDK returns a list of pages instead of a document. */
  asList?: boolean
}

type Job = { pages: readonly number[]; file: Buffer; polls: number; form: ReadonlyMap<string, string> }

/** Datalab as described in vendors/datalab-marker.md; comments name the section that a rule follows. */
export const openDatalab = async (
  script: DatalabScript = {},
): Promise<FakeVendor & { readonly script: DatalabScript; expire(): void; form(): ReadonlyMap<string, string> }> => {
  const jobs = new Map<string, Job>()

  const submit = (asked: FakeRequest, url: string): FakeReply => {
    const parts = formOf(asked)
    const form = new Map(
      parts.filter(({ name }) => name !== 'file').map(({ name, content }) => [name, String(content)]),
    )
    const file = parts.find(({ name }) => name === 'file')
    // §2: exactly one of `file` and `file_url`.
    if ((file === undefined) === !form.has('file_url')) return unprocessable('file')
    if (!['fast', 'balanced', 'accurate'].includes(form.get('mode') ?? 'fast')) return unprocessable('mode')
    const formats = (form.get('output_format') ?? 'markdown').split(',')
    if (formats.some((format) => !['markdown', 'html', 'json', 'chunks'].includes(format)))
      return unprocessable('output_format')
    // §2: booleans as `true` or as Python writes them.
    if (!/^(?:true|false)$/i.test(form.get('disable_image_extraction') ?? 'false'))
      return unprocessable('disable_image_extraction')
    // §3: a refusal may come as a success.
    if (script.refuse !== undefined)
      return { status: 200, json: { success: false, error: script.refuse, request_id: null, request_check_url: null } }
    const content = Buffer.from(file?.content ?? Buffer.alloc(0))
    const all = pagesOf(content).map((_, index) => index)
    const range = form.get('page_range')
    // §2: 0-based.
    const indexes = range === undefined ? all : numbersIn(range)
    if (indexes === null) return unprocessable('page_range')
    const id = `abc${jobs.size + 1}`
    const pages = indexes.filter((index) => all.includes(index))
    jobs.set(id, { pages, file: content, polls: script.polls ?? 2, form })
    const check = `${url}/api/v1/convert/${id}`
    return {
      status: 200,
      json: { success: true, error: null, request_id: id, request_check_url: check, versions: null },
    }
  }

  const check = (id: string): FakeReply => {
    const job = jobs.get(id)
    // §4: expired or unknown.
    if (job === undefined) return { status: 404, json: { detail: 'Request not found' } }
    job.polls -= 1
    if (job.polls >= 0) return { status: 200, json: { status: 'processing', success: null, json: null } }
    if (script.fail !== undefined)
      return { status: 200, json: { ...script.fail, success: false, error: 'It did not work.', json: null } }
    const formats = job.form.get('output_format') ?? 'markdown'
    const withoutImages = job.form.get('disable_image_extraction')?.toLowerCase() === 'true'
    const how = { scale: script.scale ?? 1, images: !withoutImages }
    const children = pagesOfJob(job).map(({ page, index }) => markerPage(page, index, how))
    return {
      status: 200,
      json: {
        status: 'complete',
        success: true,
        output_format: formats,
        markdown: null,
        html: null,
        json: formats.includes('json')
          ? script.asList === true
            ? children
            : { block_type: 'Document', metadata: {}, children }
          : null,
        chunks: null,
        images: {},
        metadata: {
          table_of_contents: [{ title: 'Ferries of Page 1', heading_level: null, page_id: 0, polygon: [] }],
          page_stats: [],
        },
        page_count: children.length,
        parse_quality_score: 4.2,
        runtime: 3.1,
        total_cost: 1,
        cost_breakdown: { list_cost_cents: 1.5, final_cost_cents: 1.5 },
        checkpoint_id: null,
        versions: {},
        error: null,
        error_in: null,
      },
    }
  }

  const pagesOfJob = ({ pages, file }: Job) =>
    pages.flatMap((index, position) => {
      const page = pagesOf(file)[index]
      if (page === undefined || script.failPages?.includes(index + 1) === true) return []
      return [{ page, index: script.renumber === true ? position : index }]
    })

  const fake = await openFake({
    stepOf: (method) => (method === 'POST' ? 'submit' : 'poll'),
    // §5: word for word.
    refuse: (headers) =>
      headers['x-api-key'] === datalabKey
        ? null
        : {
            status: 401,
            json: { detail: 'Invalid API key provided. Set the X-API-Key header to your API key.' },
          },
    perform: (asked, url) => {
      // §1.
      if (asked.path === '/api/v1/user_health') return { status: 200, json: { status: 'ok' } }
      const id = /^\/api\/v1\/convert\/([^/]+)$/.exec(asked.path)?.[1]
      if (asked.method === 'POST' && asked.path === '/api/v1/convert') return submit(asked, url)
      return asked.method === 'GET' && id !== undefined ? check(id) : notFound
    },
  })
  return {
    ...fake,
    script,
    expire: () => jobs.clear(),
    form: () => [...jobs.values()].at(-1)?.form ?? new Map(),
  }
}

const unprocessable = (field: string): FakeReply => ({
  status: 422,
  json: { detail: [{ loc: ['body', field], msg: 'Input should be valid', type: 'value_error' }] },
})
