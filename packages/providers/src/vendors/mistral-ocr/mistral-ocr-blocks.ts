import type { BlockType, Box } from '@polyparse/document'
import { blocksOfMarkdown, inlineOf, tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerPicture } from '../../answer.ts'
import { markedLevel, nonEmpty, placedTable, textBlocks } from '../../answer-blocks.ts'
import { inlinePicture } from '../../fetch-pictures.ts'
import type { MistralCorners, OcrBlock, OcrPage } from './mistral-ocr-answer-shape.ts'

/** The properties that all blocks of a page share. */
type OnPage = {
  readonly pictures: ReadonlyMap<string, AnswerPicture>
  readonly tables: ReadonlyMap<string, string>
  readonly levels: ReadonlyMap<string, number>
  /** The confidence of the page, for blocks without one of their own. */
  readonly confidence: number | undefined
}

/**
 * The blocks of a page as the vendor gives them; if its model gives none, the blocks of the page's Markdown, without
 * places.
 */
export const mistralBlocksOfPage = (page: OcrPage): AnswerBlock[] => {
  const onPage = contextOfMistralPage(page)
  const blocks = page.blocks ?? []
  if (blocks.length === 0) return blocksWithoutPlaces(page, onPage)
  const placed = blocks.flatMap((block) => toBlocks(block, onPage))
  // Its blocks may lack running headers and footers, although it has read them.
  const missing = (type: RunningType): AnswerBlock[] =>
    placed.some((block) => block.type === type) ? [] : runningBlock(type, page, onPage)
  return [...missing('page_header'), ...placed, ...missing('page_footer')]
}

type RunningType = 'page_header' | 'page_footer'

/** The header or footer of a page, which has no place. */
const runningBlock = (type: RunningType, { header, footer }: OcrPage, { confidence }: OnPage): AnswerBlock[] =>
  nonEmpty({ type, box: null, confidence, text: ((type === 'page_header' ? header : footer) ?? '').trim() })

const contextOfMistralPage = ({ images, tables, markdown, confidence_scores: scores }: OcrPage): OnPage => ({
  pictures: new Map(
    (images ?? []).map(({ id, image_base64: data }) => [id, { data: data ? inlinePicture(data) : null }]),
  ),
  tables: new Map((tables ?? []).map(({ id, content }) => [id, content])),
  levels: headingLevelsOfMarkdown(markdown),
  confidence: scores?.average_page_confidence_score ?? undefined,
})

/** Blocks do not state the level of a heading; the Markdown of the page does. */
const headingLevelsOfMarkdown = (markdown: string): OnPage['levels'] =>
  new Map(
    blocksOfMarkdown(markdown)
      .filter(({ type }) => type === 'heading')
      .map(({ text, level }) => [text, level ?? 1]),
  )

const mistralBlockTypes: Readonly<Record<string, BlockType>> = {
  caption: 'caption',
  equation: 'formula',
  header: 'page_header',
  footer: 'page_footer',
}

const toBlocks = (block: OcrBlock, onPage: OnPage): AnswerBlock[] => {
  const box = boxOfMistralCorners(block)
  const content = (block.content ?? '').trim()
  const confidence = confidenceOfMistralBlock(block, onPage)
  const place = { box, confidence }
  switch (block.type) {
    case 'image':
      return [{ type: 'picture', text: content, ...place, picture: onPage.pictures.get(block.image_id ?? '') ?? lost }]
    case 'table': {
      const table = tableOf(onPage.tables.get(block.table_id ?? '') ?? content)
      return table === null ? textBlocks(content, place) : [placedTable(table, place)]
    }
    case 'title': {
      const written = inlineOf(content)
      return nonEmpty({
        type: 'heading',
        level: onPage.levels.get(written.text) ?? markedLevel(content) ?? 1,
        ...place,
        ...written,
      })
    }
    case 'code':
      return nonEmpty({ type: 'code', text: unfenced(content), ...place })
    case 'equation':
      return nonEmpty({ type: 'formula', text: content.replaceAll(/^\$\$?|\$\$?$/g, '').trim(), ...place })
    default: {
      const type = mistralBlockTypes[block.type]
      return type === undefined ? textBlocks(content, place) : nonEmpty({ type, ...place, ...inlineOf(content) })
    }
  }
}

const blocksWithoutPlaces = (page: OcrPage, onPage: OnPage): AnswerBlock[] => {
  const { markdown } = page
  const { pictures, tables, confidence } = onPage
  const whole = markdown.replaceAll(/\[([^\]\n]+)\]\(\1\)/g, (link, id: string) => {
    const table = tables.get(id)
    return table === undefined ? link : `\n\n${table}\n\n`
  })
  const place = { box: null, confidence }
  // Pictures without a file keep their places: an empty file replaces them while the Markdown is parsed.
  const files = new Map([...pictures].map(([id, picture]) => [id, { data: picture.data ?? new Uint8Array() }]))
  const blocks = blocksOfMarkdown(whole, (address) => files.get(address) ?? null)
  return [
    ...runningBlock('page_header', page, onPage),
    ...blocks.map(({ picture, ...block }): AnswerBlock => {
      if (picture === undefined) return { ...block, ...place }
      return { ...block, ...place, picture: picture.data.length > 0 ? picture : lost }
    }),
    ...runningBlock('page_footer', page, onPage),
  ]
}

const lost: AnswerPicture = { data: null }

const unfenced = (content: string): string => /^```[^\n]*\n([^]*?)\n?```$/.exec(content)?.[1] ?? content

const boxOfMistralCorners = ({
  top_left_x: x0,
  top_left_y: y0,
  bottom_right_x: x1,
  bottom_right_y: y1,
}: MistralCorners): Box | null =>
  typeof x0 === 'number' && typeof y0 === 'number' && typeof x1 === 'number' && typeof y1 === 'number'
    ? [x0, y0, x1, y1]
    : null

/** The confidence in its text, or for a picture in its type. */
const confidenceOfMistralBlock = (
  { confidence_scores: scores }: OcrBlock,
  { confidence }: OnPage,
): number | undefined => scores?.average_content_confidence_score ?? scores?.block_type_confidence_score ?? confidence
