import { itemAt } from '@polyparse/document/items'
import { tableBlock } from '../../flow/flow.ts'
import { markupCell } from '../../flow/held.ts'
import type { MarkupCell } from '../../flow/place-cells.ts'
import { dedented } from '../lightweight/lightweight-lines.ts'
import type { LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import {
  restructuredTextBlocksIn,
  type RestructuredTextContext,
  type RestructuredTextReader,
} from './restructured-text-context.ts'
import { drawnGridTable, isGridLine, isSimpleBorder, simpleTable } from './drawn-tables.ts'

/** Returns what the lines of a cell hold. */
export const cellIn = (
  lines: readonly string[],
  header: boolean,
  place: LightweightPlace,
  context: RestructuredTextContext,
): MarkupCell => ({
  ...markupCell(restructuredTextBlocksIn(dedented(lines), place, context), header),
  header,
})

export const grid: RestructuredTextReader = (lines, at, place, context) => {
  if (!isGridLine(itemAt(lines, at))) return null
  let end = at
  while (end < lines.length && /^[+|]/.test(itemAt(lines, end))) end += 1
  const table = drawnGridTable(lines.slice(at, end), (cell, header) => cellIn(cell, header, place, context))
  if (table === null) return null
  place.writer.push(tableBlock(table))
  return end
}

/** A simple table ends with the border behind which nothing follows. */
export const simple: RestructuredTextReader = (lines, at, place, context) => {
  if (!isSimpleBorder(itemAt(lines, at))) return null
  let borders = 1
  let end = at + 1
  for (; end < lines.length; end += 1) {
    if (!isSimpleBorder(itemAt(lines, end))) continue
    borders += 1
    if (borders === 3 || (lines[end + 1] ?? '') === '') break
  }
  if (end >= lines.length) return null
  const table = simpleTable(lines.slice(at, end + 1), (cell, header) => cellIn(cell, header, place, context))
  if (table === null) return null
  place.writer.push(tableBlock(table))
  return end + 1
}
