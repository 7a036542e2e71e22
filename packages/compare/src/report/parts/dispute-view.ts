import type { Dispute, DisputeSide } from '@polyparse/contract'
import { anchors, parsedOf, type ComparedDocument, type NumberedDispute } from '../compared-document.ts'
import { many } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import type { LaidOut } from '../texts/lay-out.ts'
import { heading } from './heading.ts'
import { kindNames } from './kinds.ts'
import { counterpartOf, markedSide } from './side-marks.ts'

/** A page in small: its width, and the least that a place on it measures. */
const pageWidth = 100
const minMarkSize = 9

/** One dispute: what it is about, and each side in its own words. */
export const disputeView = (
  document: ComparedDocument,
  { number, dispute }: NumberedDispute,
  laidOut: LaidOut | null,
  level: number,
): Html => {
  const { kind, page, message, outlier, severity, sides } = dispute
  const where = pageLink(document, page, laidOut)
  return html`<li class="dispute k-${kind}" id="${anchors.dispute(document, number)}">
    <header>
      <span class="number" aria-hidden="true">${number}</span><span class="kind">${kindNames[kind]}</span
      ><span class="where">${where}</span>${weight(severity)}${
        outlier !== undefined && html`<span class="outlier">▲ <bdi>${outlier}</bdi> is the outlier</span>`
      }
    </header>
    ${heading(level, html`<span dir="auto">${message}</span>`)}
    <dl>${sides.map((side) => sideView(document, number, side, counterpartOf(dispute, side), laidOut))}</dl>
    ${otherPlaces(document, dispute, laidOut)}
  </li>`
}

const pageLink = (document: ComparedDocument, page: number, laidOut: LaidOut | null): Html =>
  laidOut?.pages.some((laid) => laid.page === page) === true
    ? html`<a href="#${anchors.page(document, page)}">Page ${page}</a>`
    : html`Page ${page}`

/** More places than this are counted. */
const maxPlaces = 20

const otherPlaces = (
  document: ComparedDocument,
  { otherOccurrences = [] }: Dispute,
  laidOut: LaidOut | null,
): Html | false =>
  otherOccurrences.length > 0 &&
  html`<details class="also">
    <summary>Also in ${many(otherOccurrences.length, 'other place')}</summary>
    <ul>
      ${otherOccurrences
        .slice(0, maxPlaces)
        .map(
          ({ page, texts }) =>
            html`<li>
              ${pageLink(document, page, laidOut)}:${Object.entries(texts).map(
                ([provider, text]) =>
                  html` <bdi>${provider}</bdi> ${
                      text === '' ? html`<span class="nothing">nothing</span>` : html`<b dir="auto">${text}</b>`
                    }`,
              )}
            </li>`,
        )}
      ${otherOccurrences.length > maxPlaces && html`<li>and ${many(otherOccurrences.length - maxPlaces, 'more', 'more')}</li>`}
    </ul>
  </details>`

const sideView = (
  document: ComparedDocument,
  number: number,
  side: DisputeSide,
  counterpart: DisputeSide | null,
  laidOut: LaidOut | null,
): Html => {
  const index = parsedOf(document).findIndex(({ id }) => id === side.provider)
  const hue = document.providers.find(({ id }) => id === side.provider)?.hue ?? 0
  const anchor = anchors.spot(document, number, index)
  const target = laidOut?.found.has(anchor) === true ? anchor : null
  const own =
    side.text === '' ? html`<span class="nothing">nothing</span>` : html`<b>${markedSide(side, counterpart)}</b>`
  const size = laidOut?.pages.find(({ page }) => page === side.page)?.size ?? null
  return html`<div class="side hue-${hue}">
    <dt><bdi>${side.provider}</bdi></dt>
    <dd>
      <p dir="auto">
        ${
          side.before !== '' && html`<span class="around">… ${side.before} </span>`
        }${own}${side.after !== '' && html`<span class="around"> ${side.after} …</span>`}
      </p>
      ${
        target !== null &&
        html`<a class="see" href="#${target}" aria-label="See dispute ${number} in the text of ${side.provider}"
          >In the text</a
        >`
      }${size !== null && side.bbox !== null && placeOnPage(side.bbox, size)}
    </dd>
  </div>`
}

/** A page in small, with the place on it; never too small a place to be seen. */
const placeOnPage = (box: readonly number[], { width, height }: { width: number; height: number }): Html => {
  const [left = 0, top = 0, right = 0, bottom = 0] = box.map((side) => (side / Math.max(1, width)) * pageWidth)
  const tall = Math.round((height / Math.max(1, width)) * pageWidth)
  const across = Math.max(minMarkSize, right - left)
  const down = Math.max(minMarkSize, bottom - top)
  return html`<svg class="on-page" viewBox="0 0 ${pageWidth} ${tall}" aria-hidden="true">
    <rect
      x="${Math.round(Math.min(left, pageWidth - across))}"
      y="${Math.round(Math.min(top, tall - down))}"
      width="${Math.round(across)}"
      height="${Math.round(down)}"
    />
  </svg>`
}

const weight = (severity: number): Html => {
  const { dots, name } = weightOf(severity)
  return html`<span class="weight ${name}"><span aria-hidden="true">${dots}</span> ${name}</span>`
}

/** How serious a dispute is, for the eye and in a word. */
export const weightOf = (severity: number) => {
  if (severity >= 0.7) return { dots: '●●●', name: 'serious' } as const
  return severity >= 0.4 ? ({ dots: '●●○', name: 'notable' } as const) : ({ dots: '●○○', name: 'minor' } as const)
}
