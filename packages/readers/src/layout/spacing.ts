import type { TextLine } from './lines.ts'

/** The usual distance from baseline to baseline of lines of a size. */
export type Spacing = (size: number) => number

/** Lines of one text follow each other at one distance; of the distances seen at a size, the commonest is taken. */
export const usualSpacing = (columns: readonly (readonly TextLine[])[]): Spacing => {
  const counts = new Map<number, Map<number, number>>()
  for (const lines of columns) {
    for (const [index, line] of lines.entries()) {
      const above = lines[index - 1]
      if (above === undefined || Math.abs(above.size - line.size) > 0.3) continue
      const step = line.baseline - above.baseline
      if (step < line.size * 0.8 || step > line.size * 2.2) continue
      const size = keyOf(line.size)
      const steps = counts.get(size) ?? new Map<number, number>()
      const rounded = Math.round(step * 2) / 2
      steps.set(rounded, (steps.get(rounded) ?? 0) + 1)
      counts.set(size, steps)
    }
  }
  const usual = new Map([...counts].map(([size, steps]) => [size, { step: commonest(steps), seen: total(steps) }]))
  return (size) => {
    const found = usual.get(keyOf(size))
    if (found === undefined) return size * assumed
    // A few lines of one size may all be apart, as headings that follow each other are.
    return found.seen < min ? Math.min(found.step, size * assumed) : found.step
  }
}

/** Between lines of one paragraph, in heights of the font, where the page does not tell. */
const assumed = 1.3
const min = 4

const total = (steps: ReadonlyMap<number, number>): number => [...steps.values()].reduce((sum, count) => sum + count, 0)

const keyOf = (size: number): number => Math.round(size * 2)

/** The most frequent step, neighbours of it counted in; of equals the smaller. */
const commonest = (steps: ReadonlyMap<number, number>): number => {
  const weight = (step: number): number =>
    (steps.get(step) ?? 0) + (steps.get(step - 0.5) ?? 0) / 2 + (steps.get(step + 0.5) ?? 0) / 2
  return [...steps.keys()].toSorted((a, b) => weight(b) - weight(a) || a - b)[0] ?? 0
}
