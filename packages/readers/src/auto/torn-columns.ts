import type { Block, Page, Word } from '@polyparse/document'
import { tornColumnLimits as limits } from './parameters.ts'
import type { ShapedTable } from './table-shape.ts'
import { isTextBesideTable, type TornPart } from './torn-rows.ts'

type PlacedWord = { readonly block: Block; readonly word: Word }

/**
 * The texts beside a table of which a few words each are on the lines of its rows, as a column that was taken for one of the page: prose
 * has more words on a line, and lines of its own.
 */
export const tornColumns = ({ blocks }: Page, shaped: readonly ShapedTable[]): TornPart[] => {
  const placed = blocks
    .filter(isTextBesideTable)
    .flatMap((block) => (block.words ?? []).map((word): PlacedWord => ({ block, word })))
  return shaped.flatMap(({ table: { id, bbox }, shape: { height, isTurned } }) => {
    if (bbox === null || isTurned) return []
    const [left, top, right, bottom] = bbox
    const rows = new Set(
      (blocks.find(({ table }) => table === id)?.words ?? []).map(({ bbox: box }) => Math.round(box[3])),
    )
    const isAtRow = (at: number): boolean => [-1, 0, 1].some((shift) => rows.has(Math.round(at) + shift))
    const inHeight = placed.filter(({ word: { bbox: box } }) => box[1] > top - height && box[3] < bottom + height)
    const besideLeft = inHeight.filter(({ word }) => word.bbox[2] < left)
    const besideRight = inHeight.filter(({ word }) => word.bbox[0] > right)
    const sides = [
      { side: 'left', beside: besideLeft },
      { side: 'right', beside: besideRight },
    ] as const
    return sides.flatMap(({ side, beside }): TornPart[] => {
      const lines = [...Map.groupBy(beside, ({ word }) => Math.round(word.bbox[3])).entries()]
      const atRows = lines.filter(([at]) => isAtRow(at))
      return lines.length >= limits.minLines &&
        lines.length >= rows.size * limits.minShareOfRows &&
        atRows.length >= lines.length * limits.minShareAtRows &&
        beside.length <= lines.length * limits.maxWords
        ? [{ table: id, side, blocks: [...new Set(beside.map(({ block }) => block.id))] }]
        : []
    })
  })
}
