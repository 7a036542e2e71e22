import { jsonOfRequest, notFound, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { refusedByProxy } from './proxy.ts'
import { pagesOf, type SampleBlock, type SamplePage } from './sample.ts'

export type PaddlexScript = {
  /** `Serving.extra.max_num_input_imgs`. */
  mostPages?: number
  /** The document cannot be opened. */
  invalid?: boolean
}

/** The server of PaddleX 3.7 with the pipeline PaddleOCR-VL: `serving/basic_serving/_pipeline_apps/paddleocr_vl.py`. */
export const openPaddlex = async (
  script: PaddlexScript = {},
): Promise<FakeVendor & { readonly script: PaddlexScript; readonly bodies: readonly Record<string, unknown>[] }> => {
  const bodies: Record<string, unknown>[] = []

  const parse = (asked: FakeRequest): FakeReply => {
    const { file, ...body } = jsonOfRequest(asked)
    bodies.push(body)
    if (typeof file !== 'string' || (body['temperature'] !== undefined && typeof body['temperature'] !== 'number'))
      return rejected(JSON.stringify([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required' }]))
    if (script.invalid === true) return rejected('Invalid input file')
    const pages = pagesOf(Buffer.from(file, 'base64')).slice(0, script.mostPages ?? 10)
    return {
      status: 200,
      json: {
        logId: 'log',
        result: {
          layoutParsingResults: pages.map((page) => pageOf(page, body['returnMarkdownImages'] !== false)),
          dataInfo: { type: 'pdf', numPages: pages.length, pages: [] },
        },
        errorCode: 0,
        errorMsg: 'Success',
      },
    }
  }

  const fake = await openFake({
    stepOf: (method) => (method === 'POST' ? 'submit' : 'poll'),
    refuse: refusedByProxy,
    perform: (asked) => {
      if (asked.path === '/health') return { status: 200, json: { logId: 'log', errorCode: 0, errorMsg: 'Healthy' } }
      return asked.method === 'POST' && asked.path === '/layout-parsing' ? parse(asked) : notFound
    },
  })
  return { ...fake, script, bodies }
}

/** Pages are drawn so large that their sizes are whole numbers of pixels. */
const scale = 100

const pageOf = ({ width, height, blocks }: SamplePage, withImages: boolean) => ({
  prunedResult: {
    page_index: 0,
    page_count: 1,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    model_settings: {},
    parsing_res_list: blocks.flatMap(blocksOf).map((block, index) => ({
      ...block,
      block_id: index,
      block_order: index + 1,
      group_id: index,
    })),
  },
  markdown: {
    text: '',
    ...(withImages && {
      images: Object.fromEntries(
        blocks.flatMap((block) =>
          block.kind === 'picture'
            ? [[`imgs/img_in_image_box_${sidesOf(block).join('_')}.jpg`, block.file.toString('base64')]]
            : [],
        ),
      ),
    }),
  },
})

const sidesOf = ({ box }: SampleBlock): number[] => box.map((side) => Math.round(side * scale))

const labels = { paragraph: 'text', caption: 'figure_title', header: 'header', footer: 'footer', code: 'algorithm' }

const blocksOf = (block: SampleBlock): { block_label: string; block_content: string; block_bbox: number[] }[] => {
  const one = (label: string, content: string) => [
    { block_label: label, block_content: content, block_bbox: sidesOf(block) },
  ]
  switch (block.kind) {
    case 'heading':
      return one(block.level === 1 ? 'doc_title' : 'paragraph_title', block.text)
    case 'list':
      return one('text', block.items.map((item) => `- ${item}`).join('\n'))
    case 'table':
      return one('table', block.html)
    case 'picture':
      return one('image', '')
    case 'paragraph':
    case 'caption':
    case 'header':
    case 'footer':
    case 'code':
      return one(labels[block.kind], block.text)
  }
}

const rejected = (errorMsg: string): FakeReply => ({ status: 422, json: { logId: 'log', errorCode: 422, errorMsg } })
