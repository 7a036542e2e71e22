import type { BenchRow, ComparedBenchDocument } from './bench.ts'
import { duration, grouped, listed, many, percent } from './markup/format.ts'

export type BenchVerdict = {
  /** Absent when the evidence is thin, or speaks for several alike. */
  readonly recommended?: string
  /** Why it is that one, or why it is none. */
  readonly reasons: readonly string[]
}

/** Figures nearer than this do not tell providers apart. */
const level = 0.01

/** What fewer documents say may be chance. */
const minDocuments = 3

/** Which provider for these documents: by the truth where there is any, else by how they agree. What one did not read counts as 0. */
export const verdictOf = (rows: readonly BenchRow[], documents: readonly ComparedBenchDocument[]): BenchVerdict => {
  const able = rows.filter(({ parsed }) => parsed > 0)
  const [only] = able
  if (only === undefined) return { reasons: ['No provider parsed any of the documents.'] }
  if (able.length === 1)
    return { reasons: [`Only ${only.provider} parsed any of the documents: there is nothing to compare it with.`] }
  const isByTruth = documents.some(({ truth }) => truth !== undefined)
  const scoreOf = (row: BenchRow): number =>
    isByTruth ? (row.truth ?? 0) : ((row.agreement ?? 0) * row.parsed) / askedOf(row)
  const ranked = able.toSorted((one, other) => scoreOf(other) - scoreOf(one))
  const [best, second] = ranked
  if (best === undefined || second === undefined) return { reasons: [] }
  if (Math.max(scoreOf(best), 0) === 0)
    return { reasons: ['No document was read by two providers, so there is nothing to go by.'] }
  const equals = ranked.filter((row) => scoreOf(best) - scoreOf(row) < level)
  const by = isByTruth ? `the truth of ${many(best.truths, 'document')}` : 'their agreement with each other'
  if (equals.length > 1) {
    const fastest = equals.toSorted((one, other) => timeOf(one) - timeOf(other))[0]
    return {
      reasons: [
        `${listed(equals.map(({ provider }) => provider))} are level by ${by}: ${equals.map((row) => percent(scoreOf(row))).join(', ')}.`,
        ...(fastest === undefined || !Number.isFinite(timeOf(fastest))
          ? []
          : [`Of these ${fastest.provider} is the fastest, with ${duration(timeOf(fastest))} a page.`]),
        ...equals.flatMap((row) => unsupportedBy(row)),
        ...thin(documents.length),
      ],
    }
  }
  const reasons = [
    isByTruth
      ? `It comes to ${percent(scoreOf(best))} of ${by}; the next is ${second.provider} with ${percent(scoreOf(second))}.`
      : `It agrees with the others to ${percent(best.agreement ?? 0)} on average${readBy(best)}; the next is ${second.provider} with ${percent(second.agreement ?? 0)}${readBy(second)}.`,
    `It is recommended for ${best.recommended} of ${many(documents.length, 'document')}, and is the outlier in ${many(best.outlier, 'dispute')}.`,
    best.failed === 0 ? 'It failed on none of them.' : `It failed on ${many(best.failed, 'document')}.`,
    ...ranked.flatMap((row) => unsupportedBy(row)),
    ...(best.millisecondsPerPage === null ? [] : [`It takes ${duration(best.millisecondsPerPage)} a page.`]),
    ...thin(documents.length),
  ]
  return documents.length < minDocuments && !isByTruth
    ? {
        reasons: [
          `${best.provider} is ahead, but ${many(documents.length, 'document')} cannot tell.`,
          ...reasons.slice(0, 1),
        ],
      }
    : { recommended: best.provider, reasons }
}

const askedOf = ({ parsed, failed, unsupported }: BenchRow): number => Math.max(1, parsed + failed + unsupported)

/** How much of what it was asked it read, unless it was all: with its agreement, that decides. */
const readBy = (row: BenchRow): string =>
  row.parsed === askedOf(row) ? '' : ` (of ${many(askedOf(row), 'document')} it read ${grouped(row.parsed)})`

const unsupportedBy = ({ provider, unsupported }: BenchRow): string[] =>
  unsupported === 0 ? [] : [`Not supported by ${provider}: ${many(unsupported, 'document')}, counted as not read.`]

const timeOf = ({ millisecondsPerPage }: BenchRow): number => millisecondsPerPage ?? Infinity

const thin = (documents: number): string[] =>
  documents < minDocuments ? [`That is the evidence of ${many(documents, 'document')} only.`] : []
