import { many } from '@polyparse/compare/format'
import { anchors, type ComparedDocument } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { decorationsOf, decoratedPieces, type Decorations, type TextPiece } from '@polyparse/compare/view'
import type { LaidOutColumn } from '@polyparse/compare/view'
import type { TableUnit, PageUnit } from '@polyparse/compare/view'
import { reportHeading } from './elements.ts'
import { viewLimits } from '@polyparse/compare/view'

/** One provider's text of one page, with its differences and disputes marked. */
export const columnView = (
  document: ComparedDocument,
  { provider, column, marks, spots }: LaidOutColumn,
  level: number,
): Html => {
  const content = (): Html | Html[] => {
    if (column === null) return htmlText`<p class="nothing">This provider has no such page.</p>`
    if (column.units.length === 0) return htmlText`<p class="nothing">This provider found nothing on this page.</p>`
    const decorations = decorationsOf(column, marks, spots)
    return column.units.map(({ unit, parts }, index) =>
      unitView(
        unit,
        parts.map((text, part) => decorated(document, text, decorations(index, part))),
      ),
    )
  }
  return htmlText`<article class="column hue-${provider.hue}">
    ${reportHeading(level, htmlText`<bdi>${provider.id}</bdi>`)}${content()}
  </article>`
}

const decorated = (document: ComparedDocument, text: string, decorations: Decorations): Html =>
  htmlText`${decoratedPieces(text, decorations).map((piece) => pieceView(document, piece))}`

const classes = { unmatched: 'a', partial: 's', moved: 'v' } as const

const pieceView = (document: ComparedDocument, piece: TextPiece): Html => {
  if (piece.kind === 'dispute') {
    const { number, anchor } = piece
    return htmlText`<a class="ref" id="${anchor}" href="#${anchors.dispute(document, number)}">${number}</a>`
  }
  if (piece.kind === 'gap') {
    const title = `${many(piece.count, 'word')} of the others missing here`
    return htmlText`<span class="gap" title="${title}">−${piece.count}</span>`
  }
  const { text, mark, isSpot } = piece
  const marked = mark === null ? htmlText`${text}` : htmlText`<mark class="${classes[mark]}">${text}</mark>`
  return isSpot ? htmlText`<span class="spot">${marked}</span>` : marked
}

const keepsSpace: ReadonlySet<PageUnit['type']> = new Set(['code', 'formula', 'source'])

/** A block as markup; `parts` are its texts with their marks. */
const unitView = (unit: PageUnit, parts: readonly Html[]): Html => {
  if (unit.type === 'table') return tableView(unit, parts)
  const [content] = parts
  if (unit.type === 'picture')
    return htmlText`<p class="b b-picture">Picture${unit.text === '' ? '' : htmlText`: <span dir="auto">${content}</span>`}</p>`
  if (unit.text.trim() === '') return htmlText``
  const depth = unit.type === 'list_item' || unit.type === 'heading' ? ` l${Math.min(unit.level, 4)}` : ''
  if (keepsSpace.has(unit.type)) return htmlText`<pre class="b b-${unit.type}" dir="auto">${content}</pre>`
  return htmlText`<p class="b b-${unit.type}${depth}" dir="auto">${content}</p>`
}

const tableView = ({ caption, rows }: TableUnit, parts: readonly Html[]): Html => {
  let next = 1
  const body = rows.map((row) => {
    const cells = row.map(({ text, header, rowSpan, columnSpan }) => {
      const content = parts[next]
      next += 1
      const spans = htmlText`${htmlOfSpanAttribute('rowspan', rowSpan)}${htmlOfSpanAttribute('colspan', columnSpan)}`
      return header && text !== ''
        ? htmlText`<th dir="auto" ${spans}>${content}</th>`
        : htmlText`<td dir="auto" ${spans}>${content}</td>`
    })
    return htmlText`<tr>
      ${cells}
    </tr>`
  })
  const title =
    caption === ''
      ? ''
      : htmlText`<caption dir="auto">
          ${parts[0]}
        </caption>`
  return htmlText`<div class="sheet" role="group" aria-label="Table" tabindex="0">
    <table>
      ${title}
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`
}

const htmlOfSpanAttribute = (attribute: 'rowspan' | 'colspan', count: number): Html | null =>
  count > 1 ? htmlText` ${attribute}="${Math.min(count, viewLimits.maxCellSpan)}"` : null
