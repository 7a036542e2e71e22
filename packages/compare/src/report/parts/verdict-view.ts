import { duration, grouped, listed, mean, percent } from '../../format.ts'
import { anchors, meanAgreement, parsedProviders, type ComparedDocument } from '../compared-document.ts'
import { html, type Html } from '../html.ts'
import { noRecommendationReason, verdictWithoutRecommendation } from '../labels.ts'
import { heading } from './elements.ts'

/** Which provider to trust and why, or why none is recommended. */
export const verdictView = (document: ComparedDocument, level: number): Html => {
  const { result } = document
  const recommendation = result.agreement?.recommendation
  const title = heading(level, 'Verdict', anchors.section(document, 'verdict'))
  const body =
    recommendation === undefined
      ? html`<p class="answer none">${verdictWithoutRecommendation(document)}</p>
          <p>${noRecommendationReason(document)}</p>`
      : html`<p class="answer">
            <span aria-hidden="true">✓</span> Trust <bdi>${recommendation.provider}</bdi> with this document
          </p>
          <ul class="reasons">
            ${recommendation.reasons.map((reason) => html`<li>${reason}</li>`)}
          </ul>`
  return html`<section class="verdict">
    ${title}
    <div class="said">${body}${outcomes(document)}</div>
    <dl class="figures">${figures(document)}</dl>
  </section>`
}

/** The providers without a reading, so that readers see that they took part. */
const outcomes = ({ providers }: ComparedDocument): Html | null => {
  const failed = providers.filter(({ entry }) => entry.status === 'failed').map(({ id }) => id)
  const unsupported = providers.filter(({ entry }) => entry.status === 'unsupported').map(({ id }) => id)
  const sentences = [
    failed.length > 0 && `${listed(failed)} failed.`,
    unsupported.length > 0 &&
      `${listed(unsupported)} ${unsupported.length === 1 ? 'does' : 'do'} not support the document or a requested output.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : html`<p class="outcomes">${sentences.join(' ')}</p>`
}

const figures = (document: ComparedDocument): Html[] => {
  const { result, providers } = document
  const parsed = parsedProviders(document)
  const agreements = parsed.flatMap(({ id }) => meanAgreement(result, id) ?? [])
  const disputes = document.disputes.length + (result.agreement?.omittedDisputeCount ?? 0)
  const pages = Math.max(0, ...parsed.map(({ parsed }) => parsed.pageCount))
  const shown: [string, string][] = [
    ['Agreement', agreements.length === 0 ? '—' : percent(mean(agreements) ?? 0)],
    ['Disputes', result.agreement === undefined ? '—' : grouped(disputes)],
    ['Pages', grouped(pages)],
    ['Parsed', `${parsed.length} of ${providers.length}`],
    ['Time', duration(result.timing.durationMs)],
  ]
  return shown.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  )
}
