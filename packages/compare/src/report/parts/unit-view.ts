import { html, type Html } from '../markup/html.ts'
import type { TableUnit, Unit } from '../texts/text-page.ts'

/** Browsers take no more. */
const maxSpan = 1_000

const keepsSpace: ReadonlySet<Unit['type']> = new Set(['code', 'formula', 'source'])

/** A block as it is shown; `parts` are its texts, marked. */
export const unitView = (unit: Unit, parts: readonly Html[]): Html => {
  if (unit.type === 'table') return tableView(unit, parts)
  const [content] = parts
  if (unit.type === 'picture')
    return html`<p class="b b-picture">Picture${unit.text === '' ? '' : html`: <span dir="auto">${content}</span>`}</p>`
  if (unit.text.trim() === '') return html``
  const depth = unit.type === 'list_item' || unit.type === 'heading' ? ` l${Math.min(unit.level, 4)}` : ''
  if (keepsSpace.has(unit.type)) return html`<pre class="b b-${unit.type}" dir="auto">${content}</pre>`
  return html`<p class="b b-${unit.type}${depth}" dir="auto">${content}</p>`
}

const tableView = ({ caption, rows }: TableUnit, parts: readonly Html[]): Html => {
  let next = 1
  const body = rows.map((row) => {
    const cells = row.map(({ text, header, rowSpan, columnSpan }) => {
      const content = parts[next]
      next += 1
      const spans = html`${span('rowspan', rowSpan)}${span('colspan', columnSpan)}`
      return header && text !== ''
        ? html`<th dir="auto" ${spans}>${content}</th>`
        : html`<td dir="auto" ${spans}>${content}</td>`
    })
    return html`<tr>
      ${cells}
    </tr>`
  })
  const title =
    caption === ''
      ? ''
      : html`<caption dir="auto">
          ${parts[0]}
        </caption>`
  return html`<div class="sheet" role="group" aria-label="Table" tabindex="0">
    <table>
      ${title}
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`
}

const span = (attribute: 'rowspan' | 'colspan', count: number): Html | null =>
  count > 1 ? html` ${attribute}="${Math.min(count, maxSpan)}"` : null
