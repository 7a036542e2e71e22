import { placeCells, type Grid } from '../markdown/grid.ts'
import { shortNames } from './languages.ts'
import { figureColumns, type Inline, headerRowsOf, type Source, type SourceBlock, type SourcePair } from './source.ts'

/** `language` by its three letters. */
export type HtmlStyle = { readonly css: string; readonly language: string }

/** A source as an HTML page for the producers that print it. Footnotes are elements of the class `note`. */
export const htmlPage = (source: Source, { css, language }: HtmlStyle): string => `<!doctype html>
<html lang="${shortNames[language] ?? language}"><head><meta charset="utf-8"><title>Document</title><style>${css}</style></head>
<body>
<main>
${source.map(blockHtml).join('\n')}
</main></body></html>
`

const blockHtml = (block: SourceBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.inlines)}</h${block.level}>`
    case 'paragraph':
      return `<p>${inlineHtml(block.inlines)}</p>`
    case 'list': {
      const name = block.start === null ? 'ul' : 'ol'
      // WeasyPrint numbers by the style alone.
      const start =
        block.start === null || block.start === 1
          ? ''
          : ` start="${block.start}" style="counter-reset: list-item ${block.start - 1}"`
      const items = block.items.map(
        ({ inlines, children }) => `<li>${inlineHtml(inlines)}${children.map(blockHtml).join('')}</li>`,
      )
      return `<${name}${start}>${items.join('\n')}</${name}>`
    }
    case 'table':
      return tableHtml(block.grid)
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`
    case 'pairs':
      return `<div class="pairs">${block.pairs.map(pairHtml).join('\n')}</div>`
  }
}

const pairHtml = ({ label, value }: SourcePair): string =>
  `<div class="pair"><span class="label">${escapeHtml(label)}</span> <span class="value">${escapeHtml(value)}</span></div>`

const inlineHtml = (inlines: readonly Inline[]): string =>
  inlines
    .map(({ text, style, note }) => {
      const escaped = escapeHtml(text)
      if (note !== undefined) return `<span class="note">${escapeHtml(note)}</span>`
      if (style === 'bold') return `<strong>${escaped}</strong>`
      if (style === 'italic') return `<em>${escaped}</em>`
      return style === 'code' ? `<code>${escaped}</code>` : escaped
    })
    .join('')

const tableHtml = (grid: Grid): string => {
  const figures = figureColumns(grid)
  const cells = placeCells(grid)
  const row = (index: number): string => {
    const texts = cells
      .filter((cell) => cell.row === index)
      .map(({ text, isHeader, isStrong, rowSpan, columnSpan, column }) => {
        const name = isHeader ? 'th' : 'td'
        const spans = (rowSpan > 1 ? ` rowspan="${rowSpan}"` : '') + (columnSpan > 1 ? ` colspan="${columnSpan}"` : '')
        const figure = figures.has(column) && columnSpan === 1 ? ' class="figure"' : ''
        return `<${name}${spans}${figure}>${isStrong ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)}</${name}>`
      })
    const isTotal = grid[index]?.some(({ isStrong }) => isStrong) === true
    return `<tr${isTotal ? ' class="total"' : ''}>${texts.join('')}</tr>`
  }
  const headers = headerRowsOf(grid)
  const rows = grid.map((_, index) => row(index))
  return `<table><thead>${rows.slice(0, headers).join('\n')}</thead><tbody>${rows.slice(headers).join('\n')}</tbody></table>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
