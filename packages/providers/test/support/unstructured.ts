import type { Box } from '@polyparse/document'
import { formOf, notFound, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { pagesOf, type SampleBlock, type SamplePage } from './sample.ts'

export const unstructuredKey = 'un-fake-0123456789abcdef'

export type UnstructuredScript = {
  /** It crashed on the document, or cannot read it. */
  fail?: FakeReply
  /** Boxes from the bottom left in points, instead of pixels from the top left. */
  pointSpace?: boolean
  /** Blank pages. */
  blankPages?: readonly number[]
  withoutFiles?: boolean
}

type Form = ReadonlyMap<string, readonly string[]>

/**
 * The partition API of Unstructured as described in vendors/unstructured.md; comments name the section that a rule
 * follows.
 */
export const openUnstructured = async (
  script: UnstructuredScript = {},
): Promise<FakeVendor & { readonly script: UnstructuredScript; form(): Form }> => {
  const forms: Form[] = []

  const partition = (asked: FakeRequest): FakeReply => {
    const parts = formOf(asked)
    const file = parts.find(({ name }) => name === 'files')
    // §1: the server takes `[]` off the names.
    const form: Form = new Map(
      [...Map.groupBy(parts, ({ name }) => name.replace(/\[\]$/, ''))]
        .filter(([name]) => name !== 'files')
        .map(([name, each]) => [name, each.map(({ content }) => String(content))]),
    )
    forms.push(form)
    if (file === undefined) return unprocessable('files')
    const value = (name: string) => form.get(name)?.[0]
    // §1: unknown words are answered by a 400 with a sentence.
    if (!strategies.has(value('strategy') ?? 'auto')) return refusal(400, `Invalid strategy: ${value('strategy')}.`)
    if (!/^(?:true|false)$/i.test(value('coordinates') ?? 'false')) return unprocessable('coordinates')
    if (!/^\d+$/.test(value('starting_page_number') ?? '1')) return unprocessable('starting_page_number')
    if (!['application/json', 'text/csv'].includes(value('output_format') ?? 'application/json'))
      return refusal(400, 'Unsupported output format.')
    if (script.fail !== undefined) return script.fail
    // §1: pages cannot be selected; they count from the caller's number, and pictures come only if asked for.
    const first = Number(value('starting_page_number') ?? 1)
    const how = {
      coordinates: value('coordinates')?.toLowerCase() === 'true',
      images: value('strategy') === 'hi_res' && form.get('extract_image_block_types')?.includes('Image') === true,
      pointSpace: script.pointSpace === true,
      withoutFiles: script.withoutFiles === true,
    }
    const elements = pagesOf(file.content).flatMap((page, index) =>
      script.blankPages?.includes(index + 1) === true ? [] : elementsOf(page, first + index, how),
    )
    return { status: 200, json: elements }
  }

  const fake = await openFake({
    stepOf: () => 'submit',
    // §1: the form of 401 is from memory in the dossier.
    refuse: (headers) =>
      headers['unstructured-api-key'] === unstructuredKey ? null : refusal(401, 'API key is invalid'),
    perform: (asked) => (asked.method === 'POST' && asked.path === '/general/v0/general' ? partition(asked) : notFound),
  })
  return { ...fake, script, form: () => forms.at(-1) ?? new Map() }
}

/** §1. */
const strategies = new Set(['fast', 'hi_res', 'auto', 'ocr_only', 'od_only', 'vlm'])

type How = {
  readonly coordinates: boolean
  readonly images: boolean
  readonly pointSpace: boolean
  readonly withoutFiles: boolean
}

/** §1: what an element looks like. */
const elementsOf = (page: SamplePage, number: number, how: How) =>
  page.blocks.flatMap((block, index) =>
    partsOf(block, how).map(({ type, text, ...metadata }, part) => ({
      type,
      element_id: `${number}-${index}-${part}`,
      text,
      metadata: {
        filetype: 'application/pdf',
        filename: 'document.pdf',
        languages: ['eng'],
        page_number: number,
        ...(how.coordinates && { coordinates: coordinatesOf(block.box, page, how.pointSpace) }),
        ...(number !== 2 && { detection_class_prob: 0.9 }),
        ...metadata,
      },
    })),
  )

/** §1: pixels of a raster at 200 dots to the inch, or points from the bottom left. */
const coordinatesOf = ([x0, y0, x1, y1]: Box, { width, height }: SamplePage, pointSpace: boolean) => {
  const scale = pointSpace ? 1 : 200 / 72
  const at = (x: number, y: number) => [x * scale, (pointSpace ? height - y : y) * scale]
  return {
    points: [at(x0, y0), at(x0, y1), at(x1, y1), at(x1, y0)],
    system: pointSpace ? 'PointSpace' : 'PixelSpace',
    layout_width: width * scale,
    layout_height: height * scale,
  }
}

type Part = { type: string; text: string; category_depth?: number; text_as_html?: string; image_base64?: string }

const partsOf = (block: SampleBlock, { images, withoutFiles }: How): Part[] => {
  switch (block.kind) {
    case 'heading':
      return [{ type: 'Title', text: block.text, category_depth: block.level - 1 }]
    case 'list':
      return block.items.map((text) => ({ type: 'ListItem', text }))
    case 'table':
      return [{ type: 'Table', text: block.rows.flat().join(' '), text_as_html: block.html }]
    case 'picture': {
      const file = images && !withoutFiles ? { image_base64: block.file.toString('base64') } : {}
      return [{ type: 'Image', text: block.text, ...file }]
    }
    case 'header':
      return [{ type: 'Header', text: block.text }]
    case 'footer':
      return [{ type: /^Page \d/.test(block.text) ? 'PageNumber' : 'Footer', text: block.text }]
    case 'caption':
      return [{ type: 'FigureCaption', text: block.text }]
    case 'code':
      return [{ type: 'CodeSnippet', text: block.text }]
    case 'paragraph':
    default:
      return [{ type: 'NarrativeText', text: block.text.replaceAll('**', '') }]
  }
}

/** §1: `detail` is a sentence for every status … */
const refusal = (status: number, detail: string): FakeReply => ({ status, json: { detail } })

/** … but for forms that its framework refuses. */
const unprocessable = (field: string): FakeReply => ({
  status: 422,
  json: { detail: [{ loc: ['body', field], msg: 'Field required', type: 'missing' }] },
})
