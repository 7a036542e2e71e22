import { html, type Html } from '../markup/html.ts'

/** A row: what it is about, and what is told of it by the names of the columns. */
export type CardsRow = { readonly name: Html; readonly cells: readonly (readonly [string, Html | string])[] }

/** A table whose rows are cards on a narrow screen; its roles say that it is a table there too. */
export const cardsTable = (first: string, rows: readonly CardsRow[]): Html => {
  const columns = [first, ...(rows[0]?.cells.map(([column]) => column) ?? [])]
  return cards(
    columns,
    rows.map(({ name, cells }) =>
      cardsRow(name, html`${cells.map(([column, content]) => cardsCell(column, content))}`),
    ),
  )
}

export const cards = (columns: readonly string[], rows: readonly Html[]): Html =>
  html`<table class="cards" role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows}
    </tbody>
  </table>`

export const cardsRow = (name: Html, cells: Html): Html =>
  html`<tr role="row">
    <th scope="row" role="rowheader">${name}</th>
    ${cells}
  </tr>`

export const cardsCell = (column: string, content: Html | string): Html =>
  html`<td role="cell" data-label="${column}"><div>${content}</div></td>`
