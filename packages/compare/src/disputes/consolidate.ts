import type { Dispute, DisputeOccurrence } from '@polyparse/contract'
import { disputeParameters } from '../parameters.ts'
import type { PageDispute } from './disputes.ts'
import { pagesWithoutText, verb } from './message.ts'

/**
 * Merges disputes that a reader looks at together: a misreading that recurs, the words of a page that the same provider
 * misreads or lacks one by one, and the pages of which the same providers have nothing. Number disputes are never
 * merged.
 */
export const consolidate = (disputes: readonly PageDispute[]): PageDispute[] =>
  mergeMissingPages(mergeWords(mergeWords(disputes, sameTexts, recurring), sameReader, wordByWord))

const mergeMissingPages = (disputes: readonly PageDispute[]): PageDispute[] => {
  const byProviders = Map.groupBy(
    disputes.filter(({ subject }) => subject === 'page'),
    ({ missing }) => JSON.stringify(missing),
  )
  return [
    ...disputes.filter(({ subject }) => subject !== 'page'),
    ...[...byProviders.values()].flatMap((group) => mergeDisputes(group, () => missingPagesMessage(group))),
  ]
}

const missingPagesMessage = ([first, ...others]: readonly PageDispute[]): string => {
  const { missing = [], present = [], dispute } = first ?? {}
  const more = others.length === 1 ? 'one other page' : `${others.length} other pages`
  return pagesWithoutText(`page ${dispute?.page} and ${more}`, present, missing)
}

const isAboutWords = ({ subject, dispute: { kind } }: PageDispute): boolean =>
  subject === 'misreading' || (subject === 'passage' && kind === 'text')

const mergeWords = (
  disputes: readonly PageDispute[],
  keyOf: (dispute: PageDispute) => string,
  message: (disputes: readonly Dispute[]) => string,
): PageDispute[] => {
  const rest = disputes.filter((dispute) => !isAboutWords(dispute))
  const groups = Map.groupBy(disputes.filter(isAboutWords), keyOf)
  return [...rest, ...[...groups.values()].flatMap((group) => mergeDisputes(group, message))]
}

/** The most severe dispute of a group, with the others as its other occurrences. */
const mergeDisputes = (
  group: readonly PageDispute[],
  message: (disputes: readonly Dispute[]) => string,
): readonly PageDispute[] => {
  const [first, ...others] = group.toSorted((one, other) => other.dispute.severity - one.dispute.severity)
  if (first === undefined || others.length === 0) return group
  const disputes = [first, ...others].map(({ dispute }) => dispute)
  const occurrences = disputes.flatMap((dispute, index) => [
    ...(index === 0 ? [] : [occurrenceOf(dispute)]),
    ...(dispute.otherOccurrences ?? []),
  ])
  const otherOccurrences = occurrences
    .toSorted((one, other) => one.page - other.page)
    .slice(0, disputeParameters.maxOccurrences)
  return [{ ...first, dispute: { ...first.dispute, otherOccurrences, message: message(disputes) } }]
}

const occurrenceOf = ({ page, sides }: Dispute): DisputeOccurrence => ({
  page,
  bbox: sides.find(({ bbox }) => bbox !== null)?.bbox ?? null,
  texts: Object.fromEntries(sides.map(({ provider, text }) => [provider, text])),
})

const sameTexts = ({ subject, dispute: { sides } }: PageDispute): string =>
  JSON.stringify([subject, sides.map(({ provider, text }) => [provider, text])])

const recurring = (disputes: readonly Dispute[]): string => {
  const pages = [...new Set(disputes.map(({ page }) => page))]
  const where = pages.length === 1 ? `on page ${pages[0]}` : `on ${pages.length} pages`
  return `${disputes[0]?.message.replace(/\.$/, '') ?? ''} (${disputes.length} times ${where}).`
}

const sameReader = ({ subject, missing, dispute: { page, outlier, providers } }: PageDispute): string =>
  JSON.stringify([subject, page, outlier ?? providers, subject === 'passage' && missing])

const wordByWord = (disputes: readonly Dispute[]): string => {
  const [first] = disputes
  if (first === undefined) return ''
  const { maxQuotes } = disputeParameters
  const quotes = disputes.slice(0, maxQuotes).map(quoteOf).join(', ')
  const more = disputes.length > maxQuotes ? ` and ${disputes.length - maxQuotes} more` : ''
  const missing = first.sides.filter(({ text }) => text === '').map(({ provider }) => provider)
  const where = `in ${disputes.length} places on page ${first.page}: ${quotes}${more}.`
  if (missing.length > 0) return `${verb(missing, 'is missing', 'are missing')} words ${where}`
  return first.outlier === undefined
    ? `${verb(first.providers, 'reads', 'read')} different words ${where}`
    : `${first.outlier} reads different words ${where}`
}

/** `“vears” for “years”`, the outlier first. */
const quoteOf = ({ sides, outlier }: Dispute): string => {
  const own =
    sides.find(({ provider, text }) => text !== '' && (outlier === undefined || provider === outlier)) ?? sides[0]
  const other = sides.find(({ text }) => text !== '' && text !== own?.text)
  return `“${own?.text || other?.text}”${other === undefined || own?.text === '' ? '' : ` for “${other.text}”`}`
}
