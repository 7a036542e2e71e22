import type { Range } from '../align/alignment.ts'
import type { PageTokens, Unit } from '../tokens/page-tokens.ts'

/** A table as it stands on a page: its cells with their tokens, by rows. */
export type PageTable = {
  /** Index in the reading. */
  readonly table: number
  readonly tokens: Range
  readonly rows: readonly (readonly CellUnit[])[]
}

export type CellUnit = Unit & { readonly cell: NonNullable<Unit['cell']> }

const isCell = (unit: Unit): unit is CellUnit => unit.cell !== null

/** The tables of a page that have any text, in reading order. */
export const tablesOf = ({ units }: PageTokens): PageTable[] =>
  [...Map.groupBy(units.filter(isCell), ({ cell }) => cell.table)].flatMap(([table, cells]) => {
    const filled = cells.filter(({ start, end }) => end > start)
    const [first, last] = [filled[0], filled.at(-1)]
    if (first === undefined || last === undefined) return []
    const rows = [...Map.groupBy(filled, ({ cell }) => cell.row).values()]
    return [{ table, tokens: { start: first.start, end: last.end }, rows }]
  })
