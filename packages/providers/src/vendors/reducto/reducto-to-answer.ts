import { numbersTo } from '@polyparse/document'
import type { DocumentUsage, Warning } from '@polyparse/document'
import { meanQuality, type Answer, type AnswerPage } from '../../answer.ts'
import type { FullResult, ParseResponse, ReductoBlock } from './reducto-answer-shape.ts'
import { reductoBlocks, type FindBlockImage } from './reducto-blocks.ts'

type ReductoAnswerParts = {
  readonly result: FullResult
  readonly usage: ParseResponse['usage']
  readonly raw: unknown
  /** The requested pages; null: all. */
  readonly selected: readonly number[] | null
  /** The number of pages of the document, if it is known. */
  readonly pageCount: number | null
  readonly findFile: FindBlockImage
}

/** Blocks by their pages, in the given order. A page without blocks is left out. */
export const reductoToAnswer = ({ result, usage, raw, selected, pageCount, findFile }: ReductoAnswerParts): Answer => {
  const blocks = result.chunks.flatMap((chunk) => chunk.blocks)
  const byPage = Map.groupBy(blocks, (block) => pageNumberOfReductoBlock(block, selected))
  const empty = blankPages(
    [...byPage.keys()],
    usage,
    selected ?? numbersTo(Math.min(100_000, pageCount ?? usage?.num_pages ?? 0)),
  )
  return {
    pages: [
      ...[...byPage].map(([number, onPage]): AnswerPage => ({
        number,
        size: null,
        points: null,
        blocks: onPage.flatMap((block) => reductoBlocks(block, findFile)),
      })),
      ...empty.map((number) => ({ number, size: null, points: null, blocks: [] })),
    ],
    warnings: [...byPage].flatMap(([page, onPage]) => doubtful(page, onPage)),
    quality: meanQuality(blocks.map(({ granular_confidence: scores }) => scores?.parse_confidence)),
    usage: usageOfReductoResponse(usage),
    raw,
  }
}

/** `page` counts within what was read. */
const pageNumberOfReductoBlock = (
  { bbox: { page, original_page: original } }: ReductoBlock,
  selected: ReductoAnswerParts['selected'],
): number => original ?? selected?.[page - 1] ?? page

/** If as many pages were charged for as were requested, those without blocks were read and are blank. */
const blankPages = (given: readonly number[], usage: ReductoAnswerParts['usage'], asked: readonly number[]): number[] =>
  asked.length === usage?.num_pages && given.every((page) => asked.includes(page))
    ? asked.filter((page) => !given.includes(page))
    : []

const doubtful = (page: number, blocks: readonly ReductoBlock[]): Warning[] => {
  const count = blocks.filter(({ confidence }) => confidence?.toLowerCase() === 'low').length
  if (count === 0) return []
  const what = count === 1 ? 'a block' : `${count} blocks`
  return [{ code: 'low_confidence', message: `Reducto reports low confidence in ${what} on page ${page}.`, page }]
}

const usageOfReductoResponse = (usage: ReductoAnswerParts['usage']): DocumentUsage => {
  const credits = usage?.credits ?? sumOrNull(Object.values(usage?.credit_breakdown ?? {}))
  return {
    ...(typeof usage?.num_pages === 'number' && { pages: usage.num_pages }),
    ...(credits !== null && { credits }),
  }
}

/** null: of nothing. */
const sumOrNull = (numbers: readonly (number | null | undefined)[]): number | null =>
  numbers.reduce<number | null>((sum, each) => (typeof each === 'number' ? (sum ?? 0) + each : sum), null)
