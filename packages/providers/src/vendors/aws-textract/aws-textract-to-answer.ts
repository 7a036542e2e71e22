import type { Warning } from '@polyparse/document'
import { failedPage, meanQuality, type Answer, type AnswerPage } from '../../answer.ts'
import type { Analysis, TextractBlock } from './aws-textract-answer-shape.ts'
import { textractBlocksOfPage } from './aws-textract-blocks.ts'
import { textractFieldsOfPage } from './aws-textract-fields.ts'
import { graphOf, scoreOf } from './graph.ts'

type TextractAnswerContext = {
  readonly vendor: string
  readonly raw: unknown
  /** The number in the document of a page of what was sent. */
  readonly originalPage: (position: number) => number
}

/** The parts of an answer, in their order. Blocks are in any of them, and refer to blocks of others. */
export const textractToAnswer = (
  parts: readonly Analysis[],
  { vendor, raw, originalPage }: TextractAnswerContext,
): Answer => {
  const blocks = parts.flatMap(({ Blocks }) => Blocks ?? [])
  const graph = graphOf(blocks)
  const byPage = Map.groupBy(blocks, ({ Page }) => Page ?? 1)
  const [first] = parts
  const pageCount = first?.DocumentMetadata?.Pages
  return {
    pages: [...byPage].map(([position, onPage]): AnswerPage => ({
      number: originalPage(position),
      size: null,
      points: null,
      blocks: textractBlocksOfPage(onPage, graph),
      fields: textractFieldsOfPage(onPage, graph),
      quality: qualityOfTextractBlocks(onPage)?.score,
    })),
    warnings: failedPages(parts, { vendor, originalPage }),
    quality: qualityOfTextractBlocks(blocks),
    ...(typeof pageCount === 'number' && { usage: { pages: pageCount } }),
    model: first?.AnalyzeDocumentModelVersion,
    raw,
  }
}

const qualityOfTextractBlocks = (blocks: readonly TextractBlock[]): Answer['quality'] =>
  meanQuality(blocks.filter(({ BlockType: type }) => type === 'WORD').map(scoreOf))

/** Every part repeats them. */
const failedPages = (
  parts: readonly Analysis[],
  { vendor, originalPage }: Pick<TextractAnswerContext, 'vendor' | 'originalPage'>,
): Warning[] => {
  const reasons = new Map(
    parts.flatMap(({ Warnings }) =>
      (Warnings ?? []).flatMap(({ ErrorCode, Pages }) => (Pages ?? []).map((page) => [page, ErrorCode] as const)),
    ),
  )
  return [...reasons].map(([page, reason]) => failedPage(vendor, originalPage(page), reason))
}
