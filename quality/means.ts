import type { Outcome } from './measure.ts'
import { metrics, overallOf, type Metric } from './score/score.ts'

export const figures = [...metrics, 'overall'] as const
export type Figure = Metric | 'overall'

/** The mean of a metric over the documents to which it applies, and the number of those documents. */
export type Mean = { readonly mean: number; readonly count: number }

/** The means of every metric that applies to any of the outcomes, and of the overall figure. */
export type Means = Readonly<Partial<Record<Figure, Mean>>>

/** A document that could not be read counts as 0 in the overall figure. */
export const meansOf = (outcomes: readonly Outcome[]): Means => {
  const entries = metrics.map((metric) => [
    metric,
    meanOf(
      outcomes.flatMap(({ scores }) => (scores === null ? [] : [scores[metric]])).filter((value) => value !== null),
    ),
  ])
  const overall = meanOf(outcomes.map(({ scores }) => (scores === null ? 0 : overallOf(scores))))
  return Object.fromEntries([...entries, ['overall', overall]].filter(([, mean]) => mean !== null))
}

/** Outcomes in groups, with the means of each. */
export const meansBy = <Group>(outcomes: readonly Outcome[], groupOf: (outcome: Outcome) => Group): Map<Group, Means> =>
  new Map([...Map.groupBy(outcomes, groupOf)].map(([group, members]) => [group, meansOf(members)]))

const meanOf = (values: readonly number[]): Mean | null =>
  values.length === 0
    ? null
    : { mean: values.reduce((sum, value) => sum + value, 0) / values.length, count: values.length }
