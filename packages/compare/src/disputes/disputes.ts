import type { Dispute } from '@polyparse/contract'
import { firstOf, itemAt } from '@polyparse/document/items'
import type { Box } from '@polyparse/document/schema'
import { isEmpty, type TokenRange } from '../align/alignment.ts'
import { isMissingText, type Finding, type Subject } from '../findings/finding.ts'
import { disputeParameters, severities } from '../parameters.ts'
import { cellAt, textOfTokens, type PageTokens } from '../tokens/page-tokens.ts'
import { groupFindings, type ComparedPair, type GroupedFinding } from './group.ts'
import { disputeMessage } from './message.ts'
import { isWithin, rangesFor, sideOf } from './sides.ts'

/** A dispute with what is needed to find its counterpart on another page, and others like it. */
export type PageDispute = {
  readonly dispute: Dispute
  readonly subject: Subject
  /** The words of a passage that only some readings have; empty for anything else. */
  readonly words: readonly string[]
  /** The providers that have something there, and those that have nothing. */
  readonly present: readonly string[]
  readonly missing: readonly string[]
}

/**
 * The `max` most severe disputes of one page, and how many more there are. `pages` are the readings of the page, in the
 * order of `providers`, `pictures` the places of the pictures that any of them found on it, `recognized` the indices of those
 * that were read from the image of the page.
 */
export const pageDisputes = (
  providers: readonly string[],
  pages: readonly PageTokens[],
  pairs: readonly ComparedPair[],
  pictures: readonly Box[],
  recognized: ReadonlySet<number>,
  max: number,
): { disputes: PageDispute[]; omitted: number } => {
  const groups = groupFindings(pairs)
    .map((group) => ({ group, top: mostSevere(group) }))
    .toSorted((one, other) => other.top.severity - one.top.severity)
  return {
    disputes: groups
      .slice(0, max)
      .map(({ group, top }) => disputeOf(providers, pages, pairs, { pictures, recognized }, group, top)),
    omitted: Math.max(0, groups.length - max),
  }
}

const disputeOf = (
  providers: readonly string[],
  pages: readonly PageTokens[],
  pairs: readonly ComparedPair[],
  { pictures, recognized }: { readonly pictures: readonly Box[]; readonly recognized: ReadonlySet<number> },
  group: readonly GroupedFinding[],
  top: Finding,
): PageDispute => {
  // Other findings of the group are about parts of the same thing.
  const decisive = group.filter(({ finding }) => finding.subject === top.subject)
  const ranges = rangesFor(pages.length, decisive, group, pairs)
  const names = (readings: readonly number[]): string[] => readings.map((reading) => itemAt(providers, reading))
  const sides = pages.flatMap((page, reading) => {
    const [provider, range] = [providers[reading], ranges[reading]]
    return provider === undefined || range === undefined ? [] : [sideOf(provider, page, range)]
  })
  const all = [...pages.keys()]
  const isMissing = (reading: number): boolean => isEmpty(itemAt(ranges, reading))
  const present = names(all.filter((reading) => !isMissing(reading)))
  const missing = names(all.filter(isMissing))
  const tables = names(all.filter((reading) => isRangeInTable(pages[reading], ranges[reading])))
  const outlierReading = outlierOf(pages.length, group)
  const outlier = outlierReading === null ? null : itemAt(providers, outlierReading)
  const involved = names(all.filter((of) => group.some(({ pair }) => pair.one === of || pair.other === of)))
  const isSpeck =
    outlierReading !== null &&
    recognized.has(outlierReading) &&
    present.length === 1 &&
    isTiny(pages[outlierReading], ranges[outlierReading])
  const { kind, subject, severity } = isSpeck ? asSpeck(top) : withAllReadings(top, pages, ranges, present.length)
  const fromImages = pages.every((page, reading) => isWithin(page, itemAt(ranges, reading), pictures))
  const page = pages[0]?.page ?? 1
  return {
    dispute: {
      kind,
      page,
      providers: outlier === null ? involved : [outlier, ...involved.filter((name) => name !== outlier)],
      ...(outlier !== null && { outlier }),
      sides,
      ...(fromImages && { fromImages }),
      severity: roundSeverity(
        fromImages
          ? Math.min(severity, severities.fromImages)
          : Math.min(1, severity + (outlier === null ? 0 : severities.majority)),
      ),
      message: `${disputeMessage({ kind, subject, sides, outlier, present, missing, tables, page })}${fromImages ? ' It is in a picture.' : ''}`,
    },
    subject,
    words: missing.length === 0 ? [] : wordsOfFindings(decisive),
    present,
    missing,
  }
}

/** The kind of the most severe finding of a group, which is about two readings, corrected by what all readings have. */
const withAllReadings = (
  { kind, subject, severity }: Finding,
  pages: readonly PageTokens[],
  ranges: readonly TokenRange[],
  present: number,
): Pick<Finding, 'kind' | 'subject' | 'severity'> => {
  const isMark = subject === 'passage' ? isOptional : isRaised
  if (kind === 'number' && pages.some((page, reading) => isMark(page, itemAt(ranges, reading))))
    return {
      kind: 'text',
      subject: subject === 'substitution' ? 'misreading' : subject,
      severity: severities.noteMark,
    }
  if (present === pages.length && isMissingText(subject))
    return { kind: kind === 'missing' ? 'text' : kind, subject: 'substitution', severity }
  if (kind === 'missing' && present === 1 && pages.length > 2) return { kind: 'unmatched', subject, severity }
  return { kind, subject, severity }
}

/**
 * Returns the finding as a speck, for a text that the recognition of a page alone has and that is no longer than this:
 * it is rather a bullet, a line or a speck than a letter or number that several readers of the text layer lack.
 */
const asSpeck = ({ subject }: Finding): Pick<Finding, 'kind' | 'subject' | 'severity'> => ({
  kind: 'text',
  subject,
  severity: severities.fewWords + severities.perWord,
})

const isTiny = (page: PageTokens | undefined, range: TokenRange | undefined): boolean =>
  page !== undefined &&
  range !== undefined &&
  !isEmpty(range) &&
  textOfTokens(page, range.start, range.end).length <= disputeParameters.maxSpeckLength

/** Tells whether a reading took it for the mark of a note or list item, which others may leave out. */
const isOptional = (page: PageTokens, range: TokenRange): boolean =>
  !isEmpty(range) && page.optional.subarray(range.start, range.end).every((each) => each === 1)

/** Tells whether a reading took it for a note mark because its digits are raised. */
const isRaised = (page: PageTokens, range: TokenRange): boolean =>
  isOptional(page, range) && /^[⁰¹²³⁴-⁹\s]+$/.test(textOfTokens(page, range.start, range.end))

const isRangeInTable = (page: PageTokens | undefined, range: TokenRange | undefined): boolean =>
  page !== undefined && range !== undefined && !isEmpty(range) && cellAt(page, range.start) !== null

const mostSevere = (group: readonly GroupedFinding[]): Finding => {
  const [first, ...more] = group.map(({ finding }) => finding)
  if (first === undefined) throw new TypeError('a group has at least one finding')
  return more.reduce((best, next) => (next.severity > best.severity ? next : best), first)
}

const roundSeverity = (value: number): number => Math.round(value * 1000) / 1000

const wordsOfFindings = (group: readonly GroupedFinding[]): string[] => {
  const { pair, finding } = group[0] ?? {}
  if (pair === undefined || finding === undefined) return []
  const { a, b } = pair.alignment
  const [page, { start, end }] = isEmpty(finding.a) ? [b, finding.b] : [a, finding.a]
  return page.tokens.slice(start, end).map(({ key }) => key)
}

/** The one reading that differs from at least two others which do not differ from each other; null if there is none. */
const outlierOf = (readings: number, group: readonly GroupedFinding[]): number | null => {
  const [first, ...more] = new Set(group.map(({ pair }) => pair))
  if (readings < 3 || first === undefined || more.length === 0) return null
  const candidates = [first.one, first.other].filter((reading) =>
    more.every(({ one, other }) => one === reading || other === reading),
  )
  return candidates.length === 1 ? firstOf(candidates) : null
}
