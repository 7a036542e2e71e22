import { placeCells, type Grid, type PlacedCell } from '../markdown/grid.ts'
import {
  columnLengths,
  figureColumns,
  headerRowsOf,
  type Inline,
  type Source,
  type SourceBlock,
  type SourcePair,
} from './source.ts'

/** How tables are ruled: lines at the top, under the header and at the bottom; around every cell; or none. */
export type Rules = 'booktabs' | 'grid' | 'none'

/** A source as the body of a LaTeX document. Headings keep the numbers they have, if any. */
export const texMarkup = (source: Source, rules: Rules): string =>
  source.map((block) => blockTex(block, rules)).join('\n\n')

const headings = ['\\doctitle', '\\section*', '\\subsection*', '\\subsubsection*']

const blockTex = (block: SourceBlock, rules: Rules): string => {
  switch (block.kind) {
    case 'heading':
      return `${headings[block.level - 1]}{${inlineTex(block.inlines)}}`
    case 'paragraph':
      return inlineTex(block.inlines)
    case 'list': {
      const name = block.start === null ? 'itemize' : 'enumerate'
      const first = block.start === null ? '' : `\\setcounter{\\listcounter}{${block.start - 1}}`
      const items = block.items.map(
        ({ inlines, children }) =>
          `\\item ${inlineTex(inlines)}\n${children.map((child) => blockTex(child, rules)).join('\n')}`,
      )
      return `\\begin{${name}}${first}\n${items.join('\n')}\n\\end{${name}}`
    }
    case 'table':
      return tableTex(block.grid, rules)
    case 'code':
      return `\\begin{verbatim}\n${block.text}\n\\end{verbatim}`
    case 'pairs':
      return `\\begin{pairs}\n${block.pairs.map(pairTex).join('\n')}\n\\end{pairs}`
  }
}

const pairTex = ({ label, value }: SourcePair): string => `${escapeTex(label)} & ${escapeTex(value)} \\\\`

const inlineTex = (inlines: readonly Inline[]): string =>
  inlines
    .map(({ text, style, note }) => {
      const escaped = escapeTex(text)
      if (note !== undefined) return `\\footnote{${escapeTex(note)}}`
      if (style === 'bold') return `\\textbf{${escaped}}`
      if (style === 'italic') return `\\emph{${escaped}}`
      return style === 'code' ? `\\texttt{${escaped}}` : escaped
    })
    .join('')

/** Longer texts are broken into lines. */
const longText = 30

const tableTex = (grid: Grid, rules: Rules): string => {
  const figures = figureColumns(grid)
  const lengths = columnLengths(grid)
  const shared = lengths.filter((length) => length > longText).reduce((sum, length) => sum + length, 0)
  const short = lengths.filter((length) => length <= longText).reduce((sum, length) => sum + length, 0)
  const columns = lengths.map((length, column) => {
    if (length <= longText) return figures.has(column) ? 'r' : 'l'
    return `>{\\raggedright\\arraybackslash}p{${((length / shared) * Math.max(0.35, 0.88 - short * 0.013)).toFixed(3)}\\linewidth}`
  })
  const bar = rules === 'grid' ? '|' : ''
  const cells = placeCells(grid)
  const rows = grid.map((_, index) => rowTex(cells, index, columns.length, bar))
  const headers = headerRowsOf(grid)
  const [top, middle, bottom] =
    rules === 'booktabs'
      ? ['\\toprule', '\\midrule', '\\bottomrule']
      : rules === 'grid'
        ? ['\\hline', '', '']
        : ['', '', '']
  const end = rules === 'grid' ? ' \\\\ \\hline' : ' \\\\'
  const lines = rows.map((row, index) => `${row}${end}${index === headers - 1 && middle !== '' ? ` ${middle}` : ''}`)
  return `\\begin{center}\\small\n\\begin{tabular}{${bar}${columns.join(bar)}${bar}}\n${top}\n${lines.join('\n')}\n${bottom}\n\\end{tabular}\n\\end{center}`
}

/** Cells that reach down are written into their first row. */
const rowTex = (cells: readonly PlacedCell[], row: number, width: number, bar: string): string => {
  const texts: string[] = []
  for (let column = 0; column < width; column += 1) {
    const cell = cells.find((candidate) => candidate.row === row && candidate.column === column)
    const text = cell === undefined ? '' : escapeTex(cell.text)
    const styled = cell?.isStrong === true || cell?.isHeader === true ? `\\textbf{${text}}` : text
    if (cell === undefined || cell.columnSpan === 1) texts.push(text === '' ? '' : styled)
    else {
      texts.push(`\\multicolumn{${cell.columnSpan}}{${bar}${cell.isHeader ? 'c' : 'l'}${bar}}{${styled}}`)
      column += cell.columnSpan - 1
    }
  }
  return texts.join(' & ')
}

const escapeTex = (text: string): string =>
  text
    .replaceAll('\\', '\\textbackslash ')
    .replaceAll(/[&%$#_{}]/g, '\\$&')
    .replaceAll('~', '\\textasciitilde ')
    .replaceAll('^', '\\textasciicircum ')
    .replaceAll('--', '-{}-')
    .replaceAll(/^-(?=\d)/g, '$-$')
