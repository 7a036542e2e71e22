import { isRight, type Judged } from './judge.ts'

/**
 * For each set and for all: the documents, for how many of them a provider was recommended, the share of these for which
 * it was right, and the shares for which it would have been right to name the same provider always, of the same documents
 * and of all.
 */
export const tableOf = (judged: readonly Judged[], providers: readonly string[]): string => {
  const sets = [...Map.groupBy(judged, ({ document }) => document.set)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )
  const head = ['set', 'documents', 'spoke', 'right', ...providers, ...providers.map((name) => `${name} (all)`)]
  const rows = [...sets, ['all', judged] as const].map(([set, of]) => {
    const spoke = of.filter(({ recommended }) => recommended !== null)
    return [
      set,
      String(of.length),
      String(spoke.length),
      share(spoke, ({ recommended }) => recommended ?? ''),
      ...providers.map((name) => share(spoke, () => name)),
      ...providers.map((name) => share(of, () => name)),
    ]
  })
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)))
  return [head, ...rows]
    .map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
    .join('\n')
}

const share = (of: readonly Judged[], named: (judged: Judged) => string): string =>
  of.length === 0 ? '–' : (of.filter((one) => isRight(one, named(one))).length / of.length).toFixed(3)

/** A line for each document for which it was silent or wrong. */
export const listOf = (judged: readonly Judged[]): string =>
  judged
    .filter((one) => one.recommended === null || !isRight(one, one.recommended))
    .map(({ document, scores, recommended, why }) => {
      const figures = [...scores].map(([provider, score]) => `${provider} ${score.toFixed(3)}`).join('  ')
      return `${recommended === null ? 'silent' : 'wrong '}  ${document.id.padEnd(40)}  ${figures}  ${recommended ?? '–'}: ${why}`
    })
    .join('\n')
