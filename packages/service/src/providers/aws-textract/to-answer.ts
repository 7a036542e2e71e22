import type { Warning } from '@polyparse/document'
import { failedPage, meanQuality, type Answer, type AnswerPage } from '../answer.ts'
import type { Analysis, TextractBlock } from './answer-shape.ts'
import { blocksOfPage } from './blocks.ts'
import { fieldsOfPage } from './fields.ts'
import { graphOf, scoreOf } from './graph.ts'

type Given = {
  readonly vendor: string
  readonly raw: unknown
  /** The number in the document of a page of what was sent. */
  readonly originalPage: (position: number) => number
}

/** The parts of an answer, in their order. Blocks are in any of them, and refer to blocks of others. */
export const toAnswer = (parts: readonly Analysis[], { vendor, raw, originalPage }: Given): Answer => {
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
      blocks: blocksOfPage(onPage, graph),
      fields: fieldsOfPage(onPage, graph),
      quality: qualityOf(onPage)?.score,
    })),
    warnings: failedPages(parts, { vendor, originalPage }),
    quality: qualityOf(blocks),
    ...(typeof pageCount === 'number' && { usage: { pages: pageCount } }),
    model: first?.AnalyzeDocumentModelVersion,
    raw,
  }
}

const qualityOf = (blocks: readonly TextractBlock[]): Answer['quality'] =>
  meanQuality(blocks.filter(({ BlockType: type }) => type === 'WORD').map(scoreOf))

/** Every part repeats them. */
const failedPages = (
  parts: readonly Analysis[],
  { vendor, originalPage }: Pick<Given, 'vendor' | 'originalPage'>,
): Warning[] => {
  const reasons = new Map(
    parts.flatMap(({ Warnings }) =>
      (Warnings ?? []).flatMap(({ ErrorCode, Pages }) => (Pages ?? []).map((page) => [page, ErrorCode] as const)),
    ),
  )
  return [...reasons].map(([page, reason]) => failedPage(vendor, originalPage(page), reason))
}
