import type { Cell, Table } from '../../model.ts'
import type { Surroundings } from '../contents.ts'
import { tableHtml } from '../html/html-blocks.ts'
import { inlineText, textLines } from '../inline.ts'
import { type GridPlace, placesOf } from '../table-grid.ts'
import { alternativeText, destination, inlineMarkdown } from './markdown-inline.ts'

/**
 * A pipe table whose first row is the header; an HTML table where cells span, or hold lists, tables and the like, which
 * pipes cannot express.
 */
export const tableMarkdown = (table: Table, surroundings: Surroundings): string => {
  if (table.cells.some(isBeyondPipes)) {
    const { caption: _, ...bare } = table
    return tableHtml(bare, surroundings, { isPlain: true })
  }
  const [header, ...rows] = placesOf(table)
  if (header === undefined || header.length === 0) return ''
  const line = (places: readonly GridPlace[]): string =>
    joinPipeRow(places.map((place) => placeMarkdown(place, surroundings)))
  return [line(header), joinPipeRow(header.map(() => '---')), ...rows.map(line)].join('\n')
}

const isBeyondPipes = ({ rowSpan, columnSpan, blocks = [] }: Cell): boolean =>
  rowSpan > 1 || columnSpan > 1 || blocks.some(({ type }) => type !== 'paragraph' && type !== 'picture')

const joinPipeRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A cell of letters and digits alone needs no markup, and tables may have millions of them. */
const plainCellPattern = /^[A-Za-z0-9]*$/

const placeMarkdown = (place: GridPlace, surroundings: Surroundings): string => {
  if (typeof place === 'string') return ''
  const { text, runs, blocks } = place
  if (blocks === undefined && runs === undefined && plainCellPattern.test(text)) return text
  return (blocks ?? [place])
    .map((part) =>
      'picture' in part && part.picture !== undefined
        ? `![${alternativeText(part.text)}](${destination(part.picture)})`
        : partMarkdown(part, surroundings),
    )
    .filter((part) => part !== '')
    .join('<br>')
}

const partMarkdown = ({ text, runs }: Pick<Cell, 'text' | 'runs'>, { references }: Surroundings): string => {
  const styled = runs === undefined ? { text: textLines(text).join('\n') } : { text, runs }
  return textLines(inlineMarkdown(inlineText(styled), references, { inCell: true })).join('<br>')
}
