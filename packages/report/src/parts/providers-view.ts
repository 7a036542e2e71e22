import type { Quality, Warning } from '@polyparse/contract'
import { durationText, grouped, many, percent } from '@polyparse/compare/format'
import { pageCostText, pageTimeText } from '@polyparse/compare/view'
import { anchors, meanAgreement, type ComparedDocument, type ReportedProvider } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { cards, cardsCell, cardsRow, reportHeading, shareBar } from './elements.ts'
import { shownVerdict } from '@polyparse/compare/view'
import { viewLimits } from '@polyparse/compare/view'

/** The result of each provider. */
export const providersView = (document: ComparedDocument, level: number): Html => {
  const title = reportHeading(level, 'Providers', anchors.section(document, 'providers'))
  const columns = [
    'Provider',
    'Status',
    'Pages',
    'Time',
    'A page',
    'Cost a page',
    'Agreement',
    'Outlier in',
    'Quality',
    'Warnings',
  ]
  return htmlText`<section class="providers">
    ${title}${cards(
      columns,
      document.providers.map((provider) => rowOfProvider(document, provider)),
    )}
  </section>`
}

const rowOfProvider = (document: ComparedDocument, { entry, id, hue }: ReportedProvider): Html => {
  const { result, disputes } = document
  const verdict = shownVerdict(document)
  const isChosen = verdict.kind === 'recommended' && verdict.provider === id
  const name = htmlText`<span class="swatch hue-${hue}"></span
    ><bdi>${id}</bdi>${isChosen && htmlText` <span class="chosen">recommended</span>`}`
  const time = cardsCell('Time', durationText(entry.durationMs))
  if (entry.status === 'unsupported')
    return cardsRow(
      name,
      htmlText`${cardsCell('Status', status('unsupported'))}
        <td role="cell" colspan="8" class="said">
          It does not support this kind of document, or one of the requested outputs.
        </td>`,
    )
  if (entry.status === 'failed')
    return cardsRow(
      name,
      htmlText`${cardsCell('Status', status('failed'))}${cardsCell('Pages', '—')}${time}
        <td role="cell" colspan="6" class="said" dir="auto">
          ${entry.error.message}${entry.error.code !== undefined && htmlText` <code>${entry.error.code}</code>`}
        </td>`,
    )
  const agreement = meanAgreement(result, id)
  const outlier = disputes.filter(({ dispute }) => dispute.outlier === id).length
  return cardsRow(
    name,
    htmlText`${cardsCell('Status', status('parsed'))}${cardsCell('Pages', grouped(entry.result.pageCount))}${time}${cardsCell('A page', pageTimeText(entry))}${cardsCell(
      'Cost a page',
      pageCostText(entry.result),
    )}${cardsCell(
      'Agreement',
      agreement === null ? '—' : shareBar(agreement),
    )}${cardsCell('Outlier in', result.agreement === undefined ? '—' : outlier === 0 ? 'never' : many(outlier, 'dispute'))}${cardsCell(
      'Quality',
      formatQualityScore(entry.result.quality),
    )}${cardsCell('Warnings', warnings(entry.result.warnings))}`,
  )
}

const providerStatusLabels = {
  parsed: ['✓', 'parsed'],
  failed: ['✕', 'failed'],
  unsupported: ['–', 'unsupported'],
} as const

const status = (of: keyof typeof providerStatusLabels): Html =>
  htmlText`<span class="status ${of}"><span aria-hidden="true">${providerStatusLabels[of][0]}</span> ${providerStatusLabels[of][1]}</span>`

const formatQualityScore = (quality: Quality | undefined): string => {
  if (quality === undefined) return '—'
  const { score, scale } = quality
  if (scale === '0-1') return percent(score)
  return scale === undefined ? String(score) : `${score} (${scale.replace('-', '–')})`
}

const warnings = (of: readonly Warning[]): Html | string => {
  if (of.length === 0) return 'none'
  const listed = of.slice(0, viewLimits.warnings)
  return htmlText`<details>
    <summary>${many(of.length, 'warning')}</summary>
    <ul>
      ${listed.map(
        ({ code, message, page }) =>
          htmlText`<li>
            <code>${code}</code>${page !== undefined && htmlText` page ${page}`}: <span dir="auto">${message}</span>
          </li>`,
      )}${of.length > listed.length && htmlText`<li>and ${grouped(of.length - listed.length)} more</li>`}
    </ul>
  </details>`
}
