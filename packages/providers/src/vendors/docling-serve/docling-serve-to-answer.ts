import { type Box, union, type Warning } from '@polyparse/document'
import { failedPage, vendorWarning, type Answer, type AnswerBlock, type AnswerPage } from '../../answer.ts'
import type {
  DoclingServeConversion,
  DoclingDocument,
  DoclingNode,
  DoclingBoxSides,
} from './docling-serve-answer-shape.ts'
import { blockOf, isHiddenItem } from './docling-serve-blocks.ts'
import { walkTree, type FoundNode } from './tree.ts'

type DoclingAnswerContext = {
  readonly vendor: string
  readonly raw: unknown
  /** Pages of PDFs are in points; of other pages, only the proportions matter. */
  readonly isPdf: boolean
}

/** Pages keep their numbers. A format without layout has none: all of it is one page. */
export const doclingServeToAnswer = (
  { document: { json_content: document }, errors, confidence }: DoclingServeConversion,
  { vendor, raw, isPdf }: DoclingAnswerContext,
): Answer => {
  const sizes = sizesOf(document)
  const placed = placeDoclingItems(document, sizes)
  const byPage = Map.groupBy(placed, ({ page }) => page)
  const hidden = Map.groupBy(
    placed.filter((each) => each.hidden),
    ({ page }) => page,
  )
  const failed = new Set((errors ?? []).flatMap(({ page_no: page }) => page ?? []))
  const numbers = [...new Set([...sizes.keys(), ...byPage.keys()])]
  const pages = (numbers.length === 0 ? [1] : numbers).map((number): AnswerPage => ({
    number,
    size: sizes.get(number) ?? null,
    points: isPdf ? 1 : null,
    blocks: (byPage.get(number) ?? []).flatMap(({ blocks }) => blocks),
  }))
  const score = confidence?.mean_score
  return {
    pages: pages.filter((page) => page.blocks.length > 0 || !failed.has(page.number)),
    warnings: [
      ...(errors ?? []).map(({ page_no: page, error_message: why }) =>
        typeof page === 'number' ? failedPage(vendor, page, why) : vendorWarning(vendor, why ?? 'something went wrong'),
      ),
      ...[...hidden].map(([page, { length }]) => hiddenText(page, length)),
    ],
    quality: typeof score === 'number' ? { score, scale: '0-1' } : undefined,
    raw,
  }
}

const hiddenText = (page: number, count: number): Warning => ({
  code: 'hidden_text',
  message: `${count === 1 ? 'A part' : `${count} parts`} of page ${page} that cannot be seen, or that lies behind the text, ${
    count === 1 ? 'was' : 'were'
  } left out.`,
  page,
})

type Sizes = ReadonlyMap<number, { readonly width: number; readonly height: number } | null>

const sizesOf = ({ pages }: DoclingDocument): Sizes =>
  new Map(
    Object.values(pages ?? {}).map(({ page_no: number, size }) => {
      const { width, height } = size ?? {}
      return [number, typeof width === 'number' && typeof height === 'number' ? { width, height } : null]
    }),
  )

type PlacedDoclingItem = { readonly page: number; readonly hidden: boolean; readonly blocks: readonly AnswerBlock[] }

/** An item without a page is on that of the item before it. */
const placeDoclingItems = (document: DoclingDocument, sizes: Sizes): PlacedDoclingItem[] => {
  let page = sizes.keys().reduce((first, number) => Math.min(first, number), Infinity)
  if (!Number.isFinite(page)) page = 1
  return walkTree(document).map((found) => {
    const prov = provOf(found)
    page = prov[0]?.page_no ?? page
    const height = sizes.get(page)?.height ?? null
    const box = height === null ? null : boxOfDoclingProvenance(prov, page, height)
    return { page, hidden: isHiddenItem(found), blocks: blockOf(found, { box, height: height ?? 0 }) }
  })
}

const provOf = (found: FoundNode): NonNullable<DoclingNode['prov']> => {
  const nodes: readonly DoclingNode[] =
    found.kind === 'text'
      ? [found.text]
      : found.kind === 'table'
        ? [found.table]
        : found.kind === 'picture'
          ? [found.picture]
          : [...(found.entry === null ? [] : [found.entry]), found.group, ...found.texts]
  return nodes.flatMap(({ prov }) => prov ?? [])
}

/** Its part on the first page, if it continues on the next. */
const boxOfDoclingProvenance = (prov: NonNullable<DoclingNode['prov']>, page: number, height: number): Box | null =>
  union(prov.flatMap(({ page_no: on, bbox }) => (on === page && bbox ? [fromTop(bbox, height)] : [])))

const fromTop = ({ l, t, r, b, coord_origin: origin }: DoclingBoxSides, height: number): Box =>
  origin === 'BOTTOMLEFT' ? [l, height - t, r, height - b] : [l, t, r, b]
