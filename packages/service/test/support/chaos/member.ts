import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Server } from '../server.ts'

type Started = Pick<Server, 'child'> & { readonly url?: string; readonly key?: string | null }

/** A process of the fleet that is started again whenever it has ended, as by a service manager. */
export type Member = {
  readonly name: string
  /** Its present address; null while it is not up. */
  url(): string | null
  key(): string | null
  end(signal: NodeJS.Signals): void
  /** Stops it where it is for this long, and then lets it go on. */
  sleep(milliseconds: number): Promise<void>
  /** How often it was started, and how often that failed. */
  starts(): { readonly succeeded: number; readonly failed: number }
  /** Asks it to stop, for good. */
  stop(): Promise<void>
  /** Kills it at once. */
  kill(options?: { forGood: boolean }): void
}

export const keepRunning = (name: string, start: () => Promise<Started>): Member => {
  let current: Started | null = null
  let key: string | null = null
  const starts = { succeeded: 0, failed: 0 }
  const stopping = new AbortController()

  const supervise = async () => {
    while (!stopping.signal.aborted) {
      try {
        const started = await start()
        starts.succeeded += 1
        key ??= started.key ?? null
        current = started
        if (stopping.signal.aborted) started.child.kill('SIGTERM')
        if (started.child.exitCode === null && started.child.signalCode === null) await once(started.child, 'exit')
      } catch {
        // The database or the bucket was away: try again.
        starts.failed += 1
      }
      current = null
      await setTimeout(200)
    }
  }
  const supervised = supervise()
  return {
    name,
    url: () => current?.url ?? null,
    key: () => key,
    end: (signal) => void current?.child.kill(signal),
    sleep: async (milliseconds) => {
      const child = current?.child
      child?.kill('SIGSTOP')
      await setTimeout(milliseconds)
      child?.kill('SIGCONT')
    },
    starts: () => ({ ...starts }),
    stop: async () => {
      stopping.abort()
      current?.child.kill('SIGTERM')
      await supervised
    },
    kill: ({ forGood } = { forGood: false }) => {
      if (forGood) stopping.abort()
      current?.child.kill('SIGKILL')
    },
  }
}
