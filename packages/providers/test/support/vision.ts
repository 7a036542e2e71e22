import { setTimeout } from 'node:timers/promises'
import { PNG } from 'pngjs'
import { isRecord, jsonOfRequest, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { samplePages, type SampleBlock, type SamplePage } from './sample.ts'

export const visionKey = 'vision-fake-0123456789abcdef'

/** Fewer than usual, so that pages also wait. */
export const visionPages = { pagesAtOnce: 2 }

export type VisionScript = {
  /** The form of the answers: that of a family of models. */
  kind?: 'markdown' | 'front-matter' | 'layout' | 'grounded' | 'boxed' | 'labelled'
  /** What is answered about a page instead of what it shows. */
  say?: Readonly<Record<number, Partial<Said>>>
  /** Milliseconds that it takes for an answer. */
  takes?: number
}

type Said = { readonly content: string | null; readonly finish: string; readonly refusal: string }

type Vision = FakeVendor & {
  readonly script: VisionScript
  /** The pages of the sample that were asked about, in order; 0 for any other picture. */
  readonly asked: readonly number[]
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  /** How many requests it has had at the same time, at most. */
  readonly mostAtOnce: () => number
}

/** An endpoint like that of OpenAI, with a model that knows the pages of the sample by their shape. */
export const openVision = async (script: VisionScript = {}): Promise<Vision> => {
  const asked: number[] = []
  const bodies: Record<string, unknown>[] = []

  let [underWay, mostAtOnce] = [0, 0]

  const complete = async (request: FakeRequest): Promise<FakeReply> => {
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    await setTimeout(script.takes ?? 0)
    underWay -= 1
    return completion(request)
  }

  const completion = (request: FakeRequest): FakeReply => {
    const body = jsonOfRequest(request)
    bodies.push(body)
    // vLLM: an unknown model is not found.
    if (body['model'] !== 'tiny-vision') return error(404, `The model \`${String(body['model'])}\` does not exist.`)
    const { width, height } = PNG.sync.read(pictureIn(body))
    const page = samplePages.findIndex((one) => Math.abs(one.width / one.height - width / height) < 0.01) + 1
    asked.push(page)
    const shown = samplePages[page - 1]
    const content =
      shown === undefined ? `Answer ${asked.length}.` : written(script.kind ?? 'markdown', shown, width / shown.width)
    const said = script.say?.[page] ?? {}
    return {
      status: 200,
      json: {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_763_000_000,
        model: 'tiny-vision',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: said.content === undefined ? content : said.content,
              refusal: said.refusal ?? null,
            },
            finish_reason: said.finish ?? 'stop',
          },
        ],
        usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
      },
    }
  }

  const fake = await openFake({
    stepOf: () => 'poll',
    refuse: ({ authorization }) =>
      authorization === `Bearer ${visionKey}` ? null : error(401, 'Incorrect API key provided'),
    perform: (request) => {
      if (request.path === '/v1/models')
        return { status: 200, json: { object: 'list', data: [{ id: 'tiny-vision', object: 'model' }] } }
      return request.path === '/v1/chat/completions' ? complete(request) : error(404, 'Not Found')
    },
  })
  return { ...fake, url: `${fake.url}/v1`, script, asked, bodies, mostAtOnce: () => mostAtOnce }
}

const error = (status: number, message: string): FakeReply => ({ status, json: { error: { message, code: status } } })

const pictureIn = ({ messages }: Record<string, unknown>): Buffer => {
  const message = (Array.isArray(messages) ? messages : []).at(-1)
  const parts: unknown = isRecord(message) ? message['content'] : null
  const [shown] = Array.isArray(parts) ? parts : []
  const url = isRecord(shown) && isRecord(shown['image_url']) ? String(shown['image_url']['url']) : ''
  const [, base64 = ''] = /^data:image\/png;base64,(.+)$/.exec(url) ?? []
  return Buffer.from(base64, 'base64')
}

const written = (kind: NonNullable<VisionScript['kind']>, page: SamplePage, scale: number): string => {
  const { blocks } = page
  switch (kind) {
    case 'markdown':
      return blocks
        .map(markdownOf)
        .filter((text) => text !== '')
        .join('\n\n')
    case 'front-matter':
      return `---\nprimary_language: en\nis_rotation_valid: True\nrotation_correction: 0\nis_table: False\nis_diagram: False\n---\n${written('markdown', page, scale)}`
    case 'layout':
      return JSON.stringify(
        blocks.map((block) => ({
          bbox: block.box.map((side) => Math.round(side * scale)),
          category: categories[block.kind],
          ...(block.kind !== 'picture' && { text: block.kind === 'table' ? block.html : textOf(block) }),
        })),
      )
    case 'grounded':
      return blocks
        .map((block) => {
          const sides = block.box.map((side, at) =>
            Math.round((side / (at % 2 === 0 ? page.width : page.height)) * 999),
          )
          const text = block.kind === 'table' ? block.html : textOf(block)
          return `<|ref|>${grounded[block.kind]}<|/ref|><|det|>[[${sides.join(', ')}]]<|/det|>\n${text}`
        })
        .join('\n\n')
    case 'boxed':
      return blocks
        .map((block) => {
          const sides = block.box.map((side, at) =>
            String(Math.round((side / (at % 2 === 0 ? page.width : page.height)) * 1000)).padStart(3, '0'),
          )
          return `<|box_start|>${sides.join(' ')}<|box_end|><|ref_start|>${boxed[block.kind]}<|ref_end|><|md_start|>${boxedText(block)}<|md_end|>`
        })
        .join('\n')
    case 'labelled':
      return blocks
        .map((block) => {
          const sides = block.box.map((side, at) =>
            Math.round((side / (at % 2 === 0 ? page.width : page.height)) * 1000),
          )
          return `<div data-label="${labels[block.kind]}" data-bbox="${sides.join(' ')}">${labelled(block)}</div>`
        })
        .join('\n')
  }
}

/** As the model card of Chandra shows it. */
const labelled = (block: SampleBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${block.text}</h${block.level}>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    case 'table':
      return block.html
    case 'picture':
      return '<img alt="A map"/>'
    case 'code':
      return `<pre><code>${block.text}</code></pre>`
    case 'paragraph':
    case 'caption':
    case 'header':
    case 'footer':
      return `<p>${block.text.replace(/\*\*(.+?)\*\*/, '<b>$1</b>')}</p>`
  }
}

const labels: Readonly<Record<SampleBlock['kind'], string>> = {
  heading: 'Section-Header',
  paragraph: 'Text',
  caption: 'Caption',
  header: 'Page-Header',
  footer: 'Page-Footer',
  code: 'Code-Block',
  list: 'List-Group',
  table: 'Table',
  picture: 'Image',
}

const categories: Readonly<Record<SampleBlock['kind'], string>> = {
  heading: 'Section-header',
  paragraph: 'Text',
  caption: 'Caption',
  header: 'Page-header',
  footer: 'Page-footer',
  code: 'Text',
  list: 'List-item',
  table: 'Table',
  picture: 'Picture',
}

const grounded: Readonly<Record<SampleBlock['kind'], string>> = {
  ...categories,
  heading: 'sub_title',
  paragraph: 'text',
  caption: 'image_caption',
  header: 'header',
  footer: 'footer',
  list: 'text',
  table: 'table',
  picture: 'image',
}

const boxed: Readonly<Record<SampleBlock['kind'], string>> = {
  ...grounded,
  heading: 'title',
  header: 'header',
  footer: 'footer',
  list: 'list',
}

/** Lists have a line for each item, tables are OTSL, and pictures are empty. */
const boxedText = (block: SampleBlock): string => {
  if (block.kind === 'list') return block.items.join('\n')
  if (block.kind !== 'table') return textOf(block)
  return '<fcel>Route<fcel>2024<fcel>2025<nl><fcel>Ellery<fcel>closed<lcel><nl><fcel>Holm<fcel>341<fcel>349<nl>'
}

const textOf = (block: SampleBlock): string => {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text}`
  if (block.kind === 'list') return block.items.map((item) => `- ${item}`).join('\n')
  if (block.kind === 'code') return `\`\`\`\n${block.text}\n\`\`\``
  return block.kind === 'table' ? block.html : block.kind === 'picture' ? '' : block.text
}

const markdownOf = (block: SampleBlock): string => {
  if (block.kind === 'header' || block.kind === 'footer') return ''
  return block.kind === 'picture' ? `![${block.text}](picture)` : textOf(block)
}
