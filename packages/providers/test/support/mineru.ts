import type { Box } from '@polyparse/document'
import { formOf, notFound, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { refusedByProxy } from './proxy.ts'
import { pagesOf, type SampleBlock, type SamplePage } from './sample.ts'

export type MineruScript = {
  polls?: number
  /** The task has failed, for this reason. */
  fail?: string
  /** Nothing was read: there is no list of content. */
  empty?: boolean
  /** It has no tier but this. */
  onlyTier?: string
  /** Pictures are on the server's disk only. */
  withoutFiles?: boolean
}

type Generation = '3' | '4'
type Task = {
  readonly generation: Generation
  readonly file: Buffer
  readonly options: ReadonlyMap<string, string>
  polls: number
}

type Mineru = FakeVendor & {
  readonly script: MineruScript
  /** The options of the last task. */
  options(): ReadonlyMap<string, string>
  /** Sources and results that generation 4 still has. */
  readonly files: ReadonlySet<string>
  /** Loses all tasks, as by a restart. */
  restart(): void
}

/**
 * The servers of opendatalab/MinerU 3.4 (`mineru/cli/fast_api.py`) and 4.0 (`mineru/parser/task_api.py`), with the
 * answers that they were seen to give.
 */
export const openMineru = async (script: MineruScript = {}): Promise<Mineru> => {
  const tasks = new Map<string, Task>()
  const files = new Set<string>()
  let last: ReadonlyMap<string, string> = new Map()

  const submit = (asked: FakeRequest, generation: Generation): FakeReply => {
    const parts = formOf(asked)
    const file = parts.find(({ name }) => name === 'files')
    const fields = parts
      .filter(({ name }) => name !== 'files')
      .map(({ name, content }) => [name, String(content)] as const)
    const options = new Map(generation === '3' ? fields : asked.query)
    last = options
    if (file === undefined) return invalid(generation, 'files: Field required')
    // 4.0: the form may have no fields, and the query only these options.
    if (generation === '4' && (fields.length > 0 || [...options.keys()].some((name) => !queried.has(name))))
      return invalid(generation, 'Extra inputs are not permitted')
    if (generation === '3' && !['auto', 'txt', 'ocr'].includes(options.get('parse_method') ?? 'auto'))
      return invalid(generation, 'Invalid parse_method. Allowed values: auto, txt, ocr')
    if (generation === '4' && script.onlyTier !== undefined && options.get('tier') !== script.onlyTier)
      return { status: 503, json: { error: { type: 'engine_error', code: 'quality_tier_unavailable', message: '…' } } }
    const id = `task-${tasks.size + 1}`
    if (generation === '4') for (const kind of ['source', 'result']) files.add(`${id}-${kind}`)
    tasks.set(id, { generation, file: Buffer.from(file.content), options, polls: script.polls ?? 2 })
    return { status: 202, json: view(id, generation, generation === '3' ? 'pending' : 'queued') }
  }

  const view = (id: string, generation: Generation, status: string) => {
    const error = status === 'failed' ? (script.fail ?? null) : null
    return {
      task_id: id,
      status,
      ...(generation === '3'
        ? { backend: 'hybrid-engine', file_names: ['document'], error, status_url: '…', result_url: '…' }
        : {
            tier: 'standard',
            files: [
              {
                file_id: `${id}-source`,
                name: 'document.pdf',
                status,
                output_files: { markdown: null, structured_content: { file_id: `${id}-result` } },
                error: error === null ? null : { message: error },
              },
            ],
          }),
    }
  }

  const poll = (id: string): FakeReply => {
    const task = tasks.get(id)
    if (task === undefined) return notFound
    task.polls -= 1
    const { generation, polls } = task
    const working = generation === '3' ? 'processing' : 'running'
    const status = polls > 0 ? working : script.fail === undefined ? 'completed' : 'failed'
    return { status: 200, json: view(id, generation, status) }
  }

  const result = (id: string): FakeReply => {
    const task = tasks.get(id)
    if (task === undefined) return notFound
    const { generation, file, options, polls } = task
    if (polls > 0) return { status: 202, json: view(id, generation, 'processing') }
    const pages = pagesOf(file)
    if (generation === '4')
      return {
        status: 200,
        json: {
          ...view(id, generation, 'completed'),
          files: [{ status: 'completed', content: { structured_content: structured(pages, script) } }],
        },
      }
    const list = JSON.stringify(pages.flatMap((page, index) => page.blocks.map((block) => listed(block, page, index))))
    const images = options.get('return_images') === 'true' && script.withoutFiles !== true ? imagesOf(pages) : {}
    const content = { content_list: script.empty === true ? null : list, images }
    return { status: 200, json: { backend: 'hybrid-engine', version: '3.4.5', results: { document: content } } }
  }

  const fake = await openFake({
    stepOf: (method, path) =>
      method === 'POST' ? 'submit' : method === 'DELETE' ? 'forget' : path.endsWith('/result') ? 'part' : 'poll',
    refuse: refusedByProxy,
    perform: (asked) => {
      const { method, path } = asked
      const [, file] = /^\/v1\/files\/([^/]+)$/.exec(path) ?? []
      if (file !== undefined) return method === 'DELETE' && files.delete(file) ? { status: 200, json: {} } : notFound
      const [, root = '', id, rest] = /^\/((?:v1\/)?tasks|(?:v1\/)?health)(?:\/([^/]+)(\/result)?)?$/.exec(path) ?? []
      if (root.endsWith('health')) return { status: 200, json: { version: root === 'health' ? '3.4.5' : '4.0.12' } }
      if (root === '') return notFound
      if (id === undefined) return method === 'POST' ? submit(asked, root === 'tasks' ? '3' : '4') : notFound
      if (method === 'DELETE') return tasks.delete(id) ? { status: 200, json: {} } : notFound
      return rest === undefined ? poll(id) : result(id)
    },
  })
  return { ...fake, script, files, options: () => last, restart: () => tasks.clear() }
}

const queried = new Set(['tier', 'ocr_mode', 'page_range', 'output_formats', 'filename', 'sha256sum'])

const invalid = (generation: Generation, message: string): FakeReply => ({
  status: 400,
  json: generation === '3' ? { detail: message } : { error: { type: 'invalid_request_error', message } },
})

const shares = ([x0, y0, x1, y1]: Box, { width, height }: SamplePage): number[] => [
  x0 / width,
  y0 / height,
  x1 / width,
  y1 / height,
]

const fileName = (page: number): string => `picture-${page}.png`

const imagesOf = (pages: readonly SamplePage[]): Record<string, string> =>
  Object.fromEntries(
    pages.flatMap(({ blocks }, index) =>
      blocks.flatMap((block) => (block.kind === 'picture' ? [[fileName(index), dataUrl(block.file)] as const] : [])),
    ),
  )

const dataUrl = (file: Buffer): string => `data:image/png;base64,${file.toString('base64')}`

/** An entry of the content list of generation 3. */
const listed = (block: SampleBlock, page: SamplePage, index: number): object => {
  const place = { bbox: shares(block.box, page).map((side) => Math.trunc(side * 1000)), page_idx: index }
  switch (block.kind) {
    case 'heading':
      return { type: 'text', text: block.text, text_level: block.level, ...place }
    case 'list':
      return { type: 'list', sub_type: 'text', list_items: block.items.map((item) => `- ${item}`), ...place }
    case 'table':
      return { type: 'table', img_path: '', table_caption: [], table_footnote: [], table_body: block.html, ...place }
    case 'picture':
      return {
        type: 'image',
        img_path: `images/${fileName(index)}`,
        image_caption: [],
        image_footnote: [],
        content: block.text,
        ...place,
      }
    case 'code':
      return { type: 'code', sub_type: 'code', code_caption: [], code_body: `\`\`\`\n${block.text}\n\`\`\``, ...place }
    case 'header':
    case 'footer':
      return { type: block.kind, text: block.text, ...place }
    case 'paragraph':
    case 'caption':
      return { type: 'text', text: block.text, ...place }
  }
}

/** The structured content of generation 4. */
const structured = (pages: readonly SamplePage[], script: MineruScript): object => ({
  pages: pages.map((page, index) => ({
    page_idx: index,
    blocks: page.blocks.map((block) => structuredBlock(block, page, script)),
  })),
})

const structuredBlock = (block: SampleBlock, page: SamplePage, { withoutFiles }: MineruScript): object => {
  const bbox = shares(block.box, page)
  const visual = { bbox, captions: [], footnotes: [] }
  switch (block.kind) {
    case 'heading':
      return { type: 'paragraph_title', bbox, level: block.level, content: block.text }
    case 'list':
      return { type: 'list', bbox, content: block.items.map((item) => `- ${item}`).join('\n') }
    case 'table':
      return { type: 'table', ...visual, content: block.html }
    case 'picture':
      return {
        type: 'image',
        ...visual,
        content: block.text,
        image_source: withoutFiles === true ? 'images/picture.png' : dataUrl(block.file),
      }
    case 'code':
      return { type: 'code', ...visual, content: `\`\`\`\n${block.text}\n\`\`\`` }
    case 'header':
    case 'footer':
      return { type: block.kind, bbox, content: block.text }
    case 'paragraph':
    case 'caption':
      return { type: 'text', bbox, content: block.text }
  }
}
