import type { DocumentUsage } from '@polyparse/document'
import type { Answer } from '../../answer.ts'
import { outlineOf, pagesOfTree } from '../../marker-pages.ts'
import type { DatalabResult } from './datalab-answer-shape.ts'

export const datalabToAnswer = (
  result: DatalabResult,
  { raw, selected }: { readonly raw: unknown; readonly selected: readonly number[] | null },
): Answer => {
  const { json, metadata, parse_quality_score: score } = result
  return {
    pages: pagesOfTree(Array.isArray(json) ? json : [json], selected),
    quality: typeof score === 'number' ? { score, scale: '0-5' } : undefined,
    usage: usageOfDatalabResult(result),
    outline: outlineOf(metadata?.table_of_contents ?? []),
    raw,
  }
}

const usageOfDatalabResult = ({ page_count: pages, cost_breakdown: costs }: DatalabResult): DocumentUsage => {
  const cents = costs?.final_cost_cents ?? costs?.total_cents
  return {
    ...(typeof pages === 'number' && { pages }),
    ...(typeof cents === 'number' && { cost: cents / 100, currency: 'USD' }),
  }
}
