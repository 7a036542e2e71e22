import type { Dispute, DisputeOccurrence } from '@polyparse/contract'
import type { PlacedDispute } from './disputes.ts'
import { list } from './message.ts'

/** So many other places are listed; the message says how many there are. */
const maxPlaces = 100

/** So many of the words misread are quoted. */
const maxQuoted = 4

/**
 * Puts together what a person looks at once: one misreading that comes again and again, and the words of a page that the
 * same provider misreads, or lacks one by one. A figure read otherwise always stands for itself.
 */
export const gather = (placed: readonly PlacedDispute[]): PlacedDispute[] =>
  pagesTogether(gatherBy(gatherBy(placed, sameTexts, again), sameReader, wordByWord))

/** Pages that the same providers have nothing of, as when one read only some. */
const pagesTogether = (placed: readonly PlacedDispute[]): PlacedDispute[] => {
  const byLack = Map.groupBy(
    placed.filter(({ subject }) => subject === 'page'),
    ({ lacking }) => JSON.stringify(lacking),
  )
  return [
    ...placed.filter(({ subject }) => subject !== 'page'),
    ...[...byLack.values()].flatMap((group) => joined(group, pagesWithout(group))),
  ]
}

const pagesWithout =
  ([first, ...others]: readonly PlacedDispute[]) =>
  (): string => {
    const { lacking = [], having = [], dispute } = first ?? {}
    const more = others.length === 1 ? 'one more' : `${others.length} more`
    return `${list(lacking)} ${lacking.length === 1 ? 'has' : 'have'} no text on page ${dispute?.page} and ${more}, where ${list(having)} found some.`
  }

const isAboutWords = ({ subject, dispute: { kind } }: PlacedDispute): boolean =>
  subject === 'misreading' || (subject === 'passage' && kind === 'text')

const gatherBy = (
  placed: readonly PlacedDispute[],
  keyOf: (dispute: PlacedDispute) => string,
  message: (disputes: readonly Dispute[]) => string,
): PlacedDispute[] => {
  const alone = placed.filter((dispute) => !isAboutWords(dispute))
  const alike = placed.filter(isAboutWords)
  return [...alone, ...[...Map.groupBy(alike, keyOf).values()].flatMap((group) => joined(group, message))]
}

const joined = (
  group: readonly PlacedDispute[],
  message: (disputes: readonly Dispute[]) => string,
): readonly PlacedDispute[] => {
  const [first, ...others] = group.toSorted((one, other) => other.dispute.severity - one.dispute.severity)
  if (first === undefined || others.length === 0) return group
  const disputes = [first, ...others].map(({ dispute }) => dispute)
  const places = disputes.flatMap((dispute, index) => [
    ...(index === 0 ? [] : [placeOf(dispute)]),
    ...(dispute.otherOccurrences ?? []),
  ])
  const also = places.toSorted((one, other) => one.page - other.page).slice(0, maxPlaces)
  return [{ ...first, dispute: { ...first.dispute, otherOccurrences: also, message: message(disputes) } }]
}

const placeOf = ({ page, sides }: Dispute): DisputeOccurrence => ({
  page,
  bbox: sides.find(({ bbox }) => bbox !== null)?.bbox ?? null,
  texts: Object.fromEntries(sides.map(({ provider, text }) => [provider, text])),
})

const sameTexts = ({ subject, dispute: { sides } }: PlacedDispute): string =>
  JSON.stringify([subject, sides.map(({ provider, text }) => [provider, text])])

const again = (disputes: readonly Dispute[]): string => {
  const pages = [...new Set(disputes.map(({ page }) => page))]
  const where = pages.length === 1 ? `on page ${pages[0]}` : `on ${pages.length} pages`
  return `${disputes[0]?.message.replace(/\.$/, '') ?? ''}, ${disputes.length} times ${where}.`
}

const sameReader = ({ subject, lacking, dispute: { page, outlier, providers } }: PlacedDispute): string =>
  JSON.stringify([subject, page, outlier ?? providers, subject === 'passage' && lacking])

const wordByWord = (disputes: readonly Dispute[]): string => {
  const [first] = disputes
  if (first === undefined) return ''
  const quotes = disputes.slice(0, maxQuoted).map(quoteOf).join(', ')
  const more = disputes.length > maxQuoted ? ` and ${disputes.length - maxQuoted} more` : ''
  const lacking = first.sides.filter(({ text }) => text === '').map(({ provider }) => provider)
  const what = `in ${disputes.length} places of page ${first.page}: ${quotes}${more}.`
  if (lacking.length > 0) return `${list(lacking)} ${lacking.length === 1 ? 'lacks' : 'lack'} words ${what}`
  return first.outlier === undefined
    ? `${list(first.providers)} read words otherwise ${what}`
    : `${first.outlier} reads words otherwise ${what}`
}

/** `“vears” for “years”`, the outlier first. */
const quoteOf = ({ sides, outlier }: Dispute): string => {
  const own =
    sides.find(({ provider, text }) => text !== '' && (outlier === undefined || provider === outlier)) ?? sides[0]
  const other = sides.find(({ text }) => text !== '' && text !== own?.text)
  return `“${own?.text || other?.text}”${other === undefined || own?.text === '' ? '' : ` for “${other.text}”`}`
}
