import { union } from '@polyparse/document'
import type { Draft, DraftBlock, DraftPage } from '../draft.ts'
import { pagedCodeParameters as limits } from '../parameters.ts'

/** Finds programs by their letters of one width: other code becomes a paragraph, and neighbours become one block. */
export const joinCode = (draft: Draft): Draft => ({ ...draft, pages: draft.pages.map(joinOnPage) })

const joinOnPage = (page: DraftPage): DraftPage => {
  const blocks: DraftBlock[] = []
  for (const block of page.blocks.map(judgeCodeBlock)) {
    const above = blocks.at(-1)
    if (above !== undefined && isCodeContinuation(above, block)) {
      blocks.pop()
      blocks.push({
        ...above,
        box: union([above.box, block.box]) ?? above.box,
        lines: [...above.lines, ...block.lines],
      })
    } else blocks.push(block)
  }
  return { ...page, blocks }
}

const judgeCodeBlock = (block: DraftBlock): DraftBlock => {
  if (block.known === true) return block
  if (block.type === 'code' && !isMonospacedBlock(block)) return { ...block, type: 'paragraph' }
  if (block.type === 'paragraph' && block.lines.length > 1 && isMonospacedBlock(block))
    return { ...block, type: 'code' }
  return block
}

const isMonospacedBlock = ({ lines }: DraftBlock): boolean => {
  const words = lines.flatMap((line) => line.words)
  return words.filter(({ style }) => style.monospaced).length > words.length * limits.minMonospacedShare
}

/** Blank lines divide a program in the layout, but not in the document. */
const isCodeContinuation = (above: DraftBlock, block: DraftBlock): boolean => {
  if (above.type !== 'code' || block.type !== 'code' || block.known === true) return false
  const gap = block.box[1] - above.box[3]
  const size = block.lines[0]?.size ?? 0
  return gap > -size && gap < size * limits.maxWhite
}
