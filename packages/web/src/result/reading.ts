import type { ParseResult } from '@polyparse/contract'
import type { BlockValue, ImageValue, TableValue } from '@polyparse/document/schema'

export type ReadPage = {
  readonly page: number
  /** The width in points; null where there is no layout. */
  readonly width: number | null
  readonly height: number | null
  readonly quality?: number | undefined
  readonly blocks: readonly BlockValue[]
}

/** The reading of one provider, assembled from whichever outputs were requested. */
export type ResultReading = {
  readonly pages: readonly ReadPage[]
  readonly tables: ReadonlyMap<string, TableValue>
  readonly images: ReadonlyMap<string, ImageValue>
  /** The texts of blocks that are captions, which their tables and pictures need not repeat. */
  readonly captions: ReadonlySet<string>
}

/** Null when no output has blocks in it. */
export const resultReading = ({ outputs }: ParseResult): ResultReading | null => {
  const { json, pages = json?.pages, tables = json?.tables, images = json?.images } = outputs
  if (pages === undefined) return null
  const byId = <Value extends { readonly id: string }>(values: readonly Value[] = []) =>
    new Map(values.map((value) => [value.id, value]))
  const captions = pages.flatMap(({ blocks }) => blocks.flatMap(({ type, text }) => (type === 'caption' ? [text] : [])))
  return { pages, tables: byId(tables), images: byId(images), captions: new Set(captions) }
}

/** Tells whether any part of it has a place on its page. */
export const hasBoxes = ({ pages }: ResultReading): boolean =>
  pages.some(({ width, blocks }) => width !== null && blocks.some(({ bbox }) => bbox !== null))

export type Dimensions = { readonly width: number; readonly height: number }

/**
 * The size of a page; A4 if it is unknown.
 * @example dimensionsOf({ width: null, height: null }) // { width: 595, height: 842 }
 */
export const dimensionsOf = ({ width, height }: Pick<ReadPage, 'width' | 'height'>): Dimensions => ({
  width: width ?? 595,
  height: height ?? 842,
})
