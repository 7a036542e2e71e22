import { anchors, type ComparedDocument } from '../compared-document.ts'
import { many } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import { decorationsOf, piecesOf, type Decorations, type Piece } from '../texts/decorations.ts'
import type { LaidOutColumn } from '../texts/lay-out.ts'
import { heading } from './heading.ts'
import { unitView } from './unit-view.ts'

/** One provider's text of one page, with its differences and disputes marked. */
export const columnView = (
  document: ComparedDocument,
  { provider, column, marks, spots }: LaidOutColumn,
  level: number,
): Html => {
  const content = (): Html | Html[] => {
    if (column === null) return html`<p class="nothing">It has no such page.</p>`
    if (column.units.length === 0) return html`<p class="nothing">Nothing was found on this page.</p>`
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

const classes = { unmatched: 'a', some: 's', moved: 'v' } as const

const pieceView = (document: ComparedDocument, piece: Piece): Html => {
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
