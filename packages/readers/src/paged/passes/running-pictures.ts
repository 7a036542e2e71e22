import type { Draft, DraftBlock, DraftPage } from '../draft.ts'

type Edge = 'page_header' | 'page_footer'

/** Of the height of a page, at its top and its bottom. */
const edgeShare = 0.12

/**
 * Logos: pictures at the edge of a page that stand beside a page header or footer, or at the same place of another page.
 * They become part of it.
 */
export const findRunningPictures = (draft: Draft): Draft => {
  const counts = new Map<string, number>()
  for (const page of draft.pages)
    for (const key of new Set(page.blocks.filter(isPicture).map(placeOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isRunning = (block: DraftBlock, page: DraftPage, edge: Edge): boolean =>
    (counts.get(placeOf(block)) ?? 0) > 1 || page.blocks.some((other) => other.type === edge && isBeside(other, block))
  return {
    ...draft,
    pages: draft.pages.map((page) => ({
      ...page,
      blocks: page.blocks.map((block) => {
        const edge = isPicture(block) ? edgeOf(block, page) : null
        return edge !== null && isRunning(block, page, edge) ? { ...block, type: edge } : block
      }),
    })),
  }
}

const isPicture = ({ type, picture, known }: DraftBlock): boolean =>
  type === 'picture' && picture !== undefined && known !== true

const placeOf = ({ box }: DraftBlock): string => box.map((side) => Math.round(side / 4)).join(' ')

const edgeOf = ({ box }: DraftBlock, { height }: DraftPage): Edge | null => {
  if (box[3] < height * edgeShare) return 'page_header'
  return box[1] > height * (1 - edgeShare) ? 'page_footer' : null
}

const isBeside = (running: DraftBlock, { box }: DraftBlock): boolean =>
  Math.min(running.box[3], box[3]) > Math.max(running.box[1], box[1])
