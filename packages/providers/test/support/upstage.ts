import { formOf, notFound, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { pagesOf, type SampleBlock, type SamplePage } from './sample.ts'

export const upstageKey = 'up_fake-0123456789abcdef'

export type UpstageScript = {
  polls?: number
  /** The whole request has failed, for this reason. */
  fail?: string
  /** The batches of these pages have failed. */
  failPages?: readonly number[]
  blankPages?: readonly number[]
  batchSize?: number
  /** Pages count from 1 in every batch: it is not known whether the vendor does that. */
  countAnew?: boolean
  expiredUrls?: boolean
  /** The URLs do not lead to JSON. */
  brokenFiles?: boolean
}

type Form = ReadonlyMap<string, string>
type Work = { readonly file: Buffer; readonly form: Form; polls: number }

/** Upstage Document Parse as described in vendors/upstage.md; comments name the part that a rule follows. */
export const openUpstage = async (
  script: UpstageScript = {},
): Promise<FakeVendor & { readonly script: UpstageScript; form(): Form }> => {
  const works = new Map<string, Work>()

  const submit = (asked: FakeRequest): FakeReply => {
    const parts = formOf(asked)
    const file = parts.find(({ name }) => name === 'document')
    const form: Form = new Map(
      parts.filter(({ name }) => name !== 'document').map(({ name, content }) => [name, String(content)]),
    )
    // Errors: 400 without a document or with an unknown model.
    if (file === undefined) return refusal(400, 'invalid_request', 'document is required')
    if (!/^document-parse(?:-nightly|-\d{6})?$/.test(form.get('model') ?? ''))
      return refusal(400, 'invalid_model', 'invalid model')
    // Fields: words, and lists as they would stand in Python.
    if (!['auto', 'force'].includes(form.get('ocr') ?? 'auto')) return refusal(400, 'invalid_request', 'invalid ocr')
    if (!['standard', 'enhanced', 'auto'].includes(form.get('mode') ?? 'standard'))
      return refusal(400, 'invalid_request', 'invalid mode')
    if (
      listIn(form.get('output_formats') ?? "['html']") === null ||
      listIn(form.get('base64_encoding') ?? '[]') === null
    )
      return refusal(400, 'invalid_request', 'invalid list')
    const id = `e7b1-${works.size + 1}`
    works.set(id, { file: Buffer.from(file.content), form, polls: script.polls ?? 2 })
    return { status: 200, json: { request_id: id } }
  }

  const read = (id: string, url: string): FakeReply => {
    const work = works.get(id)
    if (work === undefined) return refusal(404, 'not_found', 'request not found')
    work.polls -= 1
    const pages = pagesOf(work.file)
    const common = { id, model: 'document-parse', total_pages: pages.length, requested_at: '2026-01-02T03:04:05Z' }
    if (work.polls >= 0) {
      const status = work.polls > 0 ? 'submitted' : 'started'
      return { status: 200, json: { ...common, status, failure_message: '', completed_pages: 0, batches: [] } }
    }
    if (script.fail !== undefined)
      return {
        status: 200,
        json: { ...common, status: 'failed', failure_message: script.fail, completed_pages: 0, batches: [] },
      }
    // Batches of ten pages each, with new URLs each time.
    const size = script.batchSize ?? 10
    const batches = Array.from({ length: Math.ceil(pages.length / size) }, (_, index) => {
      const [start, end] = [index * size + 1, Math.min(pages.length, (index + 1) * size)]
      const failed = script.failPages?.some((page) => page >= start && page <= end) === true
      return {
        id: index,
        model: 'document-parse-260930',
        status: failed ? 'failed' : 'completed',
        failure_message: failed ? 'It took too long.' : '',
        ...(!failed && { download_url: `${url}/signed/${id}/${start}/${end}?X-Amz-Signature=abc` }),
        start_page: start,
        end_page: end,
      }
    })
    const done = { status: 'completed', failure_message: '', completed_pages: pages.length }
    // In no particular order.
    return { status: 200, json: { ...common, ...done, batches: batches.toReversed() } }
  }

  const download = (path: string): FakeReply => {
    if (script.expiredUrls === true) return { status: 403, bytes: Buffer.from('<Error/>') }
    const [, , id = '', start, end] = path.split('/')
    const work = works.get(id)
    if (work === undefined) return notFound
    if (script.brokenFiles === true) return { status: 200, bytes: Buffer.from('{"elements":[') }
    return { status: 200, json: payloadOf(work, Number(start), Number(end)) }
  }

  const payloadOf = ({ file, form }: Work, start: number, end: number) => {
    const formats = listIn(form.get('output_formats') ?? "['html']") ?? []
    const files = new Set(listIn(form.get('base64_encoding') ?? '[]'))
    const withPlaces = form.get('coordinates') !== 'false'
    const pages = pagesOf(file).slice(start - 1, end)
    const parts = pages.flatMap((page, index) =>
      script.blankPages?.includes(start + index) === true
        ? []
        : page.blocks.map((block) => ({ block, page, number: script.countAnew === true ? index + 1 : start + index })),
    )
    const contentOf = (html: string, text: string) => ({
      html: formats.includes('html') ? html : '',
      markdown: formats.includes('markdown') ? text : '',
      text: formats.includes('text') ? text : '',
    })
    const elements = parts.map(({ block, page, number }, id) => ({
      id,
      category: categoryOf(block),
      page: number,
      content: contentOf(htmlOf(block, id), textOf(block)),
      ...(withPlaces && { coordinates: cornersOf(block, page) }),
      ...(block.kind === 'picture' && files.has('figure') && { base64_encoding: block.file.toString('base64') }),
    }))
    return {
      api: '2.0',
      model: 'document-parse-260930',
      usage: { pages: pages.length },
      content: contentOf('', ''),
      elements,
    }
  }

  const fake = await openFake({
    stepOf: (method, path) => (path.startsWith('/signed/') ? 'download' : method === 'POST' ? 'submit' : 'poll'),
    // Errors: the envelope is from memory in the dossier.
    refuse: ({ authorization }) =>
      authorization === `Bearer ${upstageKey}` ? null : refusal(401, 'invalid_api_key', 'API key is invalid'),
    perform: (asked, url) => {
      const { method, path } = asked
      if (path.startsWith('/signed/')) return download(path)
      if (method === 'POST' && path === '/v1/document-digitization/async') return submit(asked)
      const id = /^\/v1\/document-digitization\/requests\/([^/]+)$/.exec(path)?.[1]
      return method === 'GET' && id !== undefined ? read(id, url) : notFound
    },
  })
  return { ...fake, script, form: () => [...works.values()].at(-1)?.form ?? new Map() }
}

/** `['html','text']`; null when it is not written so. */
const listIn = (text: string): string[] | null =>
  /^\[(?:'[\w-]+'(?:, ?'[\w-]+')*)?\]$/.test(text)
    ? [...text.matchAll(/'([\w-]+)'/g)].map(([, word]) => word ?? '')
    : null

const refusal = (status: number, code: string, message: string): FakeReply => ({
  status,
  json: { error: { message, code } },
})

/** In fractions of the page, four corners from the top left. */
const cornersOf = ({ box: [x0, y0, x1, y1] }: SampleBlock, { width, height }: SamplePage) =>
  [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ].map(([x = 0, y = 0]) => ({ x: x / width, y: y / height }))

const categoryOf = (block: SampleBlock): string =>
  block.kind === 'heading' ? `heading${block.level}` : block.kind === 'picture' ? 'figure' : block.kind

const textOf = (block: SampleBlock): string => {
  if (block.kind === 'list') return block.items.join('\n')
  return block.kind === 'table' ? block.rows.flat().join(' ') : block.text.replaceAll('**', '')
}

const htmlOf = (block: SampleBlock, id: number): string => {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level} id='${id}' style='font-size:22px'>${block.text}</h${block.level}>`
    case 'list':
      return `<ul id='${id}'>${block.items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    case 'table':
      return block.html
    case 'picture':
      return `<figure id='${id}'><img alt="${block.text}" data-coord="top-left"></figure>`
    case 'code':
      return `<pre id='${id}'><code>${block.text}</code></pre>`
    case 'header':
    case 'footer':
      return `<${block.kind} id='${id}'>${block.text}</${block.kind}>`
    case 'caption':
      return `<caption id='${id}'>${block.text}</caption>`
    case 'paragraph':
    default:
      return `<p id='${id}' style='font-size:14px'>${block.text.replace(/\*\*(.+?)\*\*/, '<b>$1</b>')}</p>`
  }
}
