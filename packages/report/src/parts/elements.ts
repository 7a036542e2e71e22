import { percent } from '@polyparse/compare/format'
import { htmlText, type Html, type HtmlPiece } from '../html.ts'

/** A heading of the given level, from 1 to 6. */
export const reportHeading = (level: number, content: HtmlPiece, id?: string): Html => {
  const attribute = id !== undefined && htmlText` id="${id}"`
  const tag = `h${Math.min(6, Math.max(1, level))}`
  return htmlText`<${tag}${attribute}>${content}</${tag}>`
}

/** A share as a bar and as a figure. */
export const shareBar = (share: number): Html =>
  htmlText`<span class="share"
    ><i style="--share: ${Math.round(share * 100)}%" aria-hidden="true"></i>${percent(share)}</span
  >`

/** A row: its heading, and its cells with the names of their columns. */
export type CardsRow = { readonly name: Html; readonly cells: readonly (readonly [string, Html | string])[] }

/** A table whose rows are cards on a narrow screen; explicit roles keep it a table for screen readers. */
export const cardsTable = (first: string, rows: readonly CardsRow[]): Html => {
  const columns = [first, ...(rows[0]?.cells.map(([column]) => column) ?? [])]
  return cards(
    columns,
    rows.map(({ name, cells }) =>
      cardsRow(name, htmlText`${cells.map(([column, content]) => cardsCell(column, content))}`),
    ),
  )
}

export const cards = (columns: readonly string[], rows: readonly Html[]): Html =>
  htmlText`<table class="cards" role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => htmlText`<th scope="col" role="columnheader">${column}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows}
    </tbody>
  </table>`

export const cardsRow = (name: Html, cells: Html): Html =>
  htmlText`<tr role="row">
    <th scope="row" role="rowheader">${name}</th>
    ${cells}
  </tr>`

export const cardsCell = (column: string, content: Html | string): Html =>
  htmlText`<td role="cell" data-label="${column}"><div>${content}</div></td>`
