import type { Dispute, DisputeSide } from '@polyparse/contract'
import { html, type Html } from '../markup/html.ts'
import { differingStretches } from '../texts/differing-stretches.ts'

/** The text of a side with what differs from its counterpart marked: by words, within numbers by characters. */
export const markedSide = (side: DisputeSide, counterpart: DisputeSide | null): Html => {
  const stretches = counterpart === null ? [] : differingStretches(side.text, counterpart.text)
  const pieces: Html[] = []
  let at = 0
  for (const { start, end } of stretches) {
    pieces.push(html`${side.text.slice(at, start)}<mark class="a">${side.text.slice(start, end)}</mark>`)
    at = end
  }
  return html`${pieces}${side.text.slice(at)}`
}

/** Whom a side is to be compared with: the outlier, or the first that reads otherwise. */
export const counterpartOf = ({ outlier, sides }: Dispute, side: DisputeSide): DisputeSide | null => {
  const others = sides.filter(({ provider, text }) => provider !== side.provider && text !== side.text)
  return others.find(({ provider }) => provider === outlier) ?? others[0] ?? null
}
