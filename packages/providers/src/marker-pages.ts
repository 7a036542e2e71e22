import type { Box, OutlineEntry } from '@polyparse/document'
import type { AnswerBlock, AnswerPage } from './answer.ts'
import { originalNumbers } from './page-ranges.ts'
import { blocksOfNode, boxOfPolygon } from './marker-blocks.ts'
import type { MarkerNode, TableOfContents } from './marker-node.ts'

/** The pages below these nodes. They count from 0; boxes are in the unit of the page's own box, usually points. */
export const pagesOfTree = (roots: readonly MarkerNode[], selected: readonly number[] | null): AnswerPage[] => {
  const nodes = roots.flatMap(pageNodesOfMarkerTree)
  const given = nodes.map((node, index) => Number(/^\/page\/(\d{1,9})\//.exec(node.id ?? '')?.[1] ?? index) + 1)
  const numbers = originalNumbers(given, selected)
  return nodes.map((node, index) => pageOfMarkerNode(node, numbers[index] ?? index + 1))
}

const pageNodesOfMarkerTree = (node: MarkerNode): MarkerNode[] =>
  node.block_type === 'Page' ? [node] : (node.children ?? []).filter(({ block_type: kind }) => kind === 'Page')

const pageOfMarkerNode = (node: MarkerNode, number: number): AnswerPage => {
  const [left, top, right, bottom] = boxOfPolygon(node) ?? [0, 0, 0, 0]
  const moved = (box: Box | null): Box | null =>
    box === null ? null : [box[0] - left, box[1] - top, box[2] - left, box[3] - top]
  const size = right > left && bottom > top ? { width: right - left, height: bottom - top } : null
  const blocks = (node.children ?? []).flatMap((child) => blocksOfNode(child))
  return { number, size, points: 1, blocks: blocks.map((block): AnswerBlock => ({ ...block, box: moved(block.box) })) }
}

export const outlineOf = (entries: TableOfContents): OutlineEntry[] =>
  entries
    .filter(({ title }) => title.trim() !== '')
    .map(({ title, page_id: page, heading_level: level }) => ({
      title: title.trim(),
      level: Math.max(1, Math.round(level ?? 1)),
      page: typeof page === 'number' ? page + 1 : null,
    }))
