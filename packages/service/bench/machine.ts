import { type Measurement, medianOfSamples } from '@polyparse/test-support/statistics'

const steps = 200_000_000

/** Measures how fast the machine is at the moment: the CPU time of a loop that is always the same. */
export const measureMachine = (): Measurement[] => {
  const spent = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    loop()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return [{ name: 'the machine: CPU of a fixed loop', value: medianOfSamples(spent), unit: 'ms' }]
}

const loop = (): number => {
  let state = 1
  for (let step = 0; step < steps; step += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
  return state
}
