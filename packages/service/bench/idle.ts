import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { treeBytes } from '@polyparse/test-support/memory'
import type { Measurement } from '@polyparse/test-support/statistics'
import { startServer } from '../test/support/server.ts'

/** Longer than the minute after which an engine that has nothing to read is let go. */
const idleMs = 120_000

const maxMebibytes = 170

/** The memory of all processes of a service on the embedded database that has had nothing to do since its first start. */
export const measureIdle = async (folder: string): Promise<Measurement[]> => {
  const place = { folder: join(folder, 'idle'), databaseUrl: null }
  const server = await startServer(place, { POLYPARSE_PRELOAD_ENGINES: 'true' })
  try {
    await setTimeout(idleMs)
    const value = ((await treeBytes(server.child.pid ?? 0)) ?? Number.NaN) / 1024 ** 2
    const [aim, holds] = [`≤ ${maxMebibytes}`, value <= maxMebibytes]
    return [{ name: 'idle for two minutes: memory of all processes', value, unit: 'MiB', aim, holds }]
  } finally {
    await server.end('SIGTERM')
  }
}
