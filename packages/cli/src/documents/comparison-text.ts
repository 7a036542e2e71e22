import { durationText, percent } from '@polyparse/compare/format'
import { meanAgreement, pageCostText, pageTimeText } from '@polyparse/compare/view'
import type { CompareResult, DisputeSide, ProviderEntry } from '@polyparse/contract'
import { formatTable, replaceControls } from '../output.ts'

/** Disputes shown on the terminal; the report has all of them. */
const maxTerminalDisputes = 5

/** Words of context on each side of a disputed text, and of the text itself. */
const contextWords = 4
const maxWords = 12

/** A comparison as text for a terminal. */
export const comparisonText = (shown: string, result: CompareResult): string =>
  [
    shown,
    '',
    formatTable(
      [comparisonTableHeadings, ...result.providers.map((entry) => rowOfProviderEntry(entry, result))].map(
        withoutCosts(result),
      ),
    ),
    ...result.providers.flatMap(failure),
    '',
    ...disputes(result),
    ...recommendation(result),
  ].join('\n')

const comparisonTableHeadings = [
  'PROVIDER',
  'STATUS',
  'AGREEMENT',
  'OUTLIER',
  'TIME',
  'A PAGE',
  'COST A PAGE',
  'WARNINGS',
]

/** No column where nothing was charged. */
const withoutCosts = ({ providers }: CompareResult): ((cells: string[]) => string[]) => {
  const isCharged = providers.some((entry) => entry.status === 'parsed' && entry.result.usage?.cost !== undefined)
  const column = comparisonTableHeadings.indexOf('COST A PAGE')
  return (cells) => (isCharged ? cells : cells.toSpliced(column, 1))
}

const rowOfProviderEntry = (entry: ProviderEntry, result: CompareResult): string[] => {
  const { provider, status, durationMs } = entry
  if (status !== 'parsed')
    return [provider, status, '-', '-', status === 'failed' ? durationText(durationMs) : '-', '-', '-', '-']
  const agreement = meanAgreement(result, provider)
  const outlier = canHaveOutlier(result)
    ? result.agreement?.disputes.filter((dispute) => dispute.outlier === provider).length
    : undefined
  return [
    provider,
    status,
    agreement === null ? '-' : percent(agreement),
    outlier === undefined ? '-' : String(outlier),
    durationText(durationMs),
    pageTimeText(entry),
    pageCostText(entry.result).replace('—', '-'),
    String(entry.result.warnings.length),
  ]
}

/** There is no majority with two providers. */
const canHaveOutlier = ({ providers }: CompareResult): boolean =>
  providers.filter(({ status }) => status === 'parsed').length > 2

const failure = (entry: ProviderEntry): string[] => {
  if (entry.status !== 'failed') return []
  const { message, code } = entry.error
  return ['', replaceControls(`${entry.provider} failed: ${message}${code === undefined ? '' : ` (${code})`}`)]
}

const disputes = ({ agreement, providers }: CompareResult): string[] => {
  if (agreement === undefined || providers.filter(({ status }) => status === 'parsed').length < 2) return []
  const { disputes, omittedDisputeCount } = agreement
  const all = disputes.length + omittedDisputeCount
  if (all === 0) return ['The providers do not contradict each other.', '']
  const top = disputes.slice(0, maxTerminalDisputes)
  const more = all > top.length ? [`  and ${all - top.length} more`] : []
  return [
    'Where the providers contradict each other, most severe first:',
    ...top.flatMap(({ page, message, sides }) => [
      replaceControls(`  page ${page}: ${message}`),
      ...sides.map(inContext),
    ]),
    ...more,
    '',
  ]
}

/** A provider's text at the dispute, with the words around it. */
const inContext = ({ provider, before, text, after }: DisputeSide): string => {
  const [start, end] = [
    before.trim().split(/\s+/).slice(-contextWords),
    after.trim().split(/\s+/).slice(0, contextWords),
  ]
  const words = text.trim().split(/\s+/)
  const middle = words.length > maxWords ? `${words.slice(0, maxWords).join(' ')} …` : words.join(' ')
  return replaceControls(`    ${provider}: ${start.join(' ')} [${middle}] ${end.join(' ')}`).trimEnd()
}

const recommendation = ({ agreement }: CompareResult): string[] => {
  if (agreement?.recommendation !== undefined) {
    const { provider, reasons } = agreement.recommendation
    return [replaceControls(`Recommended: ${provider}. ${reasons.join(' ')}`)]
  }
  const note = agreement?.recommendationNote
  const verdict = agreement?.verdict === 'look_yourself' ? 'Look yourself' : 'No recommendation'
  return [note === undefined ? `${verdict}.` : replaceControls(`${verdict}: ${note}`)]
}
