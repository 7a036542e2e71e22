import type { Cell, Table } from '../../model.ts'
import { inlineText, textLines } from '../inline.ts'
import { headerRowCount, type GridPlace, placesOf } from '../table-grid.ts'
import { direction, inlineHtml } from './html-inline.ts'

type HtmlGridRow = readonly GridPlace[]

/** The content of a cell. */
type CellHtml = (cell: Cell) => string

/**
 * A table without blank lines, so that it can be in Markdown too. Header cells have a scope, and cells that run from
 * right to left a direction, unless it is to be plain.
 */
export const gridHtml = (table: Table, cellHtml: CellHtml, isPlain: boolean): string => {
  const rows = placesOf(table)
  const headerCount = headerRowCount(rows)
  const group = (tag: 'thead' | 'tbody', rows: readonly HtmlGridRow[]): string[] =>
    rows.length === 0
      ? []
      : [
          `<${tag}>`,
          ...rows.map((row) => `<tr>${row.map((place) => placeHtml(place, tag, cellHtml, isPlain)).join('')}</tr>`),
          `</${tag}>`,
        ]
  return [
    '<table>',
    ...(table.caption === undefined ? [] : [`<caption>${textHtml(table.caption)}</caption>`]),
    ...group('thead', rows.slice(0, headerCount)),
    ...group('tbody', rows.slice(headerCount)),
    '</table>',
  ].join('\n')
}

const placeHtml = (place: GridPlace, group: 'thead' | 'tbody', cellHtml: CellHtml, isPlain: boolean): string => {
  if (place === 'covered') return ''
  if (place === 'empty') return '<td></td>'
  const tag = place.header ? 'th' : 'td'
  const spans = spanAttributeOfCell('rowspan', place.rowSpan) + spanAttributeOfCell('colspan', place.columnSpan)
  const more = isPlain ? '' : scope(place, group) + direction(place.text)
  return `<${tag}${spans}${more}>${cellHtml(place)}</${tag}>`
}

const spanAttributeOfCell = (attribute: string, count: number): string => (count > 1 ? ` ${attribute}="${count}"` : '')

const scope = ({ header, rowSpan, columnSpan }: Cell, group: 'thead' | 'tbody'): string => {
  if (!header) return ''
  if (group === 'thead') return ` scope="${columnSpan > 1 ? 'colgroup' : 'col'}"`
  return ` scope="${rowSpan > 1 ? 'rowgroup' : 'row'}"`
}

/**
 * The text of a cell or a caption, line by line.
 * @example textHtml('a < b\nc') // 'a &lt; b<br>c'
 */
export const textHtml = (text: string): string => inlineHtml(inlineText({ text: textLines(text).join('\n') }))
