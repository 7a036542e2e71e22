import type { Box } from '@polyparse/document'
import type { LayoutBlock, ParsedPage, Rect, TextItem } from '../../../layout-library.ts'
import type { PageDrawing } from '../../../pdfium/drawings.ts'
import type { FormField } from '../../../pdfium/form-fields.ts'
import { divideColumns } from './columns.ts'
import { withFields } from './form-items.ts'
import { layOutAgain } from './lay-out-again.ts'
import type { ParsedPages } from './parse-pages.ts'
import { withoutHidden } from './text-items.ts'

/** A page as the layout library sees it: stretches of text in reading order, and the regions they form. */
export type LayoutPage = {
  readonly items: readonly LayoutItem[]
  readonly regions: readonly Region[]
  /** True if words were left out as hidden. */
  readonly hasHidden: boolean
  /** The library's own result. */
  readonly raw: unknown
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
  /** The number of rows that head the table. */
  readonly headerRows: number
}

type RegionCell = { readonly text: string; readonly box: Box | null }

/** The facts about the page that come from PDFium instead of the library. */
export type Known = {
  /** The boxes of invisible text. */
  readonly hidden: readonly Box[]
  /** The values of form fields, which are not part of the page's text. */
  readonly fields: readonly FormField[]
  /** The height of the font at a place; null where no text is known. */
  readonly sizeAt: (box: Box) => number | null
  /** Called only if the page may have columns, or must be laid out again for another reason. */
  readonly drawings: () => readonly PageDrawing[]
}

/**
 * The layout of a page: the library's own where it saw exactly the visible text, in one column; laid out again
 * elsewhere.
 */
export const layOutPage = ({ parser, page }: ParsedPages, { hidden, fields, sizeAt, drawings }: Known): LayoutPage => {
  const shown = withoutHidden(page.textItems, hidden)
  const hasHidden = shown.length < page.textItems.length || shown.some((item, index) => item !== page.textItems[index])
  const items = withFields(shown, fields, drawings)
  const zones = divideColumns(items, page.width, drawings)
  const isAsSeen = zones.length === 1 && !hasHidden && items === shown
  const seen = isAsSeen ? page : layOutAgain(parser, page, { zones, drawings: drawings(), sizeAt })
  return {
    items: layoutItemsOfPage(seen, sizeAt),
    regions: (seen.blocks ?? []).flatMap((block) => regionOf(block) ?? []),
    hasHidden,
    raw: { page: page.pageNum, items: seen.textItems, blocks: seen.blocks ?? [] },
  }
}

type ParsedPageText = Pick<ParsedPage, 'textItems' | 'blocks'>

const layoutItemsOfPage = (page: ParsedPageText, sizeAt: Known['sizeAt']): LayoutItem[] =>
  page.textItems.flatMap((item) => {
    const words = layoutWordsOfItem(item)
    if (words.length === 0) return []
    const box = boxOfLayoutRect(item)
    return [{ box, size: item.fontHeight ?? sizeAt(box) ?? item.height, words }]
  })

const layoutWordsOfItem = (item: TextItem): LayoutItem['words'] => {
  const words: { text: string; box: Box }[] = []
  for (const word of item.words ?? []) {
    const text = word.text.trim()
    if (text !== '') words.push({ text, box: boxOfLayoutRect(word) })
  }
  if (words.length > 0) return words
  return item.text.trim() === '' ? [] : [{ text: item.text.trim(), box: boxOfLayoutRect(item) }]
}

const regionOf = (block: LayoutBlock): Region | null => {
  const kind = regionKindOfBlock(block)
  if (kind === null || block.bbox === undefined) return null
  const header = block.header === undefined ? [] : [block.header]
  return {
    kind,
    box: boxOfLayoutRect(block.bbox),
    level: block.level ?? 0,
    marker: block.marker ?? null,
    rows: [...header, ...(block.rows ?? [])].map((row) =>
      row.map(({ text, bbox }) => ({ text: text.trim(), box: bbox === undefined ? null : boxOfLayoutRect(bbox) })),
    ),
    headerRows: header.length,
  }
}

const regionKindOfBlock = ({ kind }: LayoutBlock): Region['kind'] | null => {
  if (kind === 'rule' || kind === 'figure') return null
  return kind === 'grid_fallback' ? 'code' : kind
}

const boxOfLayoutRect = ({ x, y, width, height }: Rect): Box => [x, y, x + width, y + height]
