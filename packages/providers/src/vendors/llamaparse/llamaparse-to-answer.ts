import type { Quality, Warning } from '@polyparse/document'
import { blocksOfMarkdown } from '@polyparse/formats/markup'
import { meanQuality, failedPage, type Answer, type AnswerBlock, type AnswerPage } from '../../answer.ts'
import { originalNumbers } from '../../page-ranges.ts'
import type { LlamaParseItem, LlamaParseResult, LlamaParsePage } from './llamaparse-answer-shape.ts'
import { llamaParseBlocks, type FindItemImage } from './items.ts'

type LlamaParseAnswerParts = {
  readonly result: LlamaParseResult
  readonly raw: unknown
  /** The requested pages; null: all. */
  readonly selected: readonly number[] | null
  readonly findFile: FindItemImage
}

/** The result, from whichever parts it has: items with places, or Markdown, or text. */
export const llamaParseToAnswer = ({ result, raw, selected, findFile }: LlamaParseAnswerParts): Answer => {
  const given = pagesOfLlamaParseResult(result)
  const numbers = originalNumbers(
    given.map((page) => page.page_number),
    selected,
  )
  const numberOf = new Map(given.map((page, index) => [page.page_number, numbers[index] ?? page.page_number]))
  const confidences = new Map(
    (result.metadata?.pages ?? []).map(({ page_number, confidence }) => [page_number, confidence ?? undefined]),
  )
  const { credits } = result.job.usage ?? {}
  return {
    pages: given
      .filter(({ success }) => success !== false)
      .map((page): AnswerPage => ({
        number: numberOf.get(page.page_number) ?? page.page_number,
        size: sizeOfLlamaParsePage(page),
        points: 1,
        blocks: blocksOfLlamaParsePage(page, findFile),
        quality: confidences.get(page.page_number),
      })),
    warnings: given.flatMap((page) =>
      warningsOfLlamaParsePage(page, numberOf.get(page.page_number) ?? page.page_number),
    ),
    quality: qualityOfLlamaParseResult(result),
    usage: { pages: given.length, ...(typeof credits === 'number' && { credits }) },
    model: result.job.tier,
    raw,
  }
}

const pagesOfLlamaParseResult = ({ items, markdown, text }: LlamaParseResult): readonly LlamaParsePage[] => {
  const kinds = [items?.pages ?? [], markdown?.pages ?? [], text?.pages ?? []]
  return kinds.find((pages) => pages.length > 0) ?? []
}

/** Tells whether there are items; only they have places and tables. */
export const hasItems = ({ items }: LlamaParseResult): boolean => (items?.pages ?? []).length > 0

const sizeOfLlamaParsePage = ({ page_width: width, page_height: height }: LlamaParsePage): AnswerPage['size'] =>
  typeof width === 'number' && typeof height === 'number' ? { width, height } : null

const blocksOfLlamaParsePage = (
  { items, markdown, header, footer, text }: LlamaParsePage,
  findFile: FindItemImage,
): AnswerBlock[] => {
  if (Array.isArray(items)) return items.flatMap((item) => llamaParseBlocks(item, findFile))
  const running = (type: 'page_header' | 'page_footer', content: string | null | undefined): AnswerBlock[] =>
    content?.trim() ? [{ type, text: content.trim(), box: null }] : []
  const blocks = blocksOfMarkdown(markdown ?? text ?? '')
  return [
    ...running('page_header', header),
    ...blocks.map((block): AnswerBlock => ({ ...block, box: null })),
    ...running('page_footer', footer),
  ]
}

const warningsOfLlamaParsePage = ({ success, error, items }: LlamaParsePage, page: number): Warning[] => {
  if (success === false) return [failedPage('LlamaParse', page, error)]
  return (items ?? []).flatMap(tablesOfLlamaParseItem).flatMap(({ parse_concerns: concerns }) =>
    (concerns ?? []).map(({ type, details }) => ({
      code: 'table_doubtful',
      message: `LlamaParse has doubts about a table on page ${page}: ${[type, details ?? ''].join(' ').trim().slice(0, 200)}`,
      page,
    })),
  )
}

const tablesOfLlamaParseItem = (item: LlamaParseItem): LlamaParseItem[] => [item, ...(item.items ?? [])]

/** Returns the confidence of the document, which only the more expensive tiers state, or else the mean of its pages. */
const qualityOfLlamaParseResult = ({ metadata }: LlamaParseResult): Quality | undefined => {
  const own = metadata?.document?.confidence
  if (typeof own === 'number') return { score: own, scale: '0-1' }
  return meanQuality((metadata?.pages ?? []).map(({ confidence }) => confidence))
}
