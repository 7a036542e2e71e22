import { durationText, many, percent } from '@polyparse/compare/format'
import {
  type BenchReport,
  type BenchSummary,
  isCompared,
  judgedFieldsSentence,
  judgedSentence,
} from '@polyparse/report'
import { formatTable, replaceControls } from '../output.ts'

/** A bench as text for a terminal. */
export const benchText = (
  { documents, judged = [], judgedFields = [] }: BenchReport,
  { providers, recommended, reasons }: BenchSummary,
): string => {
  const truths = documents.filter((document) => isCompared(document) && document.truth !== undefined).length
  const share = (figure: number | null): string => (figure === null ? '-' : percent(figure))
  const rows = providers.map((row) => [
    row.provider,
    String(row.parsed),
    String(row.failed),
    String(row.unsupported),
    ...(truths > 0 ? [share(row.truth)] : []),
    share(row.agreement),
    String(row.recommended),
    String(row.outlier),
    String(row.warnings),
    row.millisecondsPerPage === null ? '-' : durationText(row.millisecondsPerPage),
  ])
  const headings = [
    'PROVIDER',
    'PARSED',
    'FAILED',
    'UNSUPPORTED',
    ...(truths > 0 ? ['TRUTH'] : []),
    'AGREEMENT',
    'RECOMMENDED',
    'OUTLIER',
    'WARNINGS',
    'TIME/PAGE',
  ]
  return [
    `${many(documents.length, 'document')}, ${truths} of them with a ground truth`,
    '',
    formatTable([headings, ...rows]),
    '',
    ...(judged.length === 0 ? [] : [replaceControls(judgedSentence(judged)), '']),
    ...(judgedFields.length === 0 ? [] : [replaceControls(judgedFieldsSentence(judgedFields)), '']),
    replaceControls(
      `${recommended === undefined ? 'No recommendation.' : `Recommended: ${recommended}.`} ${reasons.join(' ')}`,
    ),
  ].join('\n')
}
