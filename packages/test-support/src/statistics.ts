export const medianOfSamples = (values: readonly number[]): number => percentile(values, 0.5)

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}

/** Milliseconds that the work took. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Does the work repeatedly from `callers` callers at once for this time; resolves to the rate per second. */
export const rate = async (callers: number, milliseconds: number, work: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - start < milliseconds) {
        await work()
        count += 1
      }
    }),
  )
  return (count * 1000) / (performance.now() - start)
}

/** One line of the report: what was measured, its limit, and whether it was kept. */
export type Measurement = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly aim?: string
  readonly holds?: boolean
}
