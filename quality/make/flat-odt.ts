import { placeCells, type Grid } from '../markdown/grid.ts'
import {
  columnLengths,
  columnsOf,
  figureColumns,
  headerRowsOf,
  type Inline,
  type Source,
  type SourceBlock,
  type SourceItem,
} from './source.ts'
import { officeStyles, type OfficeStyle } from './office-styles.ts'

/** A source as a text document in one XML file, as LibreOffice Writer reads it. */
export const flatOdt = (source: Source, style: OfficeStyle): string => {
  const body = source.map((block) => blockOdt(block, style))
  const [title = '', ...rest] = body
  const text = style.columns === 1 ? body.join('\n') : `${title}\n${section(rest.join('\n'))}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
${officeStyles(style)}
<office:body><office:text>
${text}
</office:text></office:body></office:document>
`
}

const names = ['office', 'style', 'text', 'table']
const namespaces = [
  ...names.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`),
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
].join(' ')

const section = (content: string): string =>
  `<text:section text:style-name="Columns" text:name="Columns">${content}</text:section>`

const blockOdt = (block: SourceBlock, style: OfficeStyle): string => {
  switch (block.kind) {
    case 'heading':
      return `<text:h text:style-name="H${block.level}" text:outline-level="${block.level}">${inlineOdt(block.inlines)}</text:h>`
    case 'paragraph':
      return `<text:p text:style-name="Body">${inlineOdt(block.inlines)}</text:p>`
    case 'list':
      return listOdt(block.items, block.start, style)
    case 'table':
      return tableOdt(block.grid)
    case 'code':
      return block.text
        .split('\n')
        .map((line) => `<text:p text:style-name="Code">${spaced(line)}</text:p>`)
        .join('\n')
    case 'pairs':
      return block.pairs
        .map(
          ({ label, value }) =>
            `<text:p text:style-name="Pair"><text:span text:style-name="Label">${escapeXml(label)}</text:span><text:tab/>${escapeXml(value)}</text:p>`,
        )
        .join('\n')
  }
}

const listOdt = (items: readonly SourceItem[], start: number | null, style: OfficeStyle): string => {
  const entries = items.map(({ inlines, children }, index) => {
    const value = index === 0 && start !== null ? ` text:start-value="${start}"` : ''
    return `<text:list-item${value}><text:p text:style-name="Item">${inlineOdt(inlines)}</text:p>${children
      .map((child) => blockOdt(child, style))
      .join('')}</text:list-item>`
  })
  return `<text:list text:style-name="${start === null ? 'Bullets' : 'Numbers'}">${entries.join('\n')}</text:list>`
}

let notes = 0

const inlineOdt = (inlines: readonly Inline[]): string =>
  inlines
    .map(({ text, style, note }) => {
      if (note !== undefined) {
        notes += 1
        return `<text:note text:id="n${notes}" text:note-class="footnote"><text:note-citation>${text}</text:note-citation><text:note-body><text:p text:style-name="Note">${escapeXml(note)}</text:p></text:note-body></text:note>`
      }
      const name = style === 'bold' ? 'Bold' : style === 'italic' ? 'Italic' : 'Mono'
      return style === undefined
        ? escapeXml(text)
        : `<text:span text:style-name="${name}">${escapeXml(text)}</text:span>`
    })
    .join('')

let tables = 0

/** Widths follow the longest texts; every cell is styled by its position. */
const tableOdt = (grid: Grid): string => {
  tables += 1
  const figures = figureColumns(grid)
  const widths = columnLengths(grid).map((length) => Math.min(48, Math.max(7, length)))
  const headers = headerRowsOf(grid)
  const cells = placeCells(grid)
  const rows = grid.map((_, row) => {
    const parts: string[] = []
    for (let column = 0; column < columnsOf(grid); column += 1) {
      const cell = cells.find((candidate) => candidate.row === row && candidate.column === column)
      if (cell === undefined) {
        parts.push('<table:covered-table-cell/>')
        continue
      }
      const spans =
        cell.rowSpan > 1 || cell.columnSpan > 1
          ? ` table:number-rows-spanned="${cell.rowSpan}" table:number-columns-spanned="${cell.columnSpan}"`
          : ''
      const place = row < headers ? 'Head' : row === grid.length - 1 ? 'Last' : row % 2 === 0 ? 'Even' : 'Odd'
      const isRight = figures.has(column) && cell.columnSpan === 1
      const name = `${row < headers || cell.isStrong ? 'Strong' : 'Cell'}${isRight ? 'Right' : ''}`
      parts.push(
        `<table:table-cell table:style-name="${place}"${spans}><text:p text:style-name="${name}">${escapeXml(cell.text)}</text:p></table:table-cell>`,
      )
    }
    return `<table:table-row>${parts.join('')}</table:table-row>`
  })
  const columns = widths.map((width) => `<table:table-column table:style-name="W${width}"/>`)
  return `<table:table table:name="Table${tables}" table:style-name="Table">${columns.join('')}
${rows.join('\n')}</table:table><text:p text:style-name="Body"/>`
}

const spaced = (line: string): string =>
  escapeXml(line).replaceAll(/ {2,}/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
