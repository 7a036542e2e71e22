import { type Box, union } from '@polyparse/document'
import type { DraftTable } from '../../paged/draft.ts'
import type { ContentWord } from '../page-content.ts'
import { draftTable } from './draft-table.ts'
import { withoutEmpty, type Grid } from './grid.ts'
import { inReadingDirection } from './reading-direction.ts'
import { withoutSurroundings } from './surroundings.ts'
import { isTable, type Evidence } from './verdict.ts'

/** A table of a page, with all the words that it is made of. */
export type FoundTable = {
  readonly box: Box
  readonly table: DraftTable
  readonly words: ReadonlySet<ContentWord>
}

/** In points: what is thinner and empty stands between two lines drawn for one. */
const thinnest = 8

/** A grid as a table, without what only stands near it; null when it is none. */
export const foundTable = (whole: Grid, evidence: Evidence): FoundTable | null => {
  const trimmed = withoutSurroundings(withoutEmpty(whole, evidence === 'lattice' ? thinnest : Infinity))
  if (!isTable(trimmed, evidence)) return null
  const grid = inReadingDirection(trimmed)
  const words = new Set(grid.cells.flatMap((cell) => cell.words))
  const text = union([...words].map(({ box }) => box))
  if (text === null) return null
  const box: Box = [
    Math.min(...grid.xs, text[0]),
    Math.min(...grid.ys, text[1]),
    Math.max(...grid.xs, text[2]),
    Math.max(...grid.ys, text[3]),
  ]
  return { box, table: draftTable(grid), words }
}
