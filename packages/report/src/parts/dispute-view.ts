import type { Dispute, DisputeSide } from '@polyparse/contract'
import { many } from '@polyparse/compare/format'
import {
  anchors,
  counterpartOf,
  parsedProviders,
  type ComparedDocument,
  type NumberedDispute,
} from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { kindNames, severityLevel } from '@polyparse/compare/view'
import { differingStretches } from '@polyparse/compare/view'
import type { LaidOut } from '@polyparse/compare/view'
import { reportHeading } from './elements.ts'
import { viewLimits } from '@polyparse/compare/view'

/** One dispute: its message, and the text of each side. */
export const disputeView = (
  document: ComparedDocument,
  { number, dispute }: NumberedDispute,
  laidOut: LaidOut | null,
  level: number,
): Html => {
  const { kind, page, message, outlier, severity, sides } = dispute
  const where = pageLink(document, page, laidOut)
  return htmlText`<li class="dispute k-${kind}" id="${anchors.dispute(document, number)}">
    <header>
      <span class="number" aria-hidden="true">${number}</span><span class="kind">${kindNames[kind]}</span
      ><span class="where">${where}</span>${weight(severity)}${
        outlier !== undefined && htmlText`<span class="outlier">▲ <bdi>${outlier}</bdi> is the outlier</span>`
      }
    </header>
    ${reportHeading(level, htmlText`<span dir="auto">${message}</span>`)}
    <dl>${sides.map((side) => sideView(document, number, side, counterpartOf(dispute, side), laidOut))}</dl>
    ${otherOccurrencesView(document, dispute, laidOut)}
  </li>`
}

const pageLink = (document: ComparedDocument, page: number, laidOut: LaidOut | null): Html =>
  laidOut?.pages.some((laid) => laid.page === page) === true
    ? htmlText`<a href="#${anchors.page(document, page)}">Page ${page}</a>`
    : htmlText`Page ${page}`

const otherOccurrencesView = (
  document: ComparedDocument,
  { otherOccurrences = [] }: Dispute,
  laidOut: LaidOut | null,
): Html | false =>
  otherOccurrences.length > 0 &&
  htmlText`<details class="also">
    <summary>Also in ${many(otherOccurrences.length, 'other place')}</summary>
    <ul>
      ${otherOccurrences.slice(0, viewLimits.occurrences).map(
        ({ page, texts }) =>
          htmlText`<li>
              ${pageLink(document, page, laidOut)}:${Object.entries(texts).map(
                ([provider, text]) =>
                  htmlText` <bdi>${provider}</bdi> ${
                    text === '' ? htmlText`<span class="nothing">no text</span>` : htmlText`<b dir="auto">${text}</b>`
                  }`,
              )}
            </li>`,
      )}
      ${otherOccurrences.length > viewLimits.occurrences && htmlText`<li>and ${many(otherOccurrences.length - viewLimits.occurrences, 'more', 'more')}</li>`}
    </ul>
  </details>`

const sideView = (
  document: ComparedDocument,
  number: number,
  side: DisputeSide,
  counterpart: DisputeSide | null,
  laidOut: LaidOut | null,
): Html => {
  const index = parsedProviders(document).findIndex(({ id }) => id === side.provider)
  const hue = document.providers.find(({ id }) => id === side.provider)?.hue ?? 0
  const anchor = anchors.spot(document, number, index)
  const target = laidOut?.found.has(anchor) === true ? anchor : null
  const own =
    side.text === ''
      ? htmlText`<span class="nothing">no text</span>`
      : htmlText`<b>${markedSide(side, counterpart)}</b>`
  const size = laidOut?.pages.find(({ page }) => page === side.page)?.size ?? null
  return htmlText`<div class="side hue-${hue}">
    <dt><bdi>${side.provider}</bdi></dt>
    <dd>
      <p dir="auto">
        ${
          side.before !== '' && htmlText`<span class="around">… ${side.before} </span>`
        }${own}${side.after !== '' && htmlText`<span class="around"> ${side.after} …</span>`}
      </p>
      ${
        target !== null &&
        htmlText`<a class="see" href="#${target}" aria-label="See dispute ${number} in the text of ${side.provider}"
          >In the text</a
        >`
      }${size !== null && side.bbox !== null && thumbnail(side.bbox, size)}
    </dd>
  </div>`
}

/** A page thumbnail with the place marked, never smaller than can be seen. */
const thumbnail = (box: readonly number[], { width, height }: { width: number; height: number }): Html => {
  const [left = 0, top = 0, right = 0, bottom = 0] = box.map(
    (side) => (side / Math.max(1, width)) * viewLimits.thumbnailWidth,
  )
  const tall = Math.round((height / Math.max(1, width)) * viewLimits.thumbnailWidth)
  const across = Math.max(viewLimits.minMarkSize, right - left)
  const down = Math.max(viewLimits.minMarkSize, bottom - top)
  return htmlText`<svg class="on-page" viewBox="0 0 ${viewLimits.thumbnailWidth} ${tall}" aria-hidden="true">
    <rect
      x="${Math.round(Math.min(left, viewLimits.thumbnailWidth - across))}"
      y="${Math.round(Math.min(top, tall - down))}"
      width="${Math.round(across)}"
      height="${Math.round(down)}"
    />
  </svg>`
}

const weight = (severity: number): Html => {
  const { dots, name } = severityLevel(severity)
  return htmlText`<span class="weight ${name}"><span aria-hidden="true">${dots}</span> ${name}</span>`
}

/** The text of a side, with the differences from its counterpart marked: by words, and by characters within numbers. */
const markedSide = (side: DisputeSide, counterpart: DisputeSide | null): Html => {
  const stretches = counterpart === null ? [] : differingStretches(side.text, counterpart.text)
  const pieces: Html[] = []
  let at = 0
  for (const { start, end } of stretches) {
    pieces.push(htmlText`${side.text.slice(at, start)}<mark class="a">${side.text.slice(start, end)}</mark>`)
    at = end
  }
  return htmlText`${pieces}${side.text.slice(at)}`
}
