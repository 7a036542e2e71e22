import type { ParseResult } from '@polyparse/contract'
import { durationText, grouped, enumeration, many, mean, percent } from '@polyparse/compare/format'
import { isCompared, type BenchReport, type BenchRow, type ComparedBenchDocument } from './bench.ts'
import { meanAgreement } from '@polyparse/compare/view'
import { benching } from './parameters.ts'

/** The result of a bench: a row for each provider, in order of first appearance, and a verdict. */
export type BenchSummary = BenchVerdict & { readonly providers: readonly BenchRow[] }

/**
 * Summarises a bench: a row for each provider and a verdict. Providers rank by ground truth where there is any, else by
 * agreement; what one did not read counts as 0. None is recommended when fewer than two have parsed anything, when the
 * best are within a hundredth of each other, or when there are fewer than three documents and no ground truth. It
 * depends on the bench alone, so the terminal and the report say the same.
 *
 * @example
 * const { recommended, reasons } = summaryOf({ folder: 'invoices', documents: [{ name: 'one.pdf', result }] })
 */
export const benchSummary = (bench: BenchReport): BenchSummary => {
  const compared = bench.documents.filter(isCompared)
  const names = [...new Set(compared.flatMap(({ result }) => result.providers.map(({ provider }) => provider)))]
  const providers = names.map((provider) => benchRowOfProvider(provider, compared))
  return { providers, ...verdictOn(providers, compared) }
}

const benchRowOfProvider = (provider: string, compared: readonly ComparedBenchDocument[]): BenchRow => {
  const entries = compared.flatMap(({ result }) => result.providers.filter((entry) => entry.provider === provider))
  const parsed = entries.filter((entry) => entry.status === 'parsed')
  const pages = parsed.reduce((sum, { result }) => sum + result.pageCount, 0)
  const truths = compared.flatMap((document) => truthScore(provider, document))
  const milliseconds = parsed.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return {
    provider,
    parsed: parsed.length,
    failed: entries.filter(({ status }) => status === 'failed').length,
    unsupported: entries.filter(({ status }) => status === 'unsupported').length,
    recommended: compared.filter(({ result }) => result.agreement?.recommendation?.provider === provider).length,
    agreement: mean(compared.flatMap(({ result }) => meanAgreement(result, provider) ?? [])),
    outlier: compared.reduce(
      (sum, { result }) => sum + (result.agreement?.disputes.filter(({ outlier }) => outlier === provider).length ?? 0),
      0,
    ),
    warnings: parsed.reduce((sum, { result }) => sum + result.warnings.length, 0),
    pages,
    millisecondsPerPage: pages === 0 ? null : milliseconds / pages,
    costPerPage: pages === 0 ? null : costOfResults(parsed.map(({ result }) => result)) / pages,
    truth: mean(truths),
    truths: truths.length,
  }
}

/** Returns what results have cost; those in another currency than the first do not count. */
const costOfResults = (results: readonly ParseResult[]): number => {
  const charged = results.flatMap(({ usage }) => (usage?.cost === undefined ? [] : [usage]))
  const same = charged.filter(({ currency }) => currency === charged[0]?.currency)
  return same.reduce((sum, { cost = 0 }) => sum + cost, 0)
}

const truthScore = (provider: string, { result, truth }: ComparedBenchDocument): number[] => {
  if (truth === undefined) return []
  const isUnread = result.providers.some((entry) => entry.provider === provider && entry.status !== 'parsed')
  const score = isUnread ? 0 : truth.scores[provider]
  return score === undefined ? [] : [score]
}

type BenchVerdict = {
  /** Absent when the evidence is thin or several providers are tied. */
  readonly recommended?: string
  /** Why that provider is recommended, or why none is. */
  readonly reasons: readonly string[]
}

/** Ranks by ground truth where there is any, else by agreement. What a provider did not read counts as 0. */
const verdictOn = (rows: readonly BenchRow[], documents: readonly ComparedBenchDocument[]): BenchVerdict => {
  const able = rows.filter(({ parsed }) => parsed > 0)
  const [only] = able
  if (only === undefined) return { reasons: ['No provider parsed any of the documents.'] }
  if (able.length === 1)
    return { reasons: [`Only ${only.provider} parsed any of the documents, so there is nothing to compare it with.`] }
  const isByTruth = documents.some(({ truth }) => truth !== undefined)
  const scoreOf = (row: BenchRow): number =>
    isByTruth ? (row.truth ?? 0) : ((row.agreement ?? 0) * row.parsed) / requestedOf(row)
  const ranked = able.toSorted((one, other) => scoreOf(other) - scoreOf(one))
  const [best, second] = ranked
  if (best === undefined || second === undefined) return { reasons: [] }
  if (Math.max(scoreOf(best), 0) === 0)
    return { reasons: ['No document was read by two providers, so nothing can be compared.'] }
  const tied = ranked.filter((row) => scoreOf(best) - scoreOf(row) < benching.tieMargin)
  const measure = isByTruth ? `the ground truth of ${many(best.truths, 'document')}` : 'their agreement with each other'
  if (tied.length > 1) {
    const fastest = tied.toSorted((one, other) => msPerPageOfBenchRow(one) - msPerPageOfBenchRow(other))[0]
    return {
      reasons: [
        `${enumeration(tied.map(({ provider }) => provider))} are tied by ${measure}: ${tied.map((row) => percent(scoreOf(row))).join(', ')}.`,
        ...(fastest === undefined || !Number.isFinite(msPerPageOfBenchRow(fastest))
          ? []
          : [`${fastest.provider} is the fastest of these, at ${durationText(msPerPageOfBenchRow(fastest))} a page.`]),
        ...tied.flatMap((row) => unsupportedBy(row)),
        ...thin(documents.length),
      ],
    }
  }
  const reasons = [
    isByTruth
      ? `It scores ${percent(scoreOf(best))} against ${measure}; ${second.provider} is next with ${percent(scoreOf(second))}.`
      : `It agrees with the others to ${percent(best.agreement ?? 0)} on average${readBy(best)}; ${second.provider} is next with ${percent(second.agreement ?? 0)}${readBy(second)}.`,
    `It is recommended for ${best.recommended} of ${many(documents.length, 'document')}, and it is ${best.outlier === 0 ? 'never the outlier' : `the outlier in ${many(best.outlier, 'dispute')}`}.`,
    best.failed === 0 ? 'It failed on no document.' : `It failed on ${many(best.failed, 'document')}.`,
    ...ranked.flatMap((row) => unsupportedBy(row)),
    ...(best.millisecondsPerPage === null ? [] : [`It takes ${durationText(best.millisecondsPerPage)} a page.`]),
    ...thin(documents.length),
  ]
  return documents.length < benching.minDocuments && !isByTruth
    ? {
        reasons: [
          `${best.provider} is ahead, but ${many(documents.length, 'document')} ${documents.length === 1 ? 'is' : 'are'} too little evidence.`,
          ...reasons.slice(0, 1),
        ],
      }
    : { recommended: best.provider, reasons }
}

const requestedOf = ({ parsed, failed, unsupported }: BenchRow): number => Math.max(1, parsed + failed + unsupported)

/** Returns how many of the documents it read, unless it read all: the score takes both into account. */
const readBy = (row: BenchRow): string =>
  row.parsed === requestedOf(row) ? '' : ` (it read ${grouped(row.parsed)} of ${many(requestedOf(row), 'document')})`

const unsupportedBy = ({ provider, unsupported }: BenchRow): string[] =>
  unsupported === 0
    ? []
    : [
        `${provider} does not support ${many(unsupported, 'document')}, which ${unsupported === 1 ? 'counts' : 'count'} as not read.`,
      ]

const msPerPageOfBenchRow = ({ millisecondsPerPage }: BenchRow): number => millisecondsPerPage ?? Infinity

const thin = (documents: number): string[] =>
  documents < benching.minDocuments ? [`The evidence is ${many(documents, 'document')} only.`] : []
