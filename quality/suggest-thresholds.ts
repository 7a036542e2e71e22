import { kinds } from './documents.ts'
import { meansBy } from './means.ts'
import type { Outcome } from './measure.ts'
import { providers } from './read.ts'

/** How far below the measured mean a threshold is set. */
const slack = 0.01

/** Thresholds for `thresholds.ts`, just below the means of the outcomes. */
export const suggestThresholds = (outcomes: readonly Outcome[]): string => {
  const lines: string[] = []
  for (const provider of providers) {
    const byKind = meansBy(
      outcomes.filter((outcome) => outcome.provider === provider),
      ({ document }) => document.kind,
    )
    lines.push(`'${provider}': {`)
    for (const kind of kinds) {
      const means = Object.entries(byKind.get(kind) ?? {})
      const least = means.map(
        ([metric, { mean }]) => `${metric}: ${(Math.floor(Math.max(0, mean - slack) * 1000) / 1000).toFixed(3)}`,
      )
      if (least.length > 0) lines.push(`  ${kind}: { ${least.join(', ')} },`)
    }
    lines.push('},')
  }
  return lines.join('\n')
}
