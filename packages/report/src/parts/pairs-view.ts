import type { PairAgreement } from '@polyparse/contract'
import { percent } from '@polyparse/compare/format'
import { anchors, parsedProviders, type ComparedDocument, type ParsedProvider } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { heatOf } from '@polyparse/compare/view'
import { reportHeading } from './elements.ts'

/** Returns how far each pair of providers agrees; null when there is no pair. */
export const pairsView = (document: ComparedDocument, level: number): Html | null => {
  const pairs = document.result.agreement?.pairs ?? []
  if (pairs.length === 0) return null
  return htmlText`<section class="pairs">
    ${reportHeading(level, 'Agreement by pair', anchors.section(document, 'pairs'))}
    <div class="both">
      <div class="scroll" role="group" aria-label="Agreement by pair of providers" tabindex="0">
        ${matrix(parsedProviders(document), pairs)}
      </div>
      <div class="scroll" role="group" aria-label="Figures of each pair" tabindex="0">${breakdown(pairs)}</div>
    </div>
  </section>`
}

const matrix = (providers: readonly ParsedProvider[], pairs: readonly PairAgreement[]): Html => {
  const shareOf = (one: string, other: string): number | undefined =>
    pairs.find(({ providers }) => providers.includes(one) && providers.includes(other))?.overall
  return htmlText`<table class="matrix">
    <caption>
      Overall
    </caption>
    <thead>
      <tr>
        <td></td>
        ${providers.map(({ id }) => htmlText`<th scope="col"><bdi>${id}</bdi></th>`)}
      </tr>
    </thead>
    <tbody>
      ${providers.map(
        ({ id }) =>
          htmlText`<tr>
            <th scope="row"><bdi>${id}</bdi></th>
            ${providers.map(({ id: other }) =>
              id === other
                ? htmlText`<td class="self"><span class="hidden">the same</span></td>`
                : shareCell(shareOf(id, other)),
            )}
          </tr>`,
      )}
    </tbody>
  </table>`
}

const shareCell = (share: number | undefined): Html =>
  share === undefined ? htmlText`<td>—</td>` : htmlText`<td class="${heatOf(share)}">${percent(share)}</td>`

const breakdown = (pairs: readonly PairAgreement[]): Html =>
  htmlText`<table class="breakdown">
    <caption>
      Figures
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
          htmlText`<tr>
            <th scope="row"><bdi>${one}</bdi> and <bdi>${other}</bdi></th>
            ${[text, order, tables, headings].map(shareCell)}
          </tr>`,
      )}
    </tbody>
  </table>`
