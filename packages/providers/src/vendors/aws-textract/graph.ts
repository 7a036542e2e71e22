import type { Box } from '@polyparse/document'
import type { TextractBlock } from './aws-textract-answer-shape.ts'

/** The blocks of an answer, which refer to each other by their ids. */
export type Graph = {
  related(block: TextractBlock, kind?: string): TextractBlock[]
  /** The words and boxes to tick in a block, in order, each once. */
  leaves(block: TextractBlock): TextractBlock[]
}

export const graphOf = (blocks: readonly TextractBlock[]): Graph => {
  const byId = new Map(blocks.map((block) => [block.Id, block]))
  const related: Graph['related'] = ({ Relationships: relationships }, kind = 'CHILD') =>
    (relationships ?? [])
      .filter(({ Type }) => Type === kind)
      .flatMap(({ Ids }) => (Ids ?? []).flatMap((id) => byId.get(id) ?? []))
  return {
    related,
    leaves: (block) => {
      // The vendor's ids may lead round in circles.
      const seen = new Set<TextractBlock>()
      const found: TextractBlock[] = []
      const open = [block]
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue
        seen.add(next)
        if (isLeaf(next)) found.push(next)
        else open.push(...related(next).toReversed())
      }
      return found
    },
  }
}

const isLeaf = ({ BlockType: type }: TextractBlock): boolean => type === 'WORD' || type === 'SELECTION_ELEMENT'

export const textOfTextractBlock = (leaves: readonly TextractBlock[]): string =>
  leaves
    .map(signOrText)
    .filter((text) => text !== '')
    .join(' ')

export const isTick = ({ BlockType: type }: TextractBlock): boolean => type === 'SELECTION_ELEMENT'

const signOrText = (leaf: TextractBlock): string => {
  if (!isTick(leaf)) return (leaf.Text ?? '').trim()
  return leaf.SelectionStatus === 'SELECTED' ? '☑' : '☐'
}

/** 0–1. */
export const scoreOf = ({ Confidence: confidence }: TextractBlock): number | undefined =>
  typeof confidence === 'number' ? Math.min(1, Math.max(0, confidence / 100)) : undefined

/** The mean of the words of a block; its own where there are none. */
export const textractConfidence = (block: TextractBlock, leaves: readonly TextractBlock[]): number | undefined => {
  const scores = leaves.map(scoreOf).filter((score) => score !== undefined)
  if (scores.length === 0) return scoreOf(block)
  return Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 10_000) / 10_000
}

/** Returns the box in shares of the page. */
export const boxOfGeometry = ({ Geometry: geometry }: TextractBlock): Box | null => {
  const box = geometry?.BoundingBox
  return box ? [box.Left, box.Top, box.Left + box.Width, box.Top + box.Height] : null
}
