import { paragraphOf, tableBlock } from '../../flow/flow.ts'
import { markupCell } from '../../flow/held.ts'
import { type MarkupCell, placeFlowCells } from '../../flow/place-cells.ts'
import { type OrgReader, takeCaption } from './org-context.ts'

const cellsOfOrgRow = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim())

/** A table; what is above its first line is its header. */
export const orgTable: OrgReader = (lines, at, place, context) => {
  let end = at
  while (/^\s*\|/.test(lines[end] ?? '')) end += 1
  if (end === at) return null
  const caption = takeCaption(place, context)
  const rows = lines.slice(at, end).map((line) => line.trim())
  const isRule = (line: string): boolean => line.startsWith('|-')
  const firstRule = rows.findIndex((line, row) => row > 0 && isRule(line))
  const isHeaded = firstRule > 0 && rows.slice(firstRule).some((line) => !isRule(line))
  const cells = rows.flatMap((line, row): MarkupCell[][] => {
    const texts = isRule(line) ? [] : cellsOfOrgRow(line)
    // A row of `<r>` and `<10>` says how columns are set.
    const isText = texts.some((text) => !/^(?:<[lrc]?\d*>)?$/.test(text)) || texts.every((text) => text === '')
    return isRule(line) || !isText
      ? []
      : [
          texts.map((text) => {
            const header = isHeaded && row < firstRule
            const content = paragraphOf(context.readInline(text.replaceAll('\\vert', '|')))
            return { ...markupCell([content], header), header }
          }),
        ]
  })
  const placed = placeFlowCells(cells, caption)
  if (placed !== null) place.writer.push(tableBlock(placed))
  return end
}
