import { durationText, grouped, enumeration, many, money, percent } from '@polyparse/compare/format'
import type { JudgedScore } from '@polyparse/compare/judgements'
import { benchSummary, type BenchSummary } from './bench-summary.ts'
import { isCompared, type BenchReport, type BenchRow, type ComparedBenchDocument } from './bench.ts'
import {
  anchors,
  comparedDocument,
  hueOfProvider,
  providersOfResults,
  type ComparedDocument,
} from '@polyparse/compare/view'
import { htmlText, type Html } from './html.ts'
import { judgedFieldsSentence, judgedSentence } from './judged-sentence.ts'
import { benchChart } from './parts/bench-chart.ts'
import { disputesView } from './parts/disputes-view.ts'
import { documentHead, documentLinks, documentsTable } from './parts/documents-view.ts'
import { cardsTable, reportHeading, shareBar } from './parts/elements.ts'
import { pairsView } from './parts/pairs-view.ts'
import { providersView } from './parts/providers-view.ts'
import { verdictView } from './parts/verdict-view.ts'
import { reportPage } from './report-page.ts'
import { viewLimits } from '@polyparse/compare/view'

/**
 * A bench as one self-contained HTML document: a verdict, and the evidence for it by provider and by document. It loads
 * nothing, runs no script, and escapes everything that comes from documents and providers. Each document is shown with
 * its ten most severe disputes, without the texts side by side.
 *
 * @param madeAt the time that the report states, in UTC
 * @throws {RangeError} when `madeAt` is an invalid date
 * @example
 * await writeFile('bench.html', benchReport({ folder: 'invoices', documents }, { madeAt: new Date() }))
 */
export const benchReport = (bench: BenchReport, { madeAt }: { readonly madeAt: Date }): string => {
  const compared = bench.documents.filter(isCompared)
  const documents = compared.map(({ name, result }, index) => comparedDocument(name, result, index + 1))
  const summary = benchSummary(bench)
  return reportPage({
    title: `Bench of ${bench.folder}`,
    subtitle: `${many(bench.documents.length, 'document')}, read by ${enumeration(providersOfResults(compared.map(({ result }) => result)))}.`,
    links: [
      { href: 'overall', name: 'Verdict' },
      { href: 'providers', name: 'Providers' },
      { href: 'documents', name: 'Documents' },
      ...documentLinks(documents),
    ],
    content: htmlText`${verdict(summary, bench)}${providersTable(summary, bench)}${documentsList(bench, documents, compared)}${documents.map(documentView)}`,
    madeAt,
  })
}

const verdict = ({ recommended, reasons, providers }: BenchSummary, { documents }: BenchReport): Html => {
  const failed = documents.length - documents.filter(isCompared).length
  const answer =
    recommended === undefined
      ? htmlText`<p class="answer none">No recommendation</p>`
      : htmlText`<p class="answer">
          <span aria-hidden="true">✓</span> Trust <bdi>${recommended}</bdi> with these documents
        </p>`
  const figures = [
    ['Documents', grouped(documents.length)],
    ['Providers', grouped(providers.length)],
    ['Pages', grouped(Math.max(0, ...providers.map(({ pages }) => pages)))],
    ['Disputes', grouped(disputesIn(documents))],
  ] as const
  return htmlText`<section class="verdict">
    ${reportHeading(2, 'Verdict', 'overall')}
    <div class="said">
      ${answer}
      <ul class="reasons">
        ${reasons.map((reason) => htmlText`<li>${reason}</li>`)}
      </ul>
      ${failed > 0 && htmlText`<p class="outcomes">${many(failed, 'document')} could not be compared.</p>`}
    </div>
    <dl class="figures">
      ${figures.map(
        ([name, value]) =>
          htmlText`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

const disputesIn = (documents: BenchReport['documents']): number =>
  documents
    .filter(isCompared)
    .reduce(
      (sum, { result: { agreement } }) =>
        sum + (agreement?.disputes.length ?? 0) + (agreement?.omittedDisputeCount ?? 0),
      0,
    )

const providersTable = (
  { providers, recommended }: BenchSummary,
  { judged = [], judgedFields = [] }: BenchReport,
): Html => {
  const judgedOf = ({ provider }: BenchRow) => judged.find((score) => score.provider === provider)
  const hasTruth = providers.some(({ truth }) => truth !== null)
  const share = (of: number | null): Html | string => (of === null ? '—' : shareBar(of))
  const cells = (row: BenchRow): [string, Html | string][] => [
    ...(hasTruth ? [['Truth', share(row.truth)] satisfies [string, Html | string]] : []),
    ...(judged.length > 0 ? [['Judged', judgedText(judgedOf(row))] satisfies [string, Html | string]] : []),
    ['Agreement', share(row.agreement)],
    ['Recommended', many(row.recommended, 'time')],
    ['Outlier in', row.outlier === 0 ? 'never' : many(row.outlier, 'dispute')],
    ['Parsed', grouped(row.parsed)],
    ['Failed', grouped(row.failed)],
    ['Unsupported', grouped(row.unsupported)],
    ['Warnings', grouped(row.warnings)],
    ['Cost a page', row.costPerPage === null ? '—' : row.costPerPage === 0 ? 'free' : money(row.costPerPage)],
    ['Time a page', row.millisecondsPerPage === null ? '—' : durationText(row.millisecondsPerPage)],
  ]
  const rows = providers.map((row) => ({
    name: htmlText`<span class="swatch hue-${hueOfProvider(row.provider)}"></span><bdi>${row.provider}</bdi>${
      row.provider === recommended && htmlText` <span class="chosen">recommended</span>`
    }`,
    cells: cells(row),
  }))
  return htmlText`<section class="providers">
    ${reportHeading(2, 'Providers', 'providers')}${
      rows.length === 0 ? htmlText`<p class="note">No document was compared.</p>` : cardsTable('Provider', rows)
    }${benchChart(providers, goodnessOf(judged, hasTruth, judgedOf))}${
      judged.length > 0 && htmlText`<p class="note">${judgedSentence(judged)}</p>`
    }${judgedFields.length > 0 && htmlText`<p class="note">${judgedFieldsSentence(judgedFields)}</p>`}
  </section>`
}

/** Returns what the chart shows: the surest there is. */
const goodnessOf = (
  judged: readonly JudgedScore[],
  hasTruth: boolean,
  judgedOf: (row: BenchRow) => JudgedScore | undefined,
) => {
  if (hasTruth) return { name: 'Truth', of: (row: BenchRow) => row.truth }
  if (judged.length === 0) return { name: 'Agreement', of: (row: BenchRow) => row.agreement }
  return { name: 'Accuracy', of: (row: BenchRow) => judgedOf(row)?.accuracy ?? judgedOf(row)?.share ?? null }
}

const judgedText = (score: JudgedScore | undefined): string => {
  if (score === undefined) return '—'
  const [low, high] = score.accuracyInterval ?? score.shareInterval
  return `${percent(score.accuracy ?? score.share)} (${percent(low)} to ${percent(high)})`
}

const documentsList = (
  { documents: all }: BenchReport,
  documents: readonly ComparedDocument[],
  compared: readonly ComparedBenchDocument[],
): Html => {
  const errors = all.flatMap((document) => (isCompared(document) ? [] : [document]))
  const truths = compared.some(({ truth }) => truth !== undefined)
    ? ([
        'Truth',
        ({ place }: ComparedDocument) => {
          const scores = Object.entries(compared[place - 1]?.truth?.scores ?? {})
          return scores.length === 0
            ? '—'
            : htmlText`${scores.map(([provider, score]) => htmlText`<span class="score"><bdi>${provider}</bdi> ${percent(score)}</span> `)}`
        },
      ] as const)
    : null
  return htmlText`<section class="documents">
    ${reportHeading(2, 'Documents', 'documents')}${documentsTable(documents, truths)}${
      errors.length > 0 &&
      htmlText`<ul class="errors">
        ${errors.map(
          ({ name, error }) =>
            htmlText`<li>
              <b><bdi>${name}</bdi></b> <span class="status failed">✕ not compared</span>
              <span dir="auto">${error}</span>
            </li>`,
        )}
      </ul>`
    }
  </section>`
}

const documentView = (document: ComparedDocument): Html =>
  htmlText`<article class="document" id="${anchors.document(document)}">
    ${documentHead(document)}${verdictView(document, 3)}${providersView(document, 3)}${pairsView(document, 3)}${disputesView(document, null, 3, viewLimits.benchDisputes)}
  </article>`
