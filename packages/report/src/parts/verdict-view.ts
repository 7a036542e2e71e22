import { durationText, grouped, enumeration, mean, percent } from '@polyparse/compare/format'
import { anchors, meanAgreement, parsedProviders, type ComparedDocument } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { noRecommendationReason } from '@polyparse/compare/view'
import { decidedBy, shownVerdict, type ShownVerdict } from '@polyparse/compare/view'
import { reportHeading } from './elements.ts'

/** Shows which provider to trust and why, or why none is recommended. */
export const verdictView = (document: ComparedDocument, level: number): Html => {
  const reasons = document.result.agreement?.recommendation?.reasons
  const verdict = shownVerdict(document)
  const figure = decidedBy(verdict)
  return htmlText`<section class="verdict">
    ${reportHeading(level, 'Verdict', anchors.section(document, 'verdict'))}
    <div class="said">
      ${answerOfVerdict(verdict)}${figure !== null && htmlText`<p class="decided">${figure}</p>`}${
        reasons === undefined
          ? htmlText`<p>${noRecommendationReason(document)}</p>`
          : htmlText`<ul class="reasons">
              ${reasons.map((reason) => htmlText`<li>${reason}</li>`)}
            </ul>`
      }${outcomes(document)}
    </div>
    <dl class="figures">${figures(document)}</dl>
  </section>`
}

const answerOfVerdict = (verdict: ShownVerdict): Html => {
  if (verdict.kind === 'recommended')
    return htmlText`<p class="answer">
      <span aria-hidden="true">✓</span> Trust <bdi>${verdict.provider}</bdi> with this document
    </p>`
  if (verdict.kind === 'rather')
    return htmlText`<p class="answer none">Rather <bdi>${verdict.provider}</bdi>, but look yourself</p>`
  return htmlText`<p class="answer none">${withoutProvider[verdict.kind]}</p>`
}

const withoutProvider = {
  any_will_do: 'Any of them will do',
  look_yourself: 'Look yourself',
  not_compared: 'No recommendation',
} as const

/** The providers without a reading, so that readers see that they took part. */
const outcomes = ({ providers }: ComparedDocument): Html | null => {
  const failed = providers.filter(({ entry }) => entry.status === 'failed').map(({ id }) => id)
  const unsupported = providers.filter(({ entry }) => entry.status === 'unsupported').map(({ id }) => id)
  const sentences = [
    failed.length > 0 && `${enumeration(failed)} failed.`,
    unsupported.length > 0 &&
      `${enumeration(unsupported)} ${unsupported.length === 1 ? 'does' : 'do'} not support the document or a requested output.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : htmlText`<p class="outcomes">${sentences.join(' ')}</p>`
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
    ['Time', durationText(result.timing.durationMs)],
  ]
  return shown.map(
    ([name, value]) =>
      htmlText`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  )
}
