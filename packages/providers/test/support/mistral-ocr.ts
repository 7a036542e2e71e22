import type { Box } from '@polyparse/document'
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

export const mistralKey = 'mk-fake-0123456789abcdef'

export type MistralScript = {
  /** Pages that are not in the answer. */
  failPages?: readonly number[]
  /** As with models before the fourth: `blocks` is empty. */
  withoutBlocks?: boolean
  renumber?: boolean
  invalid?: boolean
}

const dpi = 200
const pixels = (points: number): number => Math.round((points * dpi) / 72)

/** Mistral OCR as described in vendors/mistral-ocr.md; comments name the section that a rule follows. */
export const openMistralOcr = async (
  script: MistralScript = {},
): Promise<FakeVendor & { readonly script: MistralScript; kept(): string[] }> => {
  const files = new Map<string, Buffer>()
  let uploads = 0

  // §1, and §3 for the form of the answer (`bytes`, not `sizeBytes`).
  const upload = (asked: FakeRequest): FakeReply => {
    const parts = formOf(asked)
    const file = parts.find(({ name }) => name === 'file')
    const known = new Set(['file', 'purpose', 'visibility', 'expiry'])
    if (file === undefined || parts.some(({ name }) => !known.has(name))) return unprocessable({}, 'file')
    if (parts.find(({ name }) => name === 'purpose')?.content.toString() !== 'ocr') return unprocessable({}, 'purpose')
    uploads += 1
    const id = `00000000-0000-0000-0000-${String(uploads).padStart(12, '0')}`
    files.set(id, Buffer.from(file.content))
    const { filename, content } = file
    return {
      status: 200,
      json: {
        id,
        object: 'file',
        bytes: content.length,
        created_at: 1756464781,
        filename,
        purpose: 'ocr',
        sample_type: 'ocr_input',
        num_lines: 0,
        mimetype: 'application/pdf',
        source: 'upload',
        signature: 's',
      },
    }
  }

  const recognize = (body: Record<string, unknown>): FakeReply => {
    const document = isRecord(body['document']) ? body['document'] : {}
    // §2: additional properties are refused, and the answer repeats them (§4).
    if (Object.keys(body).some((name) => !fields.has(name))) return unprocessable(body, 'extra_forbidden')
    if (!('model' in body) || document['type'] !== 'file') return unprocessable(body, 'document')
    const file = files.get(String(document['file_id']))
    if (file === undefined) return { status: 404, json: { detail: 'File not found' } }
    if (script.invalid === true) return invalidDocument
    const all = pagesOf(file)
    // §2: 0-based, as a list or written as ranges.
    const asked = body['pages'] ?? all.map((_, index) => index)
    const indexes = typeof asked === 'string' ? numbersIn(asked) : isIntegers(asked) ? asked : null
    if (indexes === null || indexes.some((index) => index < 0)) return unprocessable(body, 'pages')
    const chosen = indexes.flatMap((index) => {
      const page = all[index]
      return page === undefined || script.failPages?.includes(index + 1) === true ? [] : [{ index, page }]
    })
    return {
      status: 200,
      json: {
        pages: chosen.map(({ index, page }, position) =>
          pageOf(page, script.renumber === true ? position : index, body),
        ),
        model: 'mistral-ocr-4-1',
        document_annotation: null,
        usage_info: { pages_processed: chosen.length, doc_size_bytes: file.length },
      },
    }
  }

  const pageOf = ({ width, height, blocks }: SamplePage, index: number, body: Record<string, unknown>) => {
    const html = body['table_format'] === 'html'
    const granularity = body['confidence_scores_granularity']
    const id = (kind: SampleBlock['kind'], block: SampleBlock, name: (count: number) => string): string =>
      name(blocks.filter((each) => each.kind === kind).indexOf(block))
    const imageId = (block: SampleBlock) => id('picture', block, (count) => `img-${count}.jpeg`)
    const tableId = (block: SampleBlock) => id('table', block, (count) => `tbl-${count}.html`)
    const markdown = blocks
      .filter(({ kind }) => !(kind === 'header' && body['extract_header'] === true))
      .filter(({ kind }) => !(kind === 'footer' && body['extract_footer'] === true))
      .map((block) => {
        if (block.kind === 'picture') return `![${imageId(block)}](${imageId(block)})`
        return block.kind === 'table' && html ? `[${tableId(block)}](${tableId(block)})` : markdownOf(block)
      })
    const running = (kind: 'header' | 'footer') => {
      const block = blocks.find((each) => each.kind === kind)
      return body[`extract_${kind}`] === true && block !== undefined && 'text' in block ? block.text : null
    }
    // §2: blocks are given unless they are declined.
    const withBlocks = body['include_blocks'] !== false && script.withoutBlocks !== true
    return {
      index,
      markdown: markdown.join('\n\n'),
      images: blocks.flatMap((block) =>
        block.kind === 'picture'
          ? [
              {
                id: imageId(block),
                ...cornersOf(block.box),
                image_base64:
                  body['include_image_base64'] === true
                    ? `data:image/png;base64,${block.file.toString('base64')}`
                    : null,
                image_annotation: null,
              },
            ]
          : [],
      ),
      tables: html
        ? blocks.flatMap((block) =>
            block.kind === 'table' ? [{ id: tableId(block), content: block.html, format: 'html' }] : [],
          )
        : null,
      hyperlinks: [],
      header: running('header'),
      footer: running('footer'),
      dimensions: { dpi, width: pixels(width), height: pixels(height) },
      confidence_scores:
        granularity === undefined || granularity === null
          ? null
          : { average_page_confidence_score: 0.99, minimum_page_confidence_score: 0.9 },
      blocks: withBlocks
        ? blocks.map((block) => ({
            type: types[block.kind],
            ...cornersOf(block.box),
            content: contentOf(block),
            ...(block.kind === 'picture' && { image_id: imageId(block) }),
            ...(block.kind === 'table' && html && { table_id: tableId(block) }),
            ...(granularity === 'block' && {
              confidence_scores: {
                average_content_confidence_score: block.kind === 'picture' ? null : 0.95,
                minimum_content_confidence_score: block.kind === 'picture' ? null : 0.9,
                block_type_confidence_score: 0.999,
              },
            }),
          }))
        : [],
    }
  }

  const fake = await openFake({
    stepOf: (method, path) => (method === 'DELETE' ? 'forget' : path === '/v1/files' ? 'upload' : 'submit'),
    // §4: the body is from memory in the dossier.
    refuse: ({ authorization }) =>
      authorization === `Bearer ${mistralKey}` ? null : { status: 401, json: { detail: 'Unauthorized' } },
    perform: (asked) => {
      const { method, path } = asked
      if (method === 'POST' && path === '/v1/files') return upload(asked)
      if (method === 'POST' && path === '/v1/ocr') return recognize(jsonOfRequest(asked))
      const id = /^\/v1\/files\/([^/]+)$/.exec(path)?.[1] ?? ''
      if (method === 'DELETE' && files.delete(id)) return { status: 200, json: { id, object: 'file', deleted: true } }
      return notFound
    },
  })
  return { ...fake, script, kept: () => [...files.keys()] }
}

/** §2: all the fields that the body may have. */
const fields = new Set(
  (
    'model document pages include_image_base64 image_limit image_min_size table_format extract_header extract_footer ' +
    'include_blocks confidence_scores_granularity bbox_annotation_format document_annotation_format ' +
    'document_annotation_prompt'
  ).split(' '),
)

/** §3: the types of blocks. */
const types = {
  heading: 'title',
  paragraph: 'text',
  caption: 'caption',
  header: 'header',
  footer: 'footer',
  code: 'code',
  list: 'list',
  table: 'table',
  picture: 'image',
} as const satisfies Record<SampleBlock['kind'], string>

const contentOf = (block: SampleBlock): string => {
  if (block.kind === 'picture') return ''
  return block.kind === 'heading' || block.kind === 'code' ? block.text : markdownOf(block)
}

const cornersOf = ([x0, y0, x1, y1]: Box) => ({
  top_left_x: pixels(x0),
  top_left_y: pixels(y0),
  bottom_right_x: pixels(x1),
  bottom_right_y: pixels(y1),
})

const isIntegers = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isInteger)

/** §4: it repeats the whole request. */
const unprocessable = (input: Record<string, unknown>, field: string): FakeReply => ({
  status: 422,
  json: { detail: [{ type: 'value_error', loc: ['body', field], msg: 'Value error', input }] },
})

/** §4: client-python#485. */
const invalidDocument: FakeReply = {
  status: 400,
  json: {
    object: 'error',
    message: 'Document is not a valid PDF.',
    type: 'document_parser_invalid_file',
    param: null,
    code: '3740',
    raw_status_code: 400,
  },
}
