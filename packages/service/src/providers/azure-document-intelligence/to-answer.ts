import { meanQuality, vendorWarning, type Answer, type AnswerPage } from '../answer.ts'
import type { AnalyzeResult, ResultPage } from './answer-shape.ts'
import { blocksOf, type FindFile } from './blocks.ts'
import { createSpans } from './spans.ts'

/** Pages keep their numbers; boxes are in inches for PDFs, in pixels for images. */
export const toAnswer = (
  result: AnalyzeResult,
  { vendor, raw, findFile }: { readonly vendor: string; readonly raw: unknown; readonly findFile: FindFile },
): Answer => {
  const byPage = Map.groupBy(blocksOf({ result, findFile, spans: createSpans(result) }), ({ page }) => page)
  const { pages } = result
  return {
    pages: pages.map((page): AnswerPage => ({
      number: page.pageNumber,
      size: sizeOf(page),
      points: page.unit === 'inch' ? 72 : null,
      blocks: (byPage.get(page.pageNumber) ?? []).map(({ block }) => block),
      quality: meanQuality((page.words ?? []).map(({ confidence }) => confidence))?.score,
    })),
    warnings: (result.warnings ?? []).map(({ code, message }) => vendorWarning(vendor, `${code}: ${message}`)),
    quality: meanQuality(pages.flatMap(({ words }) => (words ?? []).map(({ confidence }) => confidence))),
    usage: { pages: pages.length },
    model: [result.modelId ?? [], result.apiVersion ?? []].flat().join(' '),
    raw,
  }
}

const sizeOf = ({ width, height }: ResultPage): AnswerPage['size'] =>
  typeof width === 'number' && typeof height === 'number' ? { width, height } : null
