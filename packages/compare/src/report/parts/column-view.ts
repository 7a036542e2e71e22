import { many } from '../../format.ts'
import { anchors, type ComparedDocument } from '../compared-document.ts'
import { html, type Html } from '../html.ts'
import { decorationsOf, piecesOf, type Decorations, type TextPiece } from '../texts/decorations.ts'
import type { LaidOutColumn } from '../texts/lay-out.ts'
import type { TableUnit, Unit } from '../texts/text-page.ts'
import { heading } from './elements.ts'
import { shown } from '../parameters.ts'

/** One provider's text of one page, with its differences and disputes marked. */
export const columnView = (
  document: ComparedDocument,
  { provider, column, marks, spots }: LaidOutColumn,
  level: number,
): Html => {
  const content = (): Html | Html[] => {
    if (column === null) return html`<p class="nothing">This provider has no such page.</p>`
    if (column.units.length === 0) return html`<p class="nothing">This provider found nothing on this page.</p>`
    const decorations = decorationsOf(column, marks, spots)
    return column.units.map(({ unit, parts }, index) =>
      unitView(
        unit,
        parts.map((text, part) => decorated(document, text, decorations(index, part))),
      ),
    )
  }
  return html`<article class="column hue-${provider.hue}">
    ${heading(level, html`<bdi>${provider.id}</bdi>`)}${content()}
  </article>`
}

const decorated = (document: ComparedDocument, text: string, decorations: Decorations): Html =>
  html`${piecesOf(text, decorations).map((piece) => pieceView(document, piece))}`

const classes = { unmatched: 'a', partial: 's', moved: 'v' } as const

const pieceView = (document: ComparedDocument, piece: TextPiece): Html => {
  if (piece.kind === 'dispute') {
    const { number, anchor } = piece
    return html`<a class="ref" id="${anchor}" href="#${anchors.dispute(document, number)}">${number}</a>`
  }
  if (piece.kind === 'gap') {
    const title = `${many(piece.count, 'word')} of the others missing here`
    return html`<span class="gap" title="${title}">−${piece.count}</span>`
  }
  const { text, mark, isSpot } = piece
  const marked = mark === null ? html`${text}` : html`<mark class="${classes[mark]}">${text}</mark>`
  return isSpot ? html`<span class="spot">${marked}</span>` : marked
}

const keepsSpace: ReadonlySet<Unit['type']> = new Set(['code', 'formula', 'source'])

/** A block as markup; `parts` are its texts with their marks. */
const unitView = (unit: Unit, parts: readonly Html[]): Html => {
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
  count > 1 ? html` ${attribute}="${Math.min(count, shown.maxCellSpan)}"` : null
