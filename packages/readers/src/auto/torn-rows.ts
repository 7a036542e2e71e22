import type { Block, Page, Word } from '@polyparse/document'
import { firstOf, lastOf } from '@polyparse/document/items'
import { tornRowLimits as limits } from './parameters.ts'
import type { ColumnExtent, ShapedTable } from './table-shape.ts'
import { isSameLine } from './white.ts'

/** Text on a side of a table that may be a row or a column of it, and the blocks it is made of. */
export type TornPart = {
  readonly table: string
  readonly side: 'above' | 'below' | 'left' | 'right'
  readonly blocks: readonly string[]
}

/** The lines of a page right above and below its tables that are in their columns, and may be rows of them. */
export const tornRows = ({ blocks }: Page, shaped: readonly ShapedTable[]): TornPart[] => {
  const placed = blocks.filter(isTextBesideTable).flatMap(({ id, words = [] }) => words.map((word) => ({ id, word })))
  return shaped.flatMap(({ table: { id, bbox }, shape: { columns, height, isTurned } }) => {
    if (bbox === null || isTurned || columns.length < limits.minColumns) return []
    const [left, top, right, bottom] = bbox
    const beside = placed.filter(
      ({ word }) => word.bbox[0] > left - height && word.bbox[2] < right + height && word.bbox[3] > word.bbox[1],
    )
    return (['above', 'below'] as const).flatMap((side) => {
      const distance = ({ bbox: [, from, , to] }: Word): number => (side === 'above' ? top - to : from - bottom)
      const lines = linesByDistance(beside, distance, height)
      const end = lines.findIndex((line) => partsInColumns(line, columns, height) === 0)
      const inColumns = end === -1 ? lines : lines.slice(0, end)
      return inColumns.some((line) => partsInColumns(line, columns, height) >= limits.minParts)
        ? [{ table: id, side, blocks: [...new Set(inColumns.flat().map((one) => one.id))] }]
        : []
    })
  })
}

export const isTextBesideTable = ({ type }: Block): boolean =>
  !['table', 'picture', 'page_header', 'page_footer'].includes(type)

type PlacedWord = { readonly id: string; readonly word: Word }

/** The few lines of text that follow a table without much white, the closest first. */
const linesByDistance = (
  words: readonly PlacedWord[],
  distance: (word: Word) => number,
  height: number,
): readonly (readonly PlacedWord[])[] => {
  const lines: PlacedWord[][] = []
  let last = 0
  for (const one of words.toSorted((a, b) => distance(a.word) - distance(b.word))) {
    const at = distance(one.word)
    if (at < -height / 2) continue
    if (at - last > height * limits.maxDistance) break
    const line = lines.at(-1)
    if (line !== undefined && at - last < height * limits.sameLine) line.push(one)
    else {
      if (lines.length === limits.maxLines) break
      lines.push([one])
      last = at
    }
  }
  return lines.map((line) => line.toSorted((a, b) => a.word.bbox[0] - b.word.bbox[0]))
}

/**
 * Counts the parts of a line, which wide white divides, if each begins or ends where the text of a column of its own does;
 * returns 0 if one does not.
 */
const partsInColumns = (line: readonly PlacedWord[], columns: readonly ColumnExtent[], height: number): number => {
  const parts: Word[][] = []
  for (const { word } of line) {
    const before = parts.at(-1)?.at(-1)
    if (before !== undefined && isSameLine(word, before) && word.bbox[0] - before.bbox[2] < height * limits.minWhite)
      parts.at(-1)?.push(word)
    else parts.push([word])
  }
  const found = parts.map((part) => {
    const [left, right] = [firstOf(part).bbox[0], lastOf(part).bbox[2]]
    return columns.find(
      (column) =>
        left > column.left - limits.alignment &&
        right < column.right + height * limits.minWhite &&
        (Math.abs(left - column.left) < limits.alignment || Math.abs(right - column.right) < limits.alignment),
    )
  })
  return found.includes(undefined) || new Set(found).size < parts.length ? 0 : parts.length
}
