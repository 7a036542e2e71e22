import { createClocks } from '../../src/queue/clocks.ts'

/** A run of an account that becomes due at a time and takes so long, in seconds. */
export type SimulatedRun = { readonly account: string; readonly at: number; readonly seconds: number }

/**
 * Works runs off in the slots of one process, by the clocks of the accounts and on a clock that jumps from event to event.
 * Returns how long the runs of each account have waited and how much it has used.
 */
export const simulateSlots = (
  runs: readonly SimulatedRun[],
  { concurrency, spare, until = Infinity }: { concurrency: number; spare: number; until?: number },
) => {
  let time = 0
  const clocks = createClocks(() => time)
  const coming = runs.toSorted((one, other) => one.at - other.at)
  const waiting = new Map<string, SimulatedRun[]>()
  const running = new Set<{ readonly endsAt: number; readonly stop: () => void }>()
  const waits = new Map<string, number[]>()
  const used = new Map<string, number>()
  let next = 0

  const start = (account: string): void => {
    const run = waiting.get(account)?.shift()
    if (run === undefined) return
    if (waiting.get(account)?.length === 0) waiting.delete(account)
    const own = waits.get(account)
    if (own === undefined) waits.set(account, [time - run.at])
    else own.push(time - run.at)
    used.set(account, (used.get(account) ?? 0) + run.seconds)
    running.add({ endsAt: time + run.seconds, stop: clocks.start(account) })
  }

  const fill = (): void => {
    for (;;) {
      const free = concurrency - running.size
      if (free + spare <= 0) return
      const account = clocks.inOrder(waiting.keys()).find((each) => free > 0 || clocks.running(each) === 0)
      if (account === undefined) return
      start(account)
    }
  }

  for (;;) {
    time = Math.min(coming[next]?.at ?? Infinity, ...[...running].map(({ endsAt }) => endsAt))
    if (time === Infinity || time > until) return { waits, used }
    for (const one of running)
      if (one.endsAt <= time) {
        running.delete(one)
        one.stop()
      }
    for (let run = coming[next]; run !== undefined && run.at <= time; run = coming[next]) {
      const own = waiting.get(run.account)
      if (own === undefined) waiting.set(run.account, [run])
      else own.push(run)
      next += 1
    }
    fill()
  }
}
