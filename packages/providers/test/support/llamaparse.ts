import {
  formOf,
  isRecord,
  jsonOfRequest,
  notFound,
  numbersIn,
  openFake,
  type FakeRequest,
  type FakeVendor,
  type FakeReply,
} from './fake.ts'
import { markdownOf, pagesOf, type SampleBlock, type SamplePage } from './sample.ts'

export const llamaKey = 'llx-fake-0123456789abcdef'

/** How the work of this vendor turns out. */
export type LlamaScript = {
  polls?: number
  fail?: string
  failPages?: readonly number[]
  /** Pages are counted from 1 again: it is not known whether the vendor does that. */
  renumber?: boolean
  withoutBoxes?: boolean
  withoutItems?: boolean
  expiredUrls?: boolean
  credits?: number | null
}

type Job = {
  file: string
  pages: readonly number[]
  polls: number
  status: string
  images: boolean
  labels: unknown
  createdAt: string
}

/** LlamaParse v2 as described in vendors/llamaparse.md; comments name the section that a rule follows. */
export const openLlamaparse = async (
  script: LlamaScript = {},
): Promise<FakeVendor & { readonly script: LlamaScript; kept(): string[]; jobs: ReadonlyMap<string, Job> }> => {
  const files = new Map<string, Buffer>()
  const jobs = new Map<string, Job>()
  let signature = 0

  // §1: pre-upload; the answer as in wire-observed.txt, "llama file create".
  const upload = (asked: FakeRequest): FakeReply => {
    const parts = formOf(asked)
    const file = parts.find(({ name }) => name === 'file')
    const purpose = parts.find(({ name }) => name === 'purpose')
    if (file === undefined || purpose?.content.toString() !== 'parse') return unprocessable('file')
    const id = `f${files.size + 1}`
    files.set(id, Buffer.from(file.content))
    return { status: 200, json: { id, name: file.filename, project_id: 'p' } }
  }

  const create = (body: Record<string, unknown>, file: string): FakeReply => {
    const { tier, version, page_ranges: ranges, output_options: output, user_metadata: labels = null } = body
    // §2: tier and version are required; the version belongs to the tier.
    if (!['fast', 'cost_effective', 'agentic', 'agentic_plus'].includes(String(tier))) return unprocessable('tier')
    if (version !== 'latest' && !/^\d{4}-\d\d-\d\d$/.test(String(version))) return unprocessable('version')
    // §2: target_pages are 1-based; duplicates are an error.
    const target = isRecord(ranges) ? ranges['target_pages'] : null
    const numbers = typeof target === 'string' ? numbersIn(target) : null
    if (
      typeof target === 'string' &&
      (numbers === null || numbers.includes(0) || new Set(numbers).size < numbers.length)
    )
      return unprocessable('page_ranges')
    const all = pagesOf(files.get(file) ?? Buffer.alloc(0)).map((_, index) => index + 1)
    const pages = numbers === null ? all : numbers.filter((number) => all.includes(number))
    const images = !isRecord(output) || !Array.isArray(output['images_to_save']) || output['images_to_save'].length > 0
    const id = `pjb-${jobs.size + 1}`
    jobs.set(id, {
      file,
      pages,
      polls: script.polls ?? 2,
      status: 'PENDING',
      images,
      labels,
      createdAt: new Date().toISOString(),
    })
    // §3: the bare job, not wrapped.
    return { status: 200, json: jobView(id) }
  }

  const jobView = (id: string) => {
    const job = jobs.get(id)
    const isDone = job?.status === 'COMPLETED'
    return {
      id,
      project_id: 'p',
      status: job?.status,
      tier: 'cost_effective',
      error_message: job?.status === 'FAILED' ? script.fail : null,
      usage: { credits: isDone ? (script.credits === undefined ? 6 : script.credits) : null },
      user_metadata: job?.labels ?? null,
    }
  }

  const list = (query: URLSearchParams): FakeReply => {
    const since = query.get('created_at_on_or_after') ?? ''
    const listed = [...jobs].filter(([, { createdAt }]) => createdAt >= since).map(([id]) => jobView(id))
    const from = Number(query.get('page_token') ?? 0)
    const next = from + 2 < listed.length ? String(from + 2) : null
    return { status: 200, json: { items: listed.slice(from, from + 2), next_page_token: next } }
  }

  const read = (id: string, expand: readonly string[], url: string): FakeReply => {
    const job = jobs.get(id)
    // §4: expired or unknown.
    if (job === undefined) return { status: 404, json: { detail: 'Job not found' } }
    if (job.status === 'PENDING' || job.status === 'RUNNING') {
      job.polls -= 1
      job.status = job.polls > 0 ? 'RUNNING' : script.fail === undefined ? 'COMPLETED' : 'FAILED'
    }
    // §3: without `expand`, only the job.
    return { status: 200, json: { job: jobView(id), ...(job.status === 'COMPLETED' && result(job, expand, url)) } }
  }

  const result = (job: Job, expand: readonly string[], url: string) => {
    signature += 1
    const all = pagesOf(files.get(job.file) ?? Buffer.alloc(0))
    const chosen = job.pages.map((number, index) => ({
      number: script.renumber === true ? index + 1 : number,
      page: all[number - 1],
      failed: script.failPages?.includes(number) === true,
    }))
    const pagesWith = (make: (page: SamplePage) => object) =>
      chosen.map(({ number: page_number, page, failed }) =>
        failed || page === undefined
          ? { page_number, success: false, error: 'page failed' }
          : { page_number, success: true, ...make(page) },
      )
    const images = chosen.flatMap(({ number, page }) =>
      (page?.blocks ?? []).filter(({ kind }) => kind === 'picture').map((block) => ({ number, block })),
    )
    const parts: Record<string, unknown> = {
      items: {
        pages:
          script.withoutItems === true
            ? []
            : pagesWith(({ width, height, blocks }) => ({
                page_width: width,
                page_height: height,
                items: blocks.map(itemOf),
              })),
      },
      markdown: { pages: pagesWith(({ blocks }) => ({ markdown: blocks.map(markdownOf).join('\n\n') })) },
      text: { pages: chosen.map(({ number, page }) => ({ page_number: number, text: JSON.stringify(page?.blocks) })) },
      metadata: {
        document: null,
        pages: chosen.map(({ number }) => ({ page_number: number, confidence: 0.9, printed_page_number: null })),
      },
      // §3: presigned URLs, which expire.
      images_content_metadata: {
        total_count: job.images ? images.length : 0,
        images: job.images
          ? images.map(({ block }, index) => ({
              index,
              filename: fileName(block),
              category: 'layout',
              content_type: 'image/png',
              presigned_url: `${url}/presigned/${job.file}/${fileName(block)}?signature=${signature}`,
              size_bytes: null,
            }))
          : [],
      },
    }
    return Object.fromEntries(Object.entries(parts).filter(([name]) => expand.includes(name)))
  }

  const itemOf = (block: SampleBlock): object => {
    const [x0, y0, x1, y1] = block.box
    const box = { x: x0, y: y0, w: x1 - x0, h: y1 - y0, confidence: 0.98, label: block.kind }
    // Known from the field: run-llama/llama_cloud_services#972.
    const bbox = script.withoutBoxes === true ? [{ ...box, x: null }] : [box]
    const md = markdownOf(block)
    switch (block.kind) {
      case 'heading':
        return { type: 'heading', level: block.level, value: block.text, md, bbox }
      case 'list':
        return {
          type: 'list',
          ordered: false,
          md,
          bbox,
          items: block.items.map((value) => ({ type: 'text', value, md: value, bbox: null })),
        }
      case 'table':
        return {
          type: 'table',
          rows: block.rows,
          html: block.html,
          csv: '',
          md,
          bbox,
          parse_concerns: [{ type: 'inconsistent_row_cell_count', details: 'row 2' }],
        }
      case 'picture':
        return { type: 'image', caption: block.text, url: fileName(block), md: `![${block.text}](x)`, bbox }
      case 'code':
        return { type: 'code', value: block.text, language: null, md, bbox }
      case 'header':
      case 'footer':
        return { type: block.kind, md, bbox, items: [{ type: 'text', value: block.text, md, bbox }] }
      case 'paragraph':
      case 'caption':
      default:
        return { type: 'text', value: block.text.replaceAll('*', ''), md, bbox }
    }
  }

  const perform = (asked: FakeRequest, url: string): FakeReply => {
    const { method, path, query } = asked
    if (path.startsWith('/presigned/')) return download(path, query)
    if (method === 'POST' && path === '/api/v1/beta/files') return upload(asked)
    if (method === 'POST' && path === '/api/v2/parse') {
      const body = jsonOfRequest(asked)
      // §2: exactly one source.
      if (typeof body['file_id'] !== 'string' || 'source_url' in body) return unprocessable('file_id')
      if (!files.has(body['file_id'])) return { status: 404, json: { detail: 'Source file not found in storage' } }
      return create(body, body['file_id'])
    }
    if (method === 'POST' && path === '/api/v2/parse/upload') {
      // §1: a text part `configuration`, then a part `file`.
      const [configuration, file] = formOf(asked)
      if (configuration?.name !== 'configuration' || file?.name !== 'file') return unprocessable('configuration')
      files.set('upload', Buffer.from(file.content))
      return create(jsonOfRequest({ ...asked, body: configuration.content }), 'upload')
    }
    // §1: the list.
    if (method === 'GET' && path === '/api/v2/parse') return list(query)
    const [, file] = /^\/api\/v1\/beta\/files\/([^/]+)$/.exec(path) ?? []
    if (method === 'DELETE' && file !== undefined) return files.delete(file) ? { status: 204 } : notFound
    const [, id = '', action] = /^\/api\/v2\/parse\/([^/]+)(\/cancel)?$/.exec(path) ?? []
    const job = jobs.get(id)
    if (method === 'GET' && action === undefined && id !== '') return read(id, query.getAll('expand'), url)
    if (job === undefined) return notFound
    const isOver = ['COMPLETED', 'FAILED', 'CANCELLED'].includes(job.status)
    // §1: only work under way can be cancelled, and only ended work can be deleted.
    if (method === 'POST' && action !== undefined) {
      if (isOver) return { status: 409, json: { detail: 'Job is already in a terminal state' } }
      job.status = 'CANCELLED'
      return { status: 200, json: jobView(id) }
    }
    if (method !== 'DELETE') return notFound
    if (!isOver) return { status: 409, json: { detail: 'Job is still running' } }
    jobs.delete(id)
    return { status: 200, json: { id, project_id: 'p' } }
  }

  const download = (path: string, query: URLSearchParams): FakeReply => {
    const [, , file = '', name = ''] = path.split('/')
    const isFresh = query.get('signature') === String(signature) && script.expiredUrls !== true
    if (!isFresh) return { status: 403, bytes: Buffer.from('<Error><Code>AccessDenied</Code></Error>') }
    const blocks = pagesOf(files.get(file) ?? Buffer.alloc(0)).flatMap((page) => page.blocks)
    const block = blocks.find((each) => fileName(each) === name)
    return block?.kind === 'picture' ? { status: 200, bytes: block.file } : notFound
  }

  const fake = await openFake({
    stepOf: (method, path) => {
      if (path.startsWith('/presigned/')) return 'download'
      if (method === 'DELETE' || path.endsWith('/cancel')) return 'forget'
      if (path === '/api/v1/beta/files') return 'upload'
      return method === 'POST' ? 'submit' : 'poll'
    },
    refuse: ({ authorization }) =>
      // §4: 401 for a wrong key; the body is FastAPI's.
      authorization === `Bearer ${llamaKey}`
        ? null
        : { status: 401, json: { detail: `Invalid API Key: ${authorization}` } },
    perform,
  })
  return { ...fake, script, jobs, kept: () => [...files.keys(), ...jobs.keys()] }
}

const fileName = ({ box }: SampleBlock): string => `image_${Math.round(box[0])}_${Math.round(box[1])}.png`

/** §4: FastAPI's list of errors. */
const unprocessable = (field: string): FakeReply => ({
  status: 422,
  json: { detail: [{ loc: ['body', field], msg: 'Field required', type: 'missing' }] },
})
