import { area, type Box, overlap, type Table, type Warning, warning } from '@polyparse/document'
import { itemAt, pairwise } from '@polyparse/document/items'
import { tableDoubtLimits as limits } from './parameters.ts'
import { rowsOfLabelAbove } from './row-labels.ts'
import type { ShapedTable, TableShape } from './table-shape.ts'
import type { TornPart } from './torn-rows.ts'

/** A warning for each table whose rows and columns do not agree with the places of its words, or with another table. */
export const doubtTables = (shaped: readonly ShapedTable[], torn: readonly TornPart[] = []): Warning[] => {
  const pages = Map.groupBy(shaped, ({ table }) => table.page)
  return [...pages.values()].flatMap((onPage) => {
    const compared = onPage.length <= limits.maxCompared ? onPage : []
    return onPage.flatMap(({ table, shape }) => {
      const reasons = [
        ...rowReasons(shape),
        ...brokenReasons(table, shape),
        ...lineReasons(table, shape),
        ...tornReasons(torn.filter((row) => row.table === table.id)),
        ...columnReasons(shape),
        ...labelReasons(table),
        ...compared
          .filter(({ table: other }) => other !== table && areInterleaved(table.bbox, other.bbox))
          .map(({ table: other }) => `table ${other.id} is in the same place`),
      ]
      return reasons.length === 0 ? [] : [tableUncertain(table, reasons)]
    })
  })
}

const rowReasons = ({ mergedRows }: TableShape): string[] => {
  const rows = [...mergedRows].map((row) => row + 1)
  if (rows.length === 0) return []
  return [
    `${nameOf('row', rows)} ${rows.length === 1 ? 'has' : 'have'} a cell with several numbers where the others of its column have one`,
  ]
}

const brokenReasons = ({ cells }: Table, { brokenNumbers }: TableShape): string[] => {
  const rows = [...new Set([...brokenNumbers].map((index) => itemAt(cells, index).row + 1))]
  if (rows.length === 0) return []
  return [
    `${nameOf('row', rows)} ${rows.length === 1 ? 'has' : 'have'} a number that is broken over two lines, or two numbers`,
  ]
}

/** Returns the reasons that the lines within cells, and the headings, give for doubt. */
const lineReasons = (table: Table, shape: TableShape): string[] => {
  const ofRows = (cells: ReadonlySet<number>, singular: string, plural: string): string[] => {
    const rows = [...new Set([...cells].map((index) => itemAt(table.cells, index).row + 1))]
    return rows.length === 0 ? [] : [`${nameOf('row', rows)} ${rows.length === 1 ? singular : plural}`]
  }
  const continued = [...shape.continuedRows].toSorted((one, other) => one - other).map((row) => row + 1)
  const fused = [...shape.fusedRows].toSorted((one, other) => one - other).map((row) => row + 1)
  return [
    ...(fused.length === 0
      ? []
      : [
          `${nameOf('row', fused)} may be several rows: ${fused.length === 1 ? 'its lines' : 'their lines'} are as far apart as rows, and would have had room beside each other`,
        ]),
    ...(continued.length === 0
      ? []
      : [`${nameOf('row', continued)} may be ${continued.length === 1 ? 'a line' : 'lines'} of the row above`]),
    ...ofRows(
      shape.brokenWords,
      'has a word that is broken over two lines, or two words',
      'have words that are broken over two lines, or two words',
    ),
    ...ofRows(shape.dividedCells, 'has a cell with text in two columns', 'have cells with text in two columns'),
    ...shape.repeatedHeadings.map(
      ([column, again]) =>
        `columns ${column + 1} and ${again + 1} have the same heading, and what tells them apart is over one column alone`,
    ),
  ]
}

const tornReasons = (torn: readonly TornPart[]): string[] =>
  torn.map(({ side }) =>
    side === 'above' || side === 'below'
      ? `the line ${side} it is in its columns, and may be a row of it`
      : `the texts to the ${side} of it are on the lines of its rows, and may be a column of it`,
  )

/** Columns of which the text of one reaches clearly into the other. */
const columnReasons = ({ columns, height }: TableShape): string[] =>
  pairwise(columns).flatMap(([one, other]) =>
    Math.min(one.right, other.right) - other.left > height * limits.minOverlap
      ? [`the texts of columns ${one.column + 1} and ${other.column + 1} are above each other`]
      : [],
  )

const labelReasons = (table: Table): string[] => {
  const rows = rowsOfLabelAbove(table).map((row) => row + 1)
  return rows.length === 0
    ? []
    : [`${nameOf('row', rows)} may belong to the label above ${rows.length === 1 ? 'it' : 'them'}`]
}

const nameOf = (what: string, numbers: readonly number[]): string =>
  numbers.length === 1 ? `${what} ${numbers[0]}` : `${what}s ${listOf(numbers)}`

const listOf = (numbers: readonly number[]): string => {
  const shown = numbers.slice(0, limits.maxNamed).join(', ')
  return numbers.length > limits.maxNamed ? `${shown} and ${numbers.length - limits.maxNamed} more` : shown
}

const areInterleaved = (a: Box | null, b: Box | null): boolean =>
  a !== null && b !== null && overlap(a, b) > limits.minSharedArea * Math.min(area(a), area(b))

const tableUncertain = ({ id, page, bbox }: Table, reasons: readonly string[]): Warning => {
  const place = bbox === null ? '' : ` (at ${bbox.map(Math.round).join(', ')} points)`
  const message = `The rows or columns of table ${id} on page ${page}${place} are uncertain: ${reasons.join('; ')}.`
  return { ...warning('table_uncertain', message, page), ...(bbox !== null && { bbox }) }
}
