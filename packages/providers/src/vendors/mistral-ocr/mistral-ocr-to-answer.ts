import { meanQuality, type Answer, type AnswerPage } from '../../answer.ts'
import { originalNumbers } from '../../page-ranges.ts'
import type { OcrPage, OcrResponse } from './mistral-ocr-answer-shape.ts'
import { mistralBlocksOfPage } from './mistral-ocr-blocks.ts'

/** Pages count from 0, and their boxes are in pixels of the raster that was read. */
export const mistralOcrToAnswer = (
  response: OcrResponse,
  { raw, selected }: { readonly raw: unknown; readonly selected: readonly number[] | null },
): Answer => {
  const numbers = originalNumbers(
    response.pages.map(({ index }) => index + 1),
    selected,
  )
  const pages = response.usage_info?.pages_processed
  return {
    pages: response.pages.map((page, position): AnswerPage => {
      const { dimensions } = page
      return {
        number: numbers[position] ?? page.index + 1,
        size: dimensions ?? null,
        points: dimensions ? 72 / dimensions.dpi : null,
        blocks: mistralBlocksOfPage(page),
        quality: scoreOfMistralPage(page),
      }
    }),
    quality: meanQuality(response.pages.map(scoreOfMistralPage)),
    usage: typeof pages === 'number' ? { pages } : undefined,
    model: response.model,
    raw,
  }
}

const scoreOfMistralPage = ({ confidence_scores: scores }: OcrPage): number | undefined =>
  scores?.average_page_confidence_score ?? undefined
