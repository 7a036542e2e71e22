import { agreementOf, anchors, parsedOf, type ComparedDocument } from '../compared-document.ts'
import { duration, grouped, listed, mean, percent } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import { heading } from './heading.ts'

/** What a reader came for: which provider to trust and why, or why there is none to be named. */
export const verdictView = (document: ComparedDocument, level: number): Html => {
  const { result } = document
  const recommendation = result.agreement?.recommendation
  const title = heading(level, 'Verdict', anchors.section(document, 'verdict'))
  const body =
    recommendation === undefined
      ? html`<p class="answer none">No recommendation</p>
          <p>${whyNone(document)}</p>`
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

export const whyNone = (document: ComparedDocument): string => {
  const { agreement } = document.result
  if (agreement?.recommendationNote !== undefined) return agreement.recommendationNote
  const parsed = parsedOf(document)
  if (parsed.length === 0) return 'No provider parsed the document.'
  if (agreement === undefined) return 'The readings were not compared with each other.'
  return 'The evidence is too thin to prefer one of the providers.'
}

/** The providers that have no reading, so that nobody overlooks that they were asked. */
const outcomes = ({ providers }: ComparedDocument): Html | null => {
  const failed = providers.filter(({ entry }) => entry.status === 'failed').map(({ id }) => id)
  const unsupported = providers.filter(({ entry }) => entry.status === 'unsupported').map(({ id }) => id)
  const sentences = [
    failed.length > 0 && `${listed(failed)} failed.`,
    unsupported.length > 0 && `${listed(unsupported)} could not be asked: the document or an output is not supported.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : html`<p class="outcomes">${sentences.join(' ')}</p>`
}

const figures = (document: ComparedDocument): Html[] => {
  const { result, providers } = document
  const parsed = parsedOf(document)
  const agreements = parsed.flatMap(({ id }) => agreementOf(result, id) ?? [])
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
