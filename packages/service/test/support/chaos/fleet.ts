import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startServer, startWorkerProcess } from '../server.ts'
import { keepRunning, type Member } from './member.ts'

const program = fileURLToPath(new URL('process.ts', import.meta.url))

export type Fleet = {
  readonly members: readonly [Member, ...Member[]]
  readonly workers: readonly [Member, ...Member[]]
  readonly key: string
  /** The addresses of the APIs that are up, beginning with a different one each time. */
  urls(): string[]
  stop(): Promise<void>
  /** At once, and for good. */
  kill(): void
}

/**
 * Two APIs and three workers over one database and one bucket, each with its own folder and clock. Resolves when all
 * are up.
 */
export const startFleet = async (
  folder: string,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<Fleet> => {
  const place = (name: string) => ({ folder: join(folder, name), databaseUrl })
  const skewed = (minutes: number) => ({ ...settings, TEST_CLOCK_SKEW_MS: String(minutes * 60_000) })
  const api = (name: string, minutes: number) =>
    keepRunning(name, () => startServer(place(name), skewed(minutes), program, ['api']))
  const worker = (name: string, minutes: number) =>
    keepRunning(name, () => startWorkerProcess(place(name), skewed(minutes), program))

  // The first starts alone, so that it makes the first key.
  const first = api('api-1', 0)
  let key = first.key()
  for (; key === null; key = first.key()) await setTimeout(100)
  const apis = [first, api('api-2', -5)]
  const workers = [worker('worker-1', 0), worker('worker-2', 7), worker('worker-3', -3)] as const
  const members = [first, ...apis.slice(1), ...workers] as const
  while (members.some((member) => member.starts().succeeded === 0)) await setTimeout(100)
  let asked = 0
  return {
    members,
    workers,
    key,
    urls: () => {
      asked += 1
      const up = apis.flatMap((each) => each.url() ?? [])
      return asked % 2 === 0 ? up : up.toReversed()
    },
    stop: async () => {
      await Promise.all(members.map((member) => member.stop()))
    },
    kill: () => {
      for (const member of members) member.kill({ forGood: true })
    },
  }
}
