import type { TextLine } from './layout-lines.ts'
import { spacing as limits } from './parameters.ts'

/**
 * The usual distance between baselines of lines of a size, both in points. Where it is twice another one, as in short texts that are
 * typed with an empty line between their paragraphs, `pitch` is that other one.
 */
export type Spacing = (size: number) => { readonly usual: number; readonly pitch: number | null }

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
  const found = new Map([...counts].map(([size, steps]) => [size, spacingOf(steps)]))
  return (size) => {
    const own = found.get(keyOfLineSize(size))
    if (own === undefined) return { usual: size * limits.assumed, pitch: null }
    // A few lines of one size may be headings, each apart from the next.
    const usual = own.seen < limits.minSeen ? Math.min(own.usual, size * limits.assumed) : own.usual
    return { usual, pitch: own.pitch }
  }
}

const spacingOf = (steps: ReadonlyMap<number, number>) => {
  const usual = commonest(steps)
  const half = [...steps.keys()].find((step) => Math.abs(usual - step * 2) <= limits.pitchTolerance)
  return { usual, pitch: half ?? null, seen: total(steps) }
}

const total = (steps: ReadonlyMap<number, number>): number => [...steps.values()].reduce((sum, count) => sum + count, 0)

const keyOfLineSize = (size: number): number => Math.round(size * 2)

/** The most frequent distance, its neighbours counted by half; of equals the smaller. */
const commonest = (steps: ReadonlyMap<number, number>): number => {
  const weight = (step: number): number =>
    (steps.get(step) ?? 0) + (steps.get(step - 0.5) ?? 0) / 2 + (steps.get(step + 0.5) ?? 0) / 2
  return [...steps.keys()].toSorted((a, b) => weight(b) - weight(a) || a - b)[0] ?? 0
}
