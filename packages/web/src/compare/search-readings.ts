import { partsOfUnit } from '@polyparse/compare/view'
import { countIn, type Searched } from '../result/search.ts'
import type { Sheets } from './sheets.ts'

/** One occurrence: the n-th in a unit of a provider's column, from 0. `row` is the index of the page. */
export type ColumnHit = {
  readonly row: number
  readonly column: number
  readonly unit: number
  readonly nth: number
}

/** The readings of all providers, page by page. They are searched as they are, before any page is compared. */
export const searchedReadings = ({ pages, unitsOf }: Sheets): Searched<ColumnHit> => ({
  count: pages.length,
  hitsOf: (row, pattern) =>
    unitsOf(pages[row] ?? null).flatMap((units, column) =>
      (units ?? []).flatMap((each, unit) => {
        const count = countIn(searchedParts(each), pattern)
        return Array.from({ length: count }, (_, nth) => ({ row, column, unit, nth }))
      }),
    ),
})

/** Leaves out the caption of a table, as in a single reading, and pictures, which show no text of the document. */
const searchedParts = (unit: Parameters<typeof partsOfUnit>[0]): string[] => {
  if (unit.type === 'picture') return []
  return unit.type === 'table' ? partsOfUnit(unit).slice(1) : partsOfUnit(unit)
}
