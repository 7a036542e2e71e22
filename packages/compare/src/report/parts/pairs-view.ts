import type { PairAgreement } from '@polyparse/contract'
import { anchors, parsedOf, type ComparedDocument, type ParsedProvider } from '../compared-document.ts'
import { percent } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import { heading } from './heading.ts'

/** How far each two providers agree; null where no two can be compared. */
export const pairsView = (document: ComparedDocument, level: number): Html | null => {
  const pairs = document.result.agreement?.pairs ?? []
  if (pairs.length === 0) return null
  return html`<section class="pairs">
    ${heading(level, 'Agreement of each two', anchors.section(document, 'pairs'))}
    <div class="both">
      <div class="scroll" role="group" aria-label="Agreement of each two providers" tabindex="0">
        ${matrix(parsedOf(document), pairs)}
      </div>
      <div class="scroll" role="group" aria-label="What the agreement is made of" tabindex="0">${breakdown(pairs)}</div>
    </div>
  </section>`
}

const matrix = (providers: readonly ParsedProvider[], pairs: readonly PairAgreement[]): Html => {
  const shareOf = (one: string, other: string): number | undefined =>
    pairs.find(({ providers }) => providers.includes(one) && providers.includes(other))?.overall
  return html`<table class="matrix">
    <caption>
      Overall
    </caption>
    <thead>
      <tr>
        <td></td>
        ${providers.map(({ id }) => html`<th scope="col"><bdi>${id}</bdi></th>`)}
      </tr>
    </thead>
    <tbody>
      ${providers.map(
        ({ id }) =>
          html`<tr>
            <th scope="row"><bdi>${id}</bdi></th>
            ${providers.map(({ id: other }) =>
              id === other
                ? html`<td class="self"><span class="hidden">the same</span></td>`
                : shareCell(shareOf(id, other)),
            )}
          </tr>`,
      )}
    </tbody>
  </table>`
}

const shareCell = (share: number | undefined): Html =>
  share === undefined ? html`<td>—</td>` : html`<td class="${heatOf(share)}">${percent(share)}</td>`

const breakdown = (pairs: readonly PairAgreement[]): Html =>
  html`<table class="breakdown">
    <caption>
      Made of
    </caption>
    <thead>
      <tr>
        <th scope="col">Providers</th>
        <th scope="col">Text</th>
        <th scope="col">Order</th>
        <th scope="col">Tables</th>
        <th scope="col">Headings</th>
      </tr>
    </thead>
    <tbody>
      ${pairs.map(
        ({ providers: [one, other], text, order, tables, headings }) =>
          html`<tr>
            <th scope="row"><bdi>${one}</bdi> and <bdi>${other}</bdi></th>
            ${[text, order, tables, headings].map(shareCell)}
          </tr>`,
      )}
    </tbody>
  </table>`

/** A class for the background of a share; the figure stands beside it. */
export const heatOf = (share: number): string =>
  share >= 0.98 ? 'heat-4' : share >= 0.93 ? 'heat-3' : share >= 0.8 ? 'heat-2' : share >= 0.6 ? 'heat-1' : 'heat-0'
