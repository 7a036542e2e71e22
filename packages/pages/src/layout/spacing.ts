import type { TextLine } from './layout-lines.ts'
import { spacing as limits } from './parameters.ts'

/** The usual distance between baselines of lines of a size, both in points. */
export type Spacing = (size: number) => number

/** Learns the usual spacing of a page from its columns: of the distances seen at a size, the most frequent. */
export const usualSpacing = (columns: readonly (readonly TextLine[])[]): Spacing => {
  const counts = new Map<number, Map<number, number>>()
  for (const lines of columns) {
    for (const [index, line] of lines.entries()) {
      const above = lines[index - 1]
      if (above === undefined || Math.abs(above.size - line.size) > limits.sizeTolerance) continue
      const step = line.baseline - above.baseline
      if (step < line.size * limits.min || step > line.size * limits.max) continue
      const size = keyOfLineSize(line.size)
      const steps = counts.get(size) ?? new Map<number, number>()
      const rounded = Math.round(step * 2) / 2
      steps.set(rounded, (steps.get(rounded) ?? 0) + 1)
      counts.set(size, steps)
    }
  }
  const usual = new Map([...counts].map(([size, steps]) => [size, { step: commonest(steps), seen: total(steps) }]))
  return (size) => {
    const found = usual.get(keyOfLineSize(size))
    if (found === undefined) return size * limits.assumed
    // A few lines of one size may be headings, each apart from the next.
    return found.seen < limits.minSeen ? Math.min(found.step, size * limits.assumed) : found.step
  }
}

const total = (steps: ReadonlyMap<number, number>): number => [...steps.values()].reduce((sum, count) => sum + count, 0)

const keyOfLineSize = (size: number): number => Math.round(size * 2)

/** The most frequent distance, its neighbours counted by half; of equals the smaller. */
const commonest = (steps: ReadonlyMap<number, number>): number => {
  const weight = (step: number): number =>
    (steps.get(step) ?? 0) + (steps.get(step - 0.5) ?? 0) / 2 + (steps.get(step + 0.5) ?? 0) / 2
  return [...steps.keys()].toSorted((a, b) => weight(b) - weight(a) || a - b)[0] ?? 0
}
