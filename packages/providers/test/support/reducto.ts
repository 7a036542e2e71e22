import type { Box } from '@polyparse/document'
import { formOf, isRecord, jsonOfRequest, notFound, openFake, type FakeVendor, type FakeReply } from './fake.ts'
import { markdownOf, pagesOf, type SampleBlock, type SamplePage } from './sample.ts'

export const reductoKey = 'rk-fake-0123456789abcdef'

export type ReductoScript = {
  polls?: number
  fail?: string
  /** Why the work fails, as a status, and its name. */
  failure?: { readonly code: number; readonly name: string }
  /** Pages that are missing from the answer, and are not charged for. */
  failPages?: readonly number[]
  /** Pages that are missing from the answer, but are charged for. */
  blankPages?: readonly number[]
  /** The result is behind a URL, as when it is large. */
  byUrl?: boolean
  expiredUrls?: boolean
  /** With numbers beside `high` and `low`. */
  granular?: boolean
}

type Job = {
  file: string
  pages: readonly number[]
  polls: number
  images: boolean
  cancelled: boolean
  /** As it was sent. */
  config: string
  /** It goes in the background, and is then gone. */
  deletion: 'asked for' | 'done' | null
}

/** Reducto as described in vendors/reducto.md; comments name the section that a rule follows. */
export const openReducto = async (
  script: ReductoScript = {},
): Promise<
  FakeVendor & { readonly script: ReductoScript; readonly jobs: ReadonlyMap<string, Job>; kept(): string[] }
> => {
  const files = new Map<string, Buffer>()
  const jobs = new Map<string, Job>()

  const submit = (body: Record<string, unknown>): FakeReply => {
    const { input, settings = {} } = body
    if (typeof input !== 'string' || !isRecord(settings)) return unprocessable('input')
    const file = files.get(input)
    // §4: 404 file not found.
    if (file === undefined) return { status: 404, json: { detail: 'File not found' } }
    const pages = pagesIn(settings['page_range'], pagesOf(file).length)
    if (pages === null) return unprocessable('page_range')
    const images = Array.isArray(settings['return_images']) && settings['return_images'].includes('figure')
    const id = `r${jobs.size + 1}`
    jobs.set(id, {
      file: input,
      pages,
      polls: script.polls ?? 2,
      images,
      cancelled: false,
      config: JSON.stringify(body),
      deletion: null,
    })
    return { status: 200, json: { job_id: id } }
  }

  /** §1: the newest first, page by page. */
  const list = (query: URLSearchParams): FakeReply => {
    const from = Number(query.get('cursor') ?? 0)
    const page = [...jobs].toReversed().slice(from, from + 2)
    return {
      status: 200,
      json: {
        jobs: page.map(([id, { config }]) => ({
          job_id: id,
          status: 'Pending',
          type: 'Parse',
          raw_config: config,
          created_at: '2026-01-02T03:04:05Z',
          num_pages: null,
          total_pages: null,
          duration: null,
        })),
        next_cursor: from + 2 < jobs.size ? String(from + 2) : null,
      },
    }
  }

  const read = (id: string, url: string): FakeReply => {
    const job = jobs.get(id)
    if (job === undefined) return { status: 404, json: { detail: 'Job not found' } }
    // docs.reducto.ai/api-reference/delete-job: 409 until the cleanup is done, then 410.
    if (job.deletion === 'asked for') {
      job.deletion = 'done'
      return { status: 409, json: { detail: 'Job is being deleted' } }
    }
    if (job.deletion === 'done') return { status: 410, json: { detail: 'Job was deleted' } }
    job.polls -= 1
    if (job.polls >= 0) return { status: 200, json: { status: 'Pending', progress: 0.4, reason: null, result: null } }
    // §3: `reason` holds the failure.
    if (job.cancelled || script.fail !== undefined)
      return {
        status: 200,
        json: {
          status: 'Failed',
          progress: null,
          reason: script.fail ?? 'cancelled',
          result: null,
          // docs.reducto.ai/api-reference: only where the cause is known.
          ...(script.failure !== undefined && {
            error: { ...script.failure, message: script.fail ?? '', job_id: id },
          }),
        },
      }
    const count = job.pages.filter((page) => script.failPages?.includes(page) !== true).length
    return {
      status: 200,
      json: {
        status: 'Completed',
        progress: 1,
        reason: null,
        result: {
          job_id: id,
          duration: 3.89,
          pdf_url: `${url}/signed/pdf/${id}?Signature=abc`,
          studio_link: `https://studio.example/job/${id}`,
          usage: { num_pages: count, credits: count * 1.5, credit_breakdown: { page: count } },
          // §3: near 6 MB, or when asked, behind a URL.
          result:
            script.byUrl === true
              ? { type: 'url', url: `${url}/signed/result/${id}?Signature=abc`, result_id: 'x' }
              : full(job, id, url),
        },
      },
    }
  }

  const full = ({ file, pages, images }: Job, id: string, url: string) => {
    const all = pagesOf(files.get(file) ?? Buffer.alloc(0))
    const without = new Set([...(script.failPages ?? []), ...(script.blankPages ?? [])])
    const blocks = pages.flatMap((number, index) => {
      const page = all[number - 1]
      if (page === undefined || without.has(number)) return []
      return page.blocks.flatMap((block, count) =>
        partsOf(block).map((part) => ({
          ...part,
          // §3: `page` counts within what was parsed, `original_page` within the document.
          bbox: { ...placeOf(block.box, page), page: index + 1, original_page: number },
          confidence: block.kind === 'table' ? 'Low' : 'high',
          granular_confidence: script.granular === true ? { parse_confidence: 0.9, extract_confidence: null } : null,
          image_url:
            images && block.kind === 'picture' ? `${url}/signed/image/${id}/${number}/${count}?Signature=abc` : null,
          chart_data: null,
          extra: null,
        })),
      )
    })
    // §2: `disabled` is one chunk with everything.
    const content = blocks.map((block) => block.content).join('\n\n')
    const chunk = { content, embed: content, enriched: null, enrichment_success: false, blocks }
    return { type: 'full', custom: null, chunks: [chunk], ocr: null }
  }

  const download = (path: string, url: string): FakeReply => {
    if (script.expiredUrls === true) return { status: 403, bytes: Buffer.from('<Error/>') }
    const [, , kind, id = '', page, count] = path.split('/')
    const job = jobs.get(id)
    if (job === undefined) return notFound
    if (kind === 'result') return { status: 200, json: full(job, id, url) }
    const block = pagesOf(files.get(job.file) ?? Buffer.alloc(0))[Number(page) - 1]?.blocks[Number(count)]
    return block?.kind === 'picture' ? { status: 200, bytes: block.file } : notFound
  }

  const fake = await openFake({
    stepOf: (method, path) => {
      if (path.startsWith('/signed/')) return 'download'
      if (path.startsWith('/cancel/') || method === 'DELETE') return 'forget'
      return path === '/upload' ? 'upload' : method === 'POST' ? 'submit' : 'poll'
    },
    // §4: the form of bodies other than 422 is from memory in the dossier.
    refuse: ({ authorization }) =>
      authorization === `Bearer ${reductoKey}` ? null : { status: 401, json: { detail: 'Invalid API key' } },
    perform: (asked, url) => {
      const { method, path } = asked
      if (path.startsWith('/signed/')) return download(path, url)
      if (method === 'POST' && path === '/upload') {
        const file = formOf(asked).find(({ name }) => name === 'file')
        if (file === undefined) return unprocessable('file')
        const id = `reducto://${files.size + 1}${/\.\w+$/.exec(file.filename ?? '')?.[0] ?? ''}`
        files.set(id, Buffer.from(file.content))
        return { status: 200, json: { file_id: id, presigned_url: null } }
      }
      if (method === 'POST' && path === '/parse_async') return submit(jsonOfRequest(asked))
      // §1: the list.
      if (method === 'GET' && path === '/jobs') return list(asked.query)
      const [, kind, encoded = ''] = path.split('/')
      const id = decodeURIComponent(encoded)
      if (method === 'GET' && kind === 'job') return read(id, url)
      if (method === 'DELETE' && kind === 'upload')
        return files.delete(id) ? { status: 200, json: { file_id: id } } : notFound
      const job = jobs.get(id)
      if (method === 'DELETE' && kind === 'job') {
        if (job === undefined) return notFound
        if (job.polls >= 0 && !job.cancelled) return { status: 409, json: { detail: 'Job has not ended' } }
        job.deletion ??= 'asked for'
        return { status: 202, json: { job_id: id } }
      }
      if (method !== 'POST' || kind !== 'cancel' || job === undefined) return notFound
      job.cancelled = true
      job.polls = 0
      return { status: 200, json: {} }
    },
  })
  const kept = () => [...files.keys(), ...[...jobs].filter(([, { deletion }]) => deletion === null).map(([id]) => id)]
  return { ...fake, script, jobs, kept }
}

/** §2: 1-based; a range, ranges or numbers; null when it is none of these. */
const pagesIn = (range: unknown, count: number): number[] | null => {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  if (range === undefined || range === null) return all
  const entries = Array.isArray(range) ? range : [range]
  const pages = new Set<number>()
  for (const entry of entries) {
    if (Number.isInteger(entry)) pages.add(Number(entry))
    else if (isRecord(entry)) {
      const { start, end } = entry
      for (const page of all) if (page >= Number(start ?? 1) && page <= Number(end ?? count)) pages.add(page)
    } else return null
  }
  return pages.has(0) ? null : all.filter((page) => pages.has(page))
}

/** §3: in fractions of the page, from the top left. */
const placeOf = ([x0, y0, x1, y1]: Box, { width, height }: SamplePage) => ({
  left: x0 / width,
  top: y0 / height,
  width: (x1 - x0) / width,
  height: (y1 - y0) / height,
})

/** §3: the types; each entry of a list becomes a block. */
const partsOf = (block: SampleBlock): { type: string; content: string }[] => {
  switch (block.kind) {
    case 'heading':
      return [{ type: block.level === 1 ? 'Title' : 'Section Header', content: markdownOf(block) }]
    case 'list':
      return block.items.map((item) => ({ type: 'List Item', content: `- ${item}` }))
    case 'table':
      return [{ type: 'Table', content: block.html }]
    case 'picture':
      return [{ type: 'Figure', content: block.text }]
    case 'header':
      return [{ type: 'Header', content: block.text }]
    case 'footer':
      return [{ type: /^Page \d/.test(block.text) ? 'Page Number' : 'Footer', content: block.text }]
    case 'paragraph':
    case 'caption':
    case 'code':
    default:
      return [{ type: 'Text', content: markdownOf(block) }]
  }
}

const unprocessable = (field: string): FakeReply => ({
  status: 422,
  json: { detail: [{ loc: ['body', field], msg: 'Field required', type: 'missing' }] },
})
