import type { DocumentEntry } from './documents.ts'
import { figures, meansBy } from './means.ts'
import { providersFor, type Outcome } from './measure.ts'
import type { Thresholds } from './thresholds.ts'

/**
 * The reasons why the outcomes do not pass, one sentence each; empty when they pass. `expected` are the documents that
 * should have been read, and `least` is their minimum number: a run that read fewer fails, as does one whose documents
 * have no threshold.
 */
export const failuresOf = (
  outcomes: readonly Outcome[],
  expected: readonly DocumentEntry[],
  { least, minimum }: { readonly least: number; readonly minimum: Thresholds },
): string[] => {
  const seen = new Set(outcomes.map(({ provider, document }) => `${provider} ${document.id}`))
  const missing = expected.flatMap((document) =>
    providersFor(document)
      .filter((provider) => !seen.has(`${provider} ${document.id}`))
      .map((provider) => `${provider} did not read ${document.id}.`),
  )
  return [
    ...(expected.length < least ? [`There are ${expected.length} documents, not ${least}.`] : []),
    ...missing,
    ...outcomes.flatMap(({ provider, document, error }) =>
      error === undefined ? [] : [`${provider} failed on ${document.id}: ${error}`],
    ),
    ...belowMinimum(outcomes, minimum),
  ]
}

const belowMinimum = (outcomes: readonly Outcome[], minimum: Thresholds): string[] => {
  const failures: string[] = []
  for (const [provider, own] of Map.groupBy(outcomes, (outcome) => outcome.provider))
    for (const [kind, means] of meansBy(own, ({ document }) => document.kind))
      for (const metric of figures) {
        const mean = means[metric]?.mean
        const least = minimum[provider]?.[kind]?.[metric]
        const name = `${provider}, ${kind}, ${metric}`
        if (mean !== undefined && least === undefined) failures.push(`${name}: there is no threshold.`)
        else if (mean === undefined && least !== undefined) failures.push(`${name}: nothing was measured.`)
        else if (mean !== undefined && least !== undefined && mean < least)
          failures.push(`${name}: ${mean.toFixed(3)} is below ${least.toFixed(3)}.`)
      }
  return failures
}
