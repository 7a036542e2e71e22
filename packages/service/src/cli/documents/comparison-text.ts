import { agreementOf, duration, percent } from '@polyparse/compare/report'
import type { CompareResult, DisputeSide, ProviderEntry } from '@polyparse/contract'
import { formatTable, harmless } from '../table.ts'

/** So many disputes are told on the terminal; the report has them all. */
const shownDisputes = 5

/** Of a dispute, so many words before and after it, and of itself. */
const nearWords = 4
const shownWords = 12

/** A comparison as people read it on a terminal. */
export const comparisonText = (shown: string, result: CompareResult): string =>
  [
    shown,
    '',
    formatTable([headings, ...result.providers.map((entry) => row(entry, result))]),
    ...result.providers.flatMap(failure),
    '',
    ...disputes(result),
    ...recommendation(result),
  ].join('\n')

const headings = ['PROVIDER', 'STATUS', 'AGREEMENT', 'APART', 'TIME', 'WARNINGS']

const row = (entry: ProviderEntry, result: CompareResult): string[] => {
  const { provider, status, durationMs } = entry
  if (status !== 'parsed') return [provider, status, '-', '-', status === 'failed' ? duration(durationMs) : '-', '-']
  const agreement = agreementOf(result, provider)
  const outlier = canStandApart(result)
    ? result.agreement?.disputes.filter((dispute) => dispute.outlier === provider).length
    : undefined
  return [
    provider,
    status,
    agreement === null ? '-' : percent(agreement),
    outlier === undefined ? '-' : String(outlier),
    duration(durationMs),
    String(entry.result.warnings.length),
  ]
}

/** Of two, neither does. */
const canStandApart = ({ providers }: CompareResult): boolean =>
  providers.filter(({ status }) => status === 'parsed').length > 2

const failure = (entry: ProviderEntry): string[] => {
  if (entry.status !== 'failed') return []
  const { message, code } = entry.error
  return ['', harmless(`${entry.provider} failed: ${message}${code === undefined ? '' : ` (${code})`}`)]
}

const disputes = ({ agreement, providers }: CompareResult): string[] => {
  if (agreement === undefined || providers.filter(({ status }) => status === 'parsed').length < 2) return []
  const { disputes, omittedDisputeCount } = agreement
  const all = disputes.length + omittedDisputeCount
  if (all === 0) return ['They contradict each other nowhere.', '']
  const top = disputes.slice(0, shownDisputes)
  const more = all > top.length ? [`  and ${all - top.length} more`] : []
  return [
    `What they contradict each other in, the most serious first:`,
    ...top.flatMap(({ page, message, sides }) => [harmless(`  page ${page}: ${message}`), ...sides.map(inContext)]),
    ...more,
    '',
  ]
}

/** What a provider reads there, among the words round it. */
const inContext = ({ provider, before, text, after }: DisputeSide): string => {
  const [start, end] = [before.trim().split(/\s+/).slice(-nearWords), after.trim().split(/\s+/).slice(0, nearWords)]
  const words = text.trim().split(/\s+/)
  const middle = words.length > shownWords ? `${words.slice(0, shownWords).join(' ')} …` : words.join(' ')
  return harmless(`    ${provider}: ${start.join(' ')} [${middle}] ${end.join(' ')}`).trimEnd()
}

const recommendation = ({ agreement }: CompareResult): string[] => {
  if (agreement?.recommendation !== undefined) {
    const { provider, reasons } = agreement.recommendation
    return [harmless(`Recommended: ${provider}. ${reasons.join(' ')}`)]
  }
  const note = agreement?.recommendationNote
  return [note === undefined ? 'No recommendation.' : harmless(`No recommendation: ${note}`)]
}
