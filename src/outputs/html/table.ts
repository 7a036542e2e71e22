import type { Cell, Table } from '../../document/model.ts'
import { inlineOf, textLines } from '../inline.ts'
import { placesOf, type Place } from '../table-grid.ts'
import { inlineHtml } from './inline.ts'

type Row = readonly Place[]

/** A table without blank lines, so that it can stand in Markdown too. */
export const tableHtml = (table: Table): string => {
  const rows = placesOf(table)
  const headerCount = headerRowCount(rows)
  return [
    '<table>',
    ...(table.caption === undefined ? [] : [`<caption>${textHtml(table.caption)}</caption>`]),
    ...group('thead', rows.slice(0, headerCount)),
    ...group('tbody', rows.slice(headerCount)),
    '</table>',
  ].join('\n')
}

/** The rows at the top that have nothing but header cells, unless one of those reaches into the rows below. */
const headerRowCount = (rows: readonly Row[]): number => {
  const first = rows.findIndex((row) => !row.some(isCell) || row.some((place) => isCell(place) && !place.header))
  const count = first === -1 ? rows.length : first
  const reaches = rows
    .slice(0, count)
    .some((row) => row.some((place) => isCell(place) && place.row + place.rowSpan > count))
  return reaches ? 0 : count
}

const isCell = (place: Place): place is Cell => typeof place !== 'string'

const group = (tag: 'thead' | 'tbody', rows: readonly Row[]): string[] =>
  rows.length === 0 ? [] : [`<${tag}>`, ...rows.map((row) => `<tr>${row.map(placeHtml).join('')}</tr>`), `</${tag}>`]

const placeHtml = (place: Place): string => {
  if (place === 'covered') return ''
  if (place === 'empty') return '<td></td>'
  const tag = place.header ? 'th' : 'td'
  const spans = span('rowspan', place.rowSpan) + span('colspan', place.columnSpan)
  return `<${tag}${spans}>${textHtml(place.text)}</${tag}>`
}

const span = (attribute: string, count: number): string => (count > 1 ? ` ${attribute}="${count}"` : '')

const textHtml = (text: string): string => inlineHtml(inlineOf({ text: textLines(text).join('\n') }))
