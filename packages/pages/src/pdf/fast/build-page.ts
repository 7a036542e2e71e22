import { area, type Box, centre, holds, union } from '@polyparse/document'
import type { DraftBlock, DraftPage, DraftTable, DraftWord, Line } from '../../paged/draft.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import type { LayoutItem, LayoutPage, Region } from './regions/lay-out-page.ts'
import { fastLineParameters as parameters } from './parameters.ts'
import { maxOf } from '@polyparse/engine'

/** Assigns the words of a page to regions, each with its style from PDFium. */
export const buildPage = (
  number: number,
  { items, regions }: LayoutPage,
  { width, height, rotation }: PageFacts,
  look: WordLook,
): DraftPage => {
  const { claimed, left } = assign(items, regions)
  const blocks = regions.flatMap((region) => toBlock(region, makeLines(claimed.get(region) ?? [], look)) ?? [])
  return { number, width, height, rotation, blocks: adopt(blocks, makeLines(left, look)) }
}

const smallest = <Thing extends { readonly box: Box }>(things: readonly Thing[]): Thing | undefined =>
  things.reduce<Thing | undefined>(
    (best, thing) => (best === undefined || area(thing.box) < area(best.box) ? thing : best),
    undefined,
  )

/** Assigns each item to the smallest region that holds its centre. */
const assign = (
  items: readonly LayoutItem[],
  regions: readonly Region[],
): { claimed: Map<Region, LayoutItem[]>; left: LayoutItem[] } => {
  const claimed = new Map<Region, LayoutItem[]>()
  const left: LayoutItem[] = []
  for (const item of items) {
    const region = smallest(regions.filter(({ box }) => holds(box, centre(item.box), parameters.regionSlack)))
    const others = region === undefined ? left : claimed.get(region)
    if (others !== undefined) others.push(item)
    else if (region !== undefined) claimed.set(region, [item])
  }
  return { claimed, left }
}

const toBlock = ({ kind, ...region }: Region, lines: readonly Line[]): DraftBlock | null => {
  if (kind === 'table') {
    return { type: kind, box: region.box, lines, table: tableOfRegion(region) }
  }
  const box = union(lines.map((line) => line.box))
  if (box === null) return null
  if (kind !== 'list_item') return { type: kind, box, lines }
  const level = region.level + 1
  if (region.marker === null) return { type: kind, box, lines, level }
  return { type: kind, box, lines: withoutMarker(lines, region.marker), level, marker: region.marker }
}

const tableOfRegion = ({ rows, headerRows }: Pick<Region, 'rows' | 'headerRows'>): DraftTable => ({
  rowCount: rows.length,
  columnCount: maxOf(
    rows.map((row) => row.length),
    0,
  ),
  cells: rows.flatMap((cells, row) =>
    cells.map((cell, column) =>
      Object.assign({ row, column, rowSpan: 1, columnSpan: 1, header: row < headerRows }, cell),
    ),
  ),
})

/** The marker is printed as the first word, or as the first part of it. */
const withoutMarker = (lines: readonly Line[], marker: string): Line[] => {
  const [first, ...rest] = lines
  const [word, ...words] = first?.words ?? []
  if (first === undefined || word === undefined || !word.text.startsWith(marker)) return [...lines]
  const text = word.text.slice(marker.length)
  const kept = text === '' ? words : [{ ...word, text }, ...words]
  return kept.length === 0 ? rest : [{ ...first, words: kept }, ...rest]
}

/** Lines in no region are added to the block they continue, or become paragraphs after the block above them. */
const adopt = (blocks: readonly DraftBlock[], lines: readonly Line[]): DraftBlock[] => {
  const adopted = [...blocks]
  for (const line of lines) {
    const above = adopted.findLastIndex(
      (block) => block.box[3] <= line.box[1] + line.size / 2 && besides(block.box, line.box),
    )
    const block = adopted[above]
    if (block !== undefined && isLineOfBlock(block, line)) {
      adopted[above] = { ...block, box: union([block.box, line.box]) ?? block.box, lines: [...block.lines, line] }
    } else {
      adopted.splice(above + 1, 0, { type: 'paragraph', box: line.box, lines: [line] })
    }
  }
  return adopted
}

const besides = (a: Box, b: Box): boolean => Math.min(a[2], b[2]) > Math.max(a[0], b[0])

const isLineOfBlock = ({ type, box, lines }: DraftBlock, line: Line): boolean =>
  type !== 'table' &&
  line.box[1] - box[3] < line.size &&
  Math.abs((lines.at(-1)?.size ?? 0) - line.size) < parameters.sizeTolerance

/** The style and link of a word by its box. */
type WordLook = (box: Box) => Pick<DraftWord, 'style' | 'href'>

/** The lines of a block, from the items of text in it, top to bottom. */
const makeLines = (items: readonly LayoutItem[], look: WordLook): Line[] => {
  const rows: LayoutItem[][] = []
  for (const item of items.toSorted((a, b) => a.box[1] - b.box[1])) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row !== undefined && first !== undefined && onOneLine(first, item)) row.push(item)
    else rows.push([item])
  }
  return rows.flatMap((row) => makeLine(row, look) ?? [])
}

/** More than half of the lower one's height is beside the other. */
const onOneLine = (a: LayoutItem, b: LayoutItem): boolean => {
  const shared = Math.min(a.box[3], b.box[3]) - Math.max(a.box[1], b.box[1])
  return shared > Math.min(a.box[3] - a.box[1], b.box[3] - b.box[1]) / 2
}

const makeLine = (row: readonly LayoutItem[], look: WordLook): Line | null => {
  const items = row.toSorted((a, b) => a.box[0] - b.box[0])
  const box = union(items.map((item) => item.box))
  if (box === null) return null
  const size = maxOf(items.map((item) => item.size))
  const words: DraftWord[] = []
  for (const item of items) {
    for (const [index, word] of item.words.entries()) {
      const gap = word.box[0] - (words.at(-1)?.box[2] ?? 0)
      const { style, href } = look(word.box)
      words.push({
        text: word.text,
        box: word.box,
        style,
        href,
        size: item.size,
        raised: item.size < size * parameters.maxRaisedSize && word.box[3] < box[3] - size * parameters.minRaise,
        spaced: index > 0 || gap > item.size * parameters.minSpace,
        confidence: 1,
      })
    }
  }
  return { box, size, words }
}
