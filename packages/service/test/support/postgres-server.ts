import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@polyparse/test-support/free-port'

const run = promisify(execFile)

/** Where Debian puts the programs of the newest version. */
const programs = globSync('/usr/lib/postgresql/*/bin')
  .toSorted((a, b) => versionOf(a) - versionOf(b))
  .at(-1)

/** Why tests that need a server of their own are skipped; false when they are not. */
export const noPostgres: string | false = programs === undefined && 'there is no PostgreSQL in /usr/lib/postgresql'

function versionOf(path: string): number {
  return Number(/\d+/.exec(path)?.[0] ?? 0)
}

const isRoot = process.getuid?.() === 0

export type PostgresServer = {
  readonly url: string
  /** `immediate` is like a crash. */
  restart(mode: 'immediate' | 'fast'): Promise<void>
  close(): Promise<void>
}

/**
 * A separate server on a free port of the loopback address. Its data survives its own crashes, not those of the
 * machine.
 */
export const startPostgresServer = async (): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-postgres-'))
  // PostgreSQL refuses to run as root.
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres'])
    await chown(folder, Number(stdout), Number(stdout))
  }
  const command = (name: string, ...given: string[]) => {
    const program = join(programs ?? '', name)
    return isRoot ? run('runuser', ['-u', 'postgres', '--', program, ...given]) : run(program, given)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  const where = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const options = `${where} -c fsync=off -c max_connections=200`
  const control = (...given: string[]) =>
    command('pg_ctl', '--pgdata', data, '--log', join(folder, 'log'), '--wait', '--silent', ...given)
  const close = async () => {
    try {
      await control('--mode', 'immediate', 'stop')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  await command('initdb', '--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync')
  try {
    await control('--options', options, 'start')
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    // One call at a time, whoever makes it.
    restart: async (mode) => {
      last = last.then(() => control('--options', options, '--mode', mode, 'restart'))
      await last
    },
    close,
  }
}
