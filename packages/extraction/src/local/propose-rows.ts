import type { Document } from '@polyparse/document'
import type { ArraySchema, SchemaPart } from '../schema/extraction-schema.ts'
import { columnsOf } from './array-columns.ts'
import { elementRows } from './element-rows.ts'
import { listBelow } from './list-rows.ts'
import { markupValues } from './markup.ts'
import { type PlacedTable, placedTables } from './placed-tables.ts'
import { statementRows } from './statement-rows.ts'
import { matchTable, rowsOfTable, type TableMatch } from './table-rows.ts'
import type { WritingHabits } from './typed-values.ts'

/** Items for the arrays of a schema, by the names that lead to them: from tables by their headers, from lists by their titles. */
export const proposeRows = (
  schema: SchemaPart,
  document: Pick<Document, 'pages' | 'tables'>,
  habits: WritingHabits,
): Map<string, unknown[]> => {
  const arrays = arraysOf(schema)
  const sources = placedTables(document)
  const markup = markupValues(document)
  const statements = statementRows(arrays, document, habits)
  const found = new Map<string, unknown[]>()
  const matches = arrays.flatMap(({ names, array }) => {
    const columns = columnsOf(array)
    if (columns === null) return []
    return sources.flatMap((source) => {
      const match = matchTable(names.at(-1) ?? '', array, columns, source, habits)
      return match === null ? [] : [{ ...match, names: names.join('/'), columns, array }]
    })
  })
  const taken = new Set<PlacedTable>()
  for (const match of matches.toSorted((a, b) => b.score - a.score)) {
    // Tables that fit equally well are taken together only if they are one table over several pages.
    if (taken.has(match.source) || found.has(match.names)) continue
    const rivals = matches.filter(
      (other) => other.names === match.names && other !== match && other.score > match.score - 0.05,
    )
    if (
      rivals.some(
        ({ source }) => source.titles.join() !== match.source.titles.join() && source.table.continues === undefined,
      )
    )
      continue
    const parts = [match, ...rivalsBehind(match, matches)]
    for (const { source } of parts) taken.add(source)
    const rows = parts.flatMap((part) => rowsOfTable({ ...part, columnOf: match.columnOf }, match.columns, habits))
    if (rows.length > 0) found.set(match.names, match.array.items.kind === 'leaf' ? rows.map((row) => row['']) : rows)
  }
  for (const { names, array } of arrays) {
    const key = names.join('/')
    if (found.has(key)) continue
    const elements = elementRows(names.at(-1) ?? '', array, markup, habits)
    const lines = elements.length > 0 ? elements : (statements.get(key) ?? [])
    if (lines.length > 0) {
      found.set(key, lines)
      continue
    }
    const items = listBelow(names.at(-1) ?? '', array, document)
    if (items.length > 0) found.set(key, items)
  }
  return found
}

/** Tables under the same title with as many columns: one that was read in parts. */
const rivalsBehind = <Rival extends TableMatch & { readonly names: string }>(
  match: Rival,
  matches: readonly Rival[],
): Rival[] =>
  matches.filter(
    (other) =>
      other.names === match.names &&
      other !== match &&
      other.source.titles.join() === match.source.titles.join() &&
      other.source.table.columnCount === match.source.table.columnCount &&
      other.source.headerRows === 0,
  )

const arraysOf = (
  part: SchemaPart,
  names: readonly string[] = [],
): { names: readonly string[]; array: ArraySchema }[] => {
  if (part.kind === 'leaf') return []
  // An array in an item would have to be found for each of them.
  if (part.kind === 'array') return [{ names, array: part }]
  return part.properties.flatMap(({ name, schema }) => arraysOf(schema, [...names, name]))
}
