import type { Box } from '@polyparse/document'
import type { TextItem } from '../../../layout-library.ts'
import { boundsOf } from './text-items.ts'
import { fastColumnParameters as parameters, fastPdfLimits } from '../parameters.ts'
import { minOf } from '@polyparse/engine'

/**
 * Divides the text of a page where it runs in two columns: zones in reading order, each of the whole width or of one
 * column. One zone when there are no columns. Columns differ from tables by their lines, which words fill, and by
 * the rules and bands of the page (`drawings`, called only when there is a gutter), which run across the columns of a
 * table only.
 */
export const divideColumns = (
  items: readonly TextItem[],
  pageWidth: number,
  drawings: () => readonly { readonly box: Box }[] = () => [],
): TextItem[][] => {
  const gutter = findGutter(items, pageWidth)
  if (gutter === null) return [[...items]]
  const rules = (): Box[] =>
    drawings()
      .map(({ box }) => box)
      .filter((box) => box[3] - box[1] < parameters.maxBandHeight && isAcrossGutter(box, gutter))
  const zones: TextItem[][] = []
  let whole: TextItem[] = []
  let columns: TextItem[][] = []
  const endColumns = (): void => {
    const left = columns.map((row) => row.filter((item) => isLeft(item, gutter)))
    const right = columns.map((row) => row.filter((item) => !isLeft(item, gutter)))
    if (isProse(left) && isProse(right) && !hasRulesAmongItems(columns.flat(), rules())) {
      if (whole.length > 0) zones.push(whole)
      zones.push(left.flat(), right.flat())
      whole = []
    } else for (const item of columns.flat()) whole.push(item)
    columns = []
  }
  for (const row of rowsOfTextItems(items.flatMap((item) => splitItemAtGutter(item, gutter)))) {
    if (row.some((item) => crosses(item, gutter))) {
      endColumns()
      for (const item of row) whole.push(item)
    } else columns.push(row)
  }
  endColumns()
  if (whole.length > 0) zones.push(whole)
  return zones.length > 1 ? zones : [[...items]]
}

/** The clear space between two columns. */
type Gutter = { readonly from: number; readonly to: number }

/** The widest stretch in the middle part of the page with the fewest words; null without a clear one. */
const findGutter = (items: readonly TextItem[], pageWidth: number): Gutter | null => {
  if (pageWidth > fastPdfLimits.maxPageWidth) return null
  const [from, to] = [Math.floor(pageWidth * parameters.from), Math.ceil(pageWidth * parameters.to)]
  const words = items.flatMap(wordPartsOfItem)
  const covered = new Int32Array(to - from + 1)
  for (const { x, width } of words) {
    for (let at = Math.max(from, Math.floor(x)); at <= Math.min(to, Math.ceil(x + width)); at += 1) {
      covered[at - from] = (covered[at - from] ?? 0) + 1
    }
  }
  // A few words may be in it: those of headings and tables of the whole width.
  const few = minOf(covered) + words.length * parameters.clearShare
  let best: Gutter | null = null
  let start: number | null = null
  for (let at = from; at <= to + 1; at += 1) {
    const isClear = at <= to && (covered[at - from] ?? 0) <= few
    if (isClear) start ??= at
    else if (start !== null) {
      if (best === null || at - start > best.to - best.from) best = { from: start, to: at - 1 }
      start = null
    }
  }
  const isCrowded = minOf(covered) > words.length * parameters.maxCrossingShare
  return best === null || isCrowded || best.to - best.from < parameters.minGutter ? null : best
}

const isAcrossGutter = ([left, , right]: Box, { from, to }: Gutter): boolean =>
  left < from - parameters.minReach && right > to + parameters.minReach

const hasRulesAmongItems = (items: readonly TextItem[], rules: readonly Box[]): boolean => {
  const { y: top, height } = boundsOf(items)
  return rules.filter(([, y0, , y1]) => y0 > top && y1 < top + height).length >= parameters.minRules
}

type TextItemExtent = Pick<TextItem, 'x' | 'width'>

const wordPartsOfItem = (item: TextItem): NonNullable<TextItem['words']> =>
  item.words === undefined || item.words.length === 0 ? [item] : item.words

const isLeft = ({ x, width }: TextItemExtent, { from, to }: Gutter): boolean => x + width / 2 < (from + to) / 2

const crosses = (item: TextItem, { from, to }: Gutter): boolean =>
  wordPartsOfItem(item).some(
    ({ x, width }) => x < to - parameters.maxIntrusion && x + width > from + parameters.maxIntrusion,
  )

/** Text that jumps over the gutter is the end of one line and the beginning of another. */
const splitItemAtGutter = (item: TextItem, gutter: Gutter): TextItem[] => {
  const words = item.words ?? []
  const left = words.filter((word) => isLeft(word, gutter))
  const right = words.slice(left.length)
  if (left.length === 0 || right.length === 0 || crosses(item, gutter)) return [item]
  return [left, right].map((part): TextItem => Object.assign({}, item, itemPartOfWords(part)))
}

const itemPartOfWords = (words: NonNullable<TextItem['words']>): Pick<TextItem, 'x' | 'width' | 'text' | 'words'> => {
  const { x, width } = boundsOf(words)
  return { x, width, text: words.map(({ text }) => text).join(' '), words }
}

/** Items that are beside each other, from the top. */
const rowsOfTextItems = (items: readonly TextItem[]): TextItem[][] => {
  const rows: TextItem[][] = []
  for (const item of items.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row !== undefined && first !== undefined && item.y < first.y + first.height / 2) row.push(item)
    else rows.push([item])
  }
  return rows
}

/** Several rows, most of which words fill to nearly the width of the widest. */
const isProse = (rows: readonly (readonly TextItem[])[]): boolean => {
  const words = rows.filter((row) => row.length > 0).map((row) => row.flatMap(wordPartsOfItem))
  const { width: widest } = boundsOf(words.flat())
  const filled = words.filter((row) => {
    const { width } = boundsOf(row)
    return (
      width > widest * parameters.minLineWidth &&
      row.reduce((sum, word) => sum + word.width, 0) > width * parameters.minCoveredShare
    )
  })
  return filled.length >= parameters.minLines && filled.length > words.length * parameters.minFilledShare
}
