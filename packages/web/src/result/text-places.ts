import type { BlockValue } from '@polyparse/document/schema'
import { dimensionsOf, type Reading } from './reading.ts'
import type { Place } from './scroll-link.ts'

export type Row =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'block'; readonly block: BlockValue }

/** The rows of the text: the blocks, and a head for each page of several. */
export const rowsOf = ({ pages }: Reading): Row[] =>
  pages.flatMap(({ page, blocks }): Row[] => [
    ...(pages.length > 1 ? [{ kind: 'page' as const, page }] : []),
    ...blocks.map((block) => ({ kind: 'block' as const, block })),
  ])

/** A point in a row: 0 at its upper edge, 1 at its lower one. */
export type RowPoint = { readonly index: number; readonly share: number }

/** Finds for each place on a page the row that shows it, and the other way round. */
export type TextPlaces = {
  readonly placeOf: (point: RowPoint) => Place | null
  readonly pointOf: (place: Place) => RowPoint | null
}

type PageRows = { readonly first: number; readonly count: number; readonly height: number }

export const textPlaces = (reading: Reading, rows: readonly Row[]): TextPlaces => {
  const pages = new Map<number, PageRows>()
  let first = 0
  for (const page of reading.pages) {
    const count = page.blocks.length + (reading.pages.length > 1 ? 1 : 0)
    pages.set(page.page, { first, count, height: dimensionsOf(page).height })
    first += count
  }
  return {
    placeOf: ({ index, share }) => {
      const row = rows[index]
      if (row === undefined) return null
      const page = row.kind === 'page' ? row.page : row.block.page
      const of = pages.get(page)
      if (of === undefined) return null
      const box = boxOf(row)
      if (box !== null) return { page, y: box.top + share * (box.bottom - box.top) }
      // What has no place of its own is where its turn is on the page.
      return { page, y: row.kind === 'page' ? 0 : ((index - of.first + share) / of.count) * of.height }
    },
    pointOf: ({ page, y }) => {
      const of = pages.get(page)
      if (of === undefined || of.count === 0) return null
      let last: number | null = null
      for (let index = of.first; index < of.first + of.count; index += 1) {
        const box = boxOf(rows[index])
        if (box === null) continue
        last = index
        if (box.bottom > y) return { index, share: shareOf(y, box) }
      }
      if (last !== null) return { index: last, share: 1 }
      const turn = Math.max(0, Math.min(y / of.height, 0.999)) * of.count
      return { index: of.first + Math.floor(turn), share: turn % 1 }
    },
  }
}

type Box = { readonly top: number; readonly bottom: number }

const boxOf = (row: Row | undefined): Box | null => {
  if (row?.kind !== 'block' || row.block.bbox === null) return null
  const [, top, , bottom] = row.block.bbox
  return { top, bottom }
}

const shareOf = (y: number, { top, bottom }: Box): number =>
  bottom <= top ? 0 : Math.max(0, Math.min((y - top) / (bottom - top), 1))
