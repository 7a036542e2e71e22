import type { Box, OutlineEntry, Usage } from '@polyparse/document'
import type { Answer, AnswerBlock, AnswerPage } from '../answer.ts'
import { originalNumbers } from '../page-ranges.ts'
import type { Node, Result } from './answer-shape.ts'
import { blocksOfNode, boxOf } from './blocks.ts'

/** Pages count from 0; boxes are in the unit of the page's own box, usually points. */
export const toAnswer = (
  result: Result,
  { raw, selected }: { readonly raw: unknown; readonly selected: readonly number[] | null },
): Answer => {
  const roots = Array.isArray(result.json) ? result.json : [result.json]
  const nodes = roots.flatMap(pagesIn)
  const given = nodes.map((node, index) => Number(/^\/page\/(\d{1,9})\//.exec(node.id ?? '')?.[1] ?? index) + 1)
  const numbers = originalNumbers(given, selected)
  const { parse_quality_score: score } = result
  return {
    pages: nodes.map((node, index) => pageOf(node, numbers[index] ?? index + 1)),
    quality: typeof score === 'number' ? { score, scale: '0-5' } : undefined,
    usage: usageOf(result),
    outline: outlineOf(result),
    raw,
  }
}

const pagesIn = (node: Node): Node[] =>
  node.block_type === 'Page' ? [node] : (node.children ?? []).filter(({ block_type: kind }) => kind === 'Page')

const pageOf = (node: Node, number: number): AnswerPage => {
  const [left, top, right, bottom] = boxOf(node) ?? [0, 0, 0, 0]
  const moved = (box: Box | null): Box | null =>
    box === null ? null : [box[0] - left, box[1] - top, box[2] - left, box[3] - top]
  const size = right > left && bottom > top ? { width: right - left, height: bottom - top } : null
  const blocks = (node.children ?? []).flatMap((child) => blocksOfNode(child))
  return { number, size, points: 1, blocks: blocks.map((block): AnswerBlock => ({ ...block, box: moved(block.box) })) }
}

const usageOf = ({ page_count: pages, cost_breakdown: costs }: Result): Usage => {
  const cents = costs?.final_cost_cents ?? costs?.total_cents
  return {
    ...(typeof pages === 'number' && { pages }),
    ...(typeof cents === 'number' && { cost: cents / 100, currency: 'USD' }),
  }
}

const outlineOf = ({ metadata }: Result): OutlineEntry[] =>
  (metadata?.table_of_contents ?? [])
    .filter(({ title }) => title.trim() !== '')
    .map(({ title, page_id: page, heading_level: level }) => ({
      title: title.trim(),
      level: Math.max(1, Math.round(level ?? 1)),
      page: typeof page === 'number' ? page + 1 : null,
    }))
