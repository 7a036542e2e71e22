import { placeCells, type Grid } from '../markdown/grid.ts'
import {
  columnLengths,
  figureColumns,
  headerRowsOf,
  type Inline,
  type Source,
  type SourceBlock,
  type SourcePair,
} from './source.ts'

/** A source in the language of Typst. The rules before it decide how headings, tables and pairs look. */
export const typstMarkup = (source: Source): string => source.map(blockTypst).join('\n\n')

const blockTypst = (block: SourceBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `#heading(level: ${block.level})[${inlineTypst(block.inlines)}]`
    case 'paragraph':
      return inlineTypst(block.inlines)
    case 'list': {
      const items = block.items.map(
        ({ inlines, children }) => `[${inlineTypst(inlines)}\n${children.map(blockTypst).join('\n')}]`,
      )
      const name = block.start === null ? 'list' : `enum`
      const start = block.start === null ? '' : `start: ${block.start}, `
      return `#${name}(${start}${items.join(', ')})`
    }
    case 'table':
      return tableTypst(block.grid)
    case 'code':
      return `#raw(${literal(block.text)}, block: true)`
    case 'pairs':
      return `#pairs(${block.pairs.map(pairTypst).join(', ')},)`
  }
}

const pairTypst = ({ label, value }: SourcePair): string => `(${literal(label)}, ${literal(value)})`

const inlineTypst = (inlines: readonly Inline[]): string =>
  inlines
    .map(({ text, style, note }) => {
      if (note !== undefined) return `#footnote[#${literal(note)}]`
      if (style === 'bold') return `#strong[#${literal(text)}]`
      if (style === 'italic') return `#emph[#${literal(text)}]`
      return style === 'code' ? `#raw(${literal(text)})` : `#${literal(text)}`
    })
    .join('')

/** Columns with long texts share the remaining width; all others are as wide as they need to be. */
const longText = 30

const tableTypst = (grid: Grid): string => {
  const figures = figureColumns(grid)
  const columns = columnLengths(grid).map((length) => (length > longText ? `${length}fr` : 'auto'))
  const align = columns.map((_, column) => (figures.has(column) ? 'right' : 'left'))
  const headers = headerRowsOf(grid)
  const cells = placeCells(grid).map(({ row, rowSpan, columnSpan, text, isStrong }) => {
    const style = isStrong || row < headers ? `strong[#${literal(text)}]` : literal(text)
    return { row, markup: `table.cell(colspan: ${columnSpan}, rowspan: ${rowSpan})[#${style}]` }
  })
  const markup = (isHeader: boolean): string =>
    cells
      .filter(({ row }) => row < headers === isHeader)
      .map((cell) => cell.markup)
      .join(', ')
  const header = headers === 0 ? '' : `table.header(${markup(true)}), table.hline(stroke: header-rule), `
  return `#table(columns: (${columns.join(', ')},), align: (${align.join(', ')},), ${header}${markup(false)})`
}

const literal = (text: string): string => JSON.stringify(text)
