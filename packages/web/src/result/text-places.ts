import type { BlockValue } from '@polyparse/document/schema'
import { dimensionsOf, type ResultReading } from './reading.ts'
import type { ScrollPlace } from './scroll-link.ts'

export type RowOfText =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'block'; readonly block: BlockValue }

/** The rows of the text: the blocks, and a head for each page of several. */
export const rowsOfText = ({ pages }: ResultReading): RowOfText[] =>
  pages.flatMap(({ page, blocks }): RowOfText[] => [
    ...(pages.length > 1 ? [{ kind: 'page' as const, page }] : []),
    ...blocks.map((block) => ({ kind: 'block' as const, block })),
  ])

/** A point in a row: 0 at its upper edge, 1 at its lower one. */
export type RowPoint = { readonly index: number; readonly share: number }

/** Finds for each place on a page the row that shows it, and the other way round. */
export type TextPlaces = {
  readonly placeOf: (point: RowPoint) => ScrollPlace | null
  readonly pointOf: (place: ScrollPlace) => RowPoint | null
}

type PageRows = { readonly first: number; readonly count: number; readonly height: number }

export const textPlaces = (reading: ResultReading, rows: readonly RowOfText[]): TextPlaces => {
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
      const box = verticalExtentOfRow(row)
      if (box !== null) return { page, y: box.top + share * (box.bottom - box.top) }
      // A part without a place of its own has that of its turn on the page.
      return { page, y: row.kind === 'page' ? 0 : ((index - of.first + share) / of.count) * of.height }
    },
    pointOf: ({ page, y }) => {
      const of = pages.get(page)
      if (of === undefined || of.count === 0) return null
      let last: number | null = null
      for (let index = of.first; index < of.first + of.count; index += 1) {
        const box = verticalExtentOfRow(rows[index])
        if (box === null) continue
        last = index
        if (box.bottom > y) return { index, share: shareOfVerticalExtent(y, box) }
      }
      if (last !== null) return { index: last, share: 1 }
      const turn = Math.max(0, Math.min(y / of.height, 0.999)) * of.count
      return { index: of.first + Math.floor(turn), share: turn % 1 }
    },
  }
}

type VerticalExtent = { readonly top: number; readonly bottom: number }

const verticalExtentOfRow = (row: RowOfText | undefined): VerticalExtent | null => {
  if (row?.kind !== 'block' || row.block.bbox === null) return null
  const [, top, , bottom] = row.block.bbox
  return { top, bottom }
}

const shareOfVerticalExtent = (y: number, { top, bottom }: VerticalExtent): number =>
  bottom <= top ? 0 : Math.max(0, Math.min((y - top) / (bottom - top), 1))
