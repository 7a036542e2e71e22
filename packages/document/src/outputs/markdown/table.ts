import type { Table } from '../../model.ts'
import { tableHtml } from '../html/table.ts'
import { inlineOf, textLines } from '../inline.ts'
import { gridOf } from '../table-grid.ts'
import { inlineMarkdown } from './inline.ts'

/** A pipe table whose first row is the header; an HTML table where cells span, which pipes cannot express. */
export const tableMarkdown = (table: Table): string => {
  if (table.cells.some(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1)) {
    const { caption: _, ...bare } = table
    return tableHtml(bare, { isPlain: true })
  }
  const [header, ...rows] = gridOf(table)
  if (header === undefined || header.length === 0) return ''
  return [
    row(header.map(cellMarkdown)),
    row(header.map(() => '---')),
    ...rows.map((texts) => row(texts.map(cellMarkdown))),
  ].join('\n')
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A cell of letters and digits alone needs no markup, and tables may have millions of them. */
const plain = /^[A-Za-z0-9]*$/

const cellMarkdown = (text: string): string =>
  plain.test(text)
    ? text
    : inlineMarkdown(inlineOf({ text: textLines(text).join('\n') }), { inCell: true }).replaceAll('\n', '<br>')
