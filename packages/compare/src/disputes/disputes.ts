import type { Dispute } from '@polyparse/contract'
import { isEmpty, type Range } from '../align/alignment.ts'
import { isLack, type Finding, type Subject } from '../findings/finding.ts'
import { cellAt, type PageTokens } from '../tokens/page-tokens.ts'
import { groupFindings, type ComparedPair, type GroupedFinding } from './group.ts'
import { textOf } from '../tokens/text-of.ts'
import { messageOf } from './message.ts'
import { sideOf } from './place.ts'
import { rangesFor } from './ranges.ts'

/** A dispute with what is needed to find its counterpart on another page, and others like it. */
export type PlacedDispute = {
  readonly dispute: Dispute
  readonly subject: Subject
  /** The words of a passage that not all have; empty for anything else. */
  readonly words: readonly string[]
  readonly having: readonly string[]
  readonly lacking: readonly string[]
}

/**
 * The `most` most serious disputes of one page, and how many more there are; `pages` are its readings and `providers`
 * whose they are, in the same order.
 */
export const pageDisputes = (
  providers: readonly string[],
  pages: readonly PageTokens[],
  pairs: readonly ComparedPair[],
  max: number,
): { disputes: PlacedDispute[]; leftOut: number } => {
  const groups = groupFindings(pairs)
    .map((group) => ({ group, top: mostSevere(group) }))
    .toSorted((one, other) => other.top.severity - one.top.severity)
  return {
    disputes: groups.slice(0, max).map(({ group, top }) => disputeOf(providers, pages, pairs, group, top)),
    leftOut: Math.max(0, groups.length - max),
  }
}

/** A dispute in which somebody stands against two that agree is more certain. */
const majorityWeight = 0.03

const disputeOf = (
  providers: readonly string[],
  pages: readonly PageTokens[],
  pairs: readonly ComparedPair[],
  group: readonly GroupedFinding[],
  top: Finding,
): PlacedDispute => {
  // Others of the group are about parts of the same.
  const telling = group.filter(({ finding }) => finding.subject === top.subject)
  const ranges = rangesFor(pages.length, telling, group, pairs)
  const names = (readings: readonly number[]): string[] => readings.flatMap((reading) => providers[reading] ?? [])
  const sides = pages.flatMap((page, reading) => {
    const [provider, range] = [providers[reading], ranges[reading]]
    return provider === undefined || range === undefined ? [] : [sideOf(provider, page, range)]
  })
  const all = [...pages.keys()]
  const isLacking = (reading: number): boolean => isEmpty(ranges[reading] ?? { start: 0, end: 0 })
  const having = names(all.filter((reading) => !isLacking(reading)))
  const lacking = names(all.filter(isLacking))
  const tables = names(all.filter((reading) => isTable(pages[reading], ranges[reading])))
  const alone = whoIsApart(pages.length, group)
  const outlier = alone === null ? null : (providers[alone] ?? null)
  const involved = names(all.filter((of) => group.some(({ pair }) => pair.one === of || pair.other === of)))
  const { kind, subject, severity } = judged(top, pages, ranges, having.length)
  const page = pages[0]?.page ?? 1
  return {
    dispute: {
      kind,
      page,
      providers: outlier === null ? involved : [outlier, ...involved.filter((name) => name !== outlier)],
      ...(outlier !== null && { outlier }),
      sides,
      severity: rounded(Math.min(1, severity + (outlier === null ? 0 : majorityWeight))),
      message: messageOf({ kind, subject, sides, outlier, having, lacking, tables, page }),
    },
    subject,
    words: lacking.length === 0 ? [] : wordsOf(telling),
    having,
    lacking,
  }
}

/** What is made of the most serious finding of a group in the light of all readings. */
const judged = (
  { kind, subject, severity }: Finding,
  pages: readonly PageTokens[],
  ranges: readonly Range[],
  having: number,
): Pick<Finding, 'kind' | 'subject' | 'severity'> => {
  const isMark = subject === 'passage' ? isWeak : isRaised
  if (kind === 'number' && pages.some((page, reading) => isMark(page, ranges[reading] ?? { start: 0, end: 0 })))
    return { kind: 'text', subject: subject === 'reading' ? 'misreading' : subject, severity: 0.2 }
  if (having === pages.length && isLack(subject))
    return { kind: kind === 'missing' ? 'text' : kind, subject: 'reading', severity }
  if (kind === 'missing' && having === 1 && pages.length > 2) return { kind: 'unmatched', subject, severity }
  return { kind, subject, severity }
}

/** Whether it was taken for the mark of a note, or of an item, which others may well leave out. */
const isWeak = (page: PageTokens, range: Range): boolean =>
  !isEmpty(range) && page.weak.subarray(range.start, range.end).every((weak) => weak === 1)

/** Whether it was taken for the mark of a note as its figures are raised. */
const isRaised = (page: PageTokens, range: Range): boolean =>
  isWeak(page, range) && /^[⁰¹²³⁴-⁹\s]+$/.test(textOf(page, range.start, range.end))

const isTable = (page: PageTokens | undefined, range: Range | undefined): boolean =>
  page !== undefined && range !== undefined && !isEmpty(range) && cellAt(page, range.start) !== null

const mostSevere = (group: readonly GroupedFinding[]): Finding => {
  const [first, ...more] = group.map(({ finding }) => finding)
  if (first === undefined) throw new TypeError('a group has a finding')
  return more.reduce((best, next) => (next.severity > best.severity ? next : best), first)
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

const wordsOf = (group: readonly GroupedFinding[]): string[] => {
  const { pair, finding } = group[0] ?? {}
  if (pair === undefined || finding === undefined) return []
  const { a, b } = pair.alignment
  const [page, { start, end }] = isEmpty(finding.a) ? [b, finding.b] : [a, finding.a]
  return page.tokens.slice(start, end).map(({ key }) => key)
}

/** The one reading that differs from at least two others where those do not differ from each other. */
const whoIsApart = (readings: number, group: readonly GroupedFinding[]): number | null => {
  const [first, ...more] = new Set(group.map(({ pair }) => pair))
  if (readings < 3 || first === undefined || more.length === 0) return null
  const candidates = [first.one, first.other].filter((reading) =>
    more.every(({ one, other }) => one === reading || other === reading),
  )
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}
