import { isCompared, type Bench, type BenchRow, type ComparedBenchDocument } from './bench.ts'
import { agreementOf } from './compared-document.ts'
import { mean } from './markup/format.ts'
import { verdictOf, type BenchVerdict } from './bench-verdict.ts'

/** What a bench comes to: a row for each provider, in the order in which they first come, and a verdict in words. */
export type BenchSummary = BenchVerdict & { readonly providers: readonly BenchRow[] }

/** Nothing but the bench goes in, so that a terminal and a report say the same. */
export const summaryOf = (bench: Bench): BenchSummary => {
  const compared = bench.documents.filter(isCompared)
  const names = [...new Set(compared.flatMap(({ result }) => result.providers.map(({ provider }) => provider)))]
  const providers = names.map((provider) => rowOf(provider, compared))
  return { providers, ...verdictOf(providers, compared) }
}

const rowOf = (provider: string, compared: readonly ComparedBenchDocument[]): BenchRow => {
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
    agreement: mean(compared.flatMap(({ result }) => agreementOf(result, provider) ?? [])),
    outlier: compared.reduce(
      (sum, { result }) => sum + (result.agreement?.disputes.filter(({ outlier }) => outlier === provider).length ?? 0),
      0,
    ),
    warnings: parsed.reduce((sum, { result }) => sum + result.warnings.length, 0),
    pages,
    millisecondsPerPage: pages === 0 ? null : milliseconds / pages,
    truth: mean(truths),
    truths: truths.length,
  }
}

const truthScore = (provider: string, { result, truth }: ComparedBenchDocument): number[] => {
  if (truth === undefined) return []
  const isUnread = result.providers.some((entry) => entry.provider === provider && entry.status !== 'parsed')
  const score = isUnread ? 0 : truth.scores[provider]
  return score === undefined ? [] : [score]
}
