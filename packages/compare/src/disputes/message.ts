import type { DisputeKind, DisputeSide } from '@polyparse/contract'
import type { Subject } from '../findings/finding.ts'
import { enumeration } from '../format.ts'
import { disputeParameters } from '../parameters.ts'

type DisputeFacts = {
  readonly kind: DisputeKind
  readonly subject: Subject
  readonly sides: readonly DisputeSide[]
  readonly outlier: string | null
  /** The providers that have something there, and those that have nothing. */
  readonly present: readonly string[]
  readonly missing: readonly string[]
  /** The providers that have it in a table. */
  readonly tables: readonly string[]
  readonly page: number
}

/** A dispute in one sentence. */
export const disputeMessage = (about: DisputeFacts): string => {
  const { kind, subject, present, missing, page } = about
  if (subject === 'substitution' || subject === 'misreading') return readings(about)
  if (subject === 'order') return `${subjectOf(about)} reads the passages on page ${page} in a different order.`
  if (subject === 'columns')
    return `The columns of a table on page ${page} are in a different order${inOutlier(about)}.`
  if (subject === 'cells') return `Some cells of a table on page ${page} are in different columns${inOutlier(about)}.`
  if (subject === 'shape')
    return `A table on page ${page} has the same text in different rows or columns${inOutlier(about)}.`
  if (subject === 'table_as_text') return tableOrText(about)
  if (subject === 'page') return pagesWithoutText(`page ${page}`, present, missing)
  if (kind === 'unmatched')
    return `Only ${enumeration(present)} has this passage: either the others missed it, or it was made up.`
  const [lack, have] = [verb(missing, 'is missing', 'are missing'), verb(present, 'has', 'have')]
  if (subject === 'row') return `${lack} a table row that ${have}.`
  if (subject === 'column') return `${lack} a table column that ${have}.`
  return kind === 'missing' ? `${lack} a passage that ${have}.` : `${lack} ${quoteOf(about)}, which ${have}.`
}

/**
 * `b has no text on page 2, where a and c have some.`
 * @example pagesWithoutText('page 2', ['a', 'c'], ['b']) // 'b has no text on page 2, where a and c have some.'
 */
export const pagesWithoutText = (pages: string, present: readonly string[], missing: readonly string[]): string =>
  `${verb(missing, 'has', 'have')} no text on ${pages}, where ${verb(present, 'has', 'have')} some.`

/**
 * `a has`, `a and b have`
 * @example verb(['a', 'b'], 'has', 'have') // 'a and b have'
 */
export const verb = (names: readonly string[], singular: string, plural: string): string =>
  `${enumeration(names)} ${names.length > 1 ? plural : singular}`

const subjectOf = ({ outlier, sides }: DisputeFacts): string =>
  outlier ?? enumeration(sides.map(({ provider }) => provider).slice(0, 1))

const tableOrText = ({ sides, tables, page }: DisputeFacts): string => {
  const others = sides.flatMap(({ provider }) => (tables.includes(provider) ? [] : [provider]))
  if (others.length === 0) return `The tables on page ${page} start and end in different places.`
  return `${verb(tables, 'has', 'have')} a table on page ${page} that ${verb(others, 'has', 'have')} as lines of text.`
}

const inOutlier = ({ outlier }: DisputeFacts): string => (outlier === null ? '' : ` in ${outlier}`)

const quoteDisputeText = (text: string): string => {
  const { maxQuoteLength } = disputeParameters
  return `“${text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text}”`
}

const quoteOf = ({ sides }: DisputeFacts): string => quoteDisputeText(sides.find(({ text }) => text !== '')?.text ?? '')

const readings = ({ sides }: DisputeFacts): string => {
  const byText = [...Map.groupBy(sides, ({ text }) => text)]
  const parts = byText.map(([text, of]) => {
    const who = verb(
      of.map(({ provider }) => provider),
      'reads',
      'read',
    )
    return text === '' ? `${who} nothing` : `${who} ${quoteDisputeText(text)}`
  })
  return `${parts.join(', ')}.`
}
