import { meanQuality, vendorWarning, type Answer, type AnswerPage } from '../../answer.ts'
import type { AnalyzeResult, AzurePage } from './azure-document-intelligence-answer-shape.ts'
import { azureBlocks, type FindFigure } from './azure-document-intelligence-blocks.ts'
import { createSpans } from './spans.ts'

/** Pages keep their numbers; boxes are in inches for PDFs, in pixels for images. */
export const azureToAnswer = (
  result: AnalyzeResult,
  { vendor, raw, findFile }: { readonly vendor: string; readonly raw: unknown; readonly findFile: FindFigure },
): Answer => {
  const byPage = Map.groupBy(azureBlocks({ result, findFile, spans: createSpans(result) }), ({ page }) => page)
  const { pages } = result
  return {
    pages: pages.map((page): AnswerPage => ({
      number: page.pageNumber,
      size: sizeOfAzurePage(page),
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

const sizeOfAzurePage = ({ width, height }: AzurePage): AnswerPage['size'] =>
  typeof width === 'number' && typeof height === 'number' ? { width, height } : null
