import { textOfBlock, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'

type Edge = 'page_header' | 'page_footer'

/** Shares of the page's height in which running text stands. */
const edgeShare = 0.12
const pageNumber = /^\P{L}*(?:(?:page|seite|p\.?)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|von|\/)\s*\d{1,4})?\P{L}*$/iu

/**
 * Headers and footers: what stands at the edge of a page and, numbers aside, at the same place of another page too;
 * and page numbers that stand alone there. They keep their words and change their type.
 */
export const findRunningText = (draft: Draft): Draft => {
  const counts = new Map<string, number>()
  for (const page of draft.pages) {
    for (const key of new Set(edges(page).map(({ key }) => key))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const needed = Math.max(2, Math.min(4, Math.ceil(draft.pages.length / 3)))
  return { ...draft, pages: draft.pages.map((page) => markPage(page, (key) => (counts.get(key) ?? 0) >= needed)) }
}

type EdgeBlock = { readonly block: DraftBlock; readonly edge: Edge; readonly key: string }

const markPage = (page: DraftPage, isRunning: (key: string) => boolean): DraftPage => {
  const found = new Map(
    edges(page)
      .filter(({ block, key }) => isRunning(key) || (block.lines.length === 1 && pageNumber.test(textOfBlock(block))))
      .map(({ block, edge }) => [block, edge]),
  )
  return {
    ...page,
    blocks: page.blocks.map((block) => {
      const edge = found.get(block)
      return edge === undefined ? block : { type: edge, box: block.box, lines: block.lines }
    }),
  }
}

const edges = (page: DraftPage): EdgeBlock[] =>
  page.blocks.flatMap((block) => {
    const edge = edgeOf(block, page)
    const isCandidate = edge !== null && block.lines.length > 0 && block.lines.length <= 3 && block.type !== 'table'
    return isCandidate ? [{ block, edge, key: keyOf(block, edge) }] : []
  })

const edgeOf = ({ box }: DraftBlock, { height }: DraftPage): Edge | null => {
  if (box[3] < height * edgeShare) return 'page_header'
  return box[1] > height * (1 - edgeShare) ? 'page_footer' : null
}

const keyOf = (block: DraftBlock, edge: Edge): string =>
  `${edge} ${Math.round(block.box[1] / 6)} ${textOfBlock(block).toLowerCase().replaceAll(/\d+/g, '#')}`
