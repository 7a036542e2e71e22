import { LiteParse, type LayoutBlock, type ParsedPage, type Rect, type TextItem } from '@llamaindex/liteparse'
import type { Box } from '../../../document/model.ts'
import { damaged } from '../../pdfium/open-pdf.ts'
import { divideColumns } from './columns.ts'
import { layOutAgain } from './lay-out-again.ts'
import { withoutHidden, type HiddenBoxes } from './without-hidden.ts'

/** A page as the layout library sees it: stretches of text in reading order, and the regions they form. */
export type LayoutPage = {
  readonly number: number
  readonly items: readonly LayoutItem[]
  readonly regions: readonly Region[]
}

/** Text on one line without a large gap. */
export type LayoutItem = {
  readonly box: Box
  /** Height of the font in points. */
  readonly size: number
  readonly words: readonly { readonly text: string; readonly box: Box }[]
}

export type Region = {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'code' | 'table'
  readonly box: Box
  readonly level: number
  readonly marker: string | null
  readonly rows: readonly (readonly RegionCell[])[]
  /** How many of the rows head the table. */
  readonly headerRows: number
}

type RegionCell = { readonly text: string; readonly box: Box | null }

/** Pages parsed together: what the library makes of a page is far larger than what is kept. */
const batchSize = 40

/**
 * The layout of the given pages; a page that the library cannot read is absent. `raw` collects its own answer when given.
 * The library is native code, which the permission model does not bind: it is handed bytes, never a path, and with
 * text recognition off it has no reason to look for a network.
 */
export const readLayout = async (
  bytes: Uint8Array,
  {
    numbers,
    password,
    hidden,
    raw,
  }: {
    readonly numbers: readonly number[]
    readonly password: string | null
    readonly hidden: ReadonlyMap<number, HiddenBoxes>
    readonly raw: unknown[] | null
  },
): Promise<LayoutPage[]> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pages: LayoutPage[] = []
  for (let start = 0; start < numbers.length; start += batchSize) {
    const batch = numbers.slice(start, start + batchSize)
    const parser = createParser(batch, password)
    const parsed = await parser.parse(buffer).catch((error: unknown) => {
      throw damaged(error)
    })
    for (const page of parsed.pages) {
      const items = withoutHidden(page.textItems, hidden.get(page.pageNum) ?? [])
      const zones = divideColumns(items, page.width, shapesOf(page))
      // The library's own blocks stand only where it saw what is to be seen, in one column.
      const seen = zones.length === 1 && !hidden.has(page.pageNum) ? page : layOutAgain(parser, page, zones)
      pages.push({ number: page.pageNum, items: itemsOf(seen), regions: regionsOf(seen) })
      raw?.push({ page: page.pageNum, items: seen.textItems, blocks: seen.blocks ?? [] })
    }
  }
  return pages
}

const createParser = (pages: readonly number[], password: string | null): LiteParse =>
  new LiteParse({
    ocrEnabled: false,
    quiet: true,
    targetPages: pages.join(','),
    maxPages: Number.MAX_SAFE_INTEGER,
    continueOnPageError: true,
    extractBlocks: true,
    extractTextMetadata: true,
    emitWordBoxes: true,
    extractLinks: false,
    keepHeadersFooters: true,
    imageMode: 'off',
    extractVectorGraphics: true,
    ...(password !== null && { password }),
  })

const shapesOf = ({ vectorGraphics }: ParsedPage): Rect[] => [
  ...(vectorGraphics?.shapes ?? []).map(({ bbox }) => bbox),
  ...(vectorGraphics?.lines ?? []).map(({ x1, y1, x2, y2 }) => ({
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x1 - x2),
    height: Math.abs(y1 - y2),
  })),
]

type Seen = Pick<ParsedPage, 'textItems' | 'blocks'>

const itemsOf = (page: Seen): LayoutItem[] =>
  page.textItems.flatMap((item) => {
    const words = wordsOf(item)
    return words.length === 0 ? [] : [{ box: boxOf(item), size: item.fontHeight ?? item.height, words }]
  })

const wordsOf = (item: TextItem): LayoutItem['words'] => {
  const words = (item.words ?? []).filter(({ text }) => text.trim() !== '')
  if (words.length > 0) return words.map((word) => ({ text: word.text.trim(), box: boxOf(word) }))
  return item.text.trim() === '' ? [] : [{ text: item.text.trim(), box: boxOf(item) }]
}

const regionsOf = (page: Seen): Region[] => (page.blocks ?? []).flatMap((block) => regionOf(block) ?? [])

const regionOf = (block: LayoutBlock): Region | null => {
  const kind = kindOf(block)
  if (kind === null || block.bbox === undefined) return null
  const header = block.header === undefined ? [] : [block.header]
  return {
    kind,
    box: boxOf(block.bbox),
    level: block.level ?? 0,
    marker: block.marker ?? null,
    rows: [...header, ...(block.rows ?? [])].map((row) =>
      row.map(({ text, bbox }) => ({ text: text.trim(), box: bbox === undefined ? null : boxOf(bbox) })),
    ),
    headerRows: header.length,
  }
}

const kindOf = ({ kind }: LayoutBlock): Region['kind'] | null => {
  if (kind === 'rule' || kind === 'figure') return null
  return kind === 'grid_fallback' ? 'code' : kind
}

const boxOf = ({ x, y, width, height }: Rect): Box => [x, y, x + width, y + height]
