import { meansBy, meansOf, type Means } from './means.ts'
import type { Outcome } from './measure.ts'
import { metrics, overallOf } from './score/score.ts'

const columns = ['overall', ...metrics] as const

/** Tables of means: of each provider by kind and by producer. */
export const summaryOf = (outcomes: readonly Outcome[]): string =>
  [...Map.groupBy(outcomes, ({ provider }) => provider)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([provider, own]) =>
      [
        heading(`${provider}, ${own.length} documents`),
        ...rowsOf(
          meansBy(own, ({ document }) => document.kind),
          own,
        ),
        '',
        ...rowsOf(
          meansBy(own, ({ document }) => document.producer),
          own,
        ),
        row('all', own.length, meansOf(own)),
      ].join('\n'),
    )
    .join('\n\n')

/** The documents with the lowest figures, lowest first. */
export const worstOf = (outcomes: readonly Outcome[], count: number): string =>
  [...outcomes]
    .map((outcome) => ({ outcome, overall: outcome.scores === null ? 0 : overallOf(outcome.scores) }))
    .toSorted((one, other) => one.overall - other.overall)
    .slice(0, count)
    .map(({ outcome }) => line(outcome))
    .join('\n')

/** Every document on a line. */
export const listOf = (outcomes: readonly Outcome[]): string => outcomes.map(line).join('\n')

const heading = (title: string): string => `${title.padEnd(28)}${columns.map((name) => name.padStart(9)).join('')}`

const rowsOf = (groups: ReadonlyMap<string, Means>, outcomes: readonly Outcome[]): string[] =>
  [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, means]) => row(name, means.overall?.count ?? outcomes.length, means))

const row = (name: string, count: number, means: Means): string =>
  `  ${name.padEnd(18)}${String(count).padStart(6)}  ${columns.map((column) => shown(means[column]?.mean)).join('')}`

const line = ({ document, provider, scores, error }: Outcome): string => {
  const name = `${provider} ${document.id}`
  if (scores === null) return `  ${name}: ${error}`
  const figures = metrics
    .filter((metric) => scores[metric] !== null)
    .map((metric) => `${metric} ${(scores[metric] ?? 0).toFixed(3)}`)
  return `  ${overallOf(scores).toFixed(3)}  ${name.padEnd(60)} ${figures.join('  ')}`
}

const shown = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3)).padStart(9)
