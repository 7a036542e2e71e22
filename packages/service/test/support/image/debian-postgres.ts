import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ComposeServices } from './compose.ts'
import type { Test } from './container.ts'
import { run } from './programs.ts'

/** Where Debian puts the programs of the newest version. */
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

export const noPostgres: string | false =
  programs.length === 0 && 'there is no PostgreSQL in /usr/lib/postgresql (apt-get install postgresql)'

/**
 * PostgreSQL as its image starts it in the compose file: the user, its password and a database named after the user are
 * created, and then the command runs, here in the network of a container. Resolves once the health check passes.
 */
export const startDebianPostgres = async (
  test: Test,
  { command, environment, healthcheck }: ComposeServices['postgres'],
  network: readonly string[],
): Promise<void> => {
  const bin = programs.at(-1) ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-compose-'))
  const { stdout } = await run('id', ['-u', 'postgres'])
  await chown(folder, Number(stdout), Number(stdout))
  const asPostgres = ['runuser', '-u', 'postgres', '--']
  const data = join(folder, 'data')

  const { POSTGRES_USER: user = '', POSTGRES_PASSWORD: password = '' } = environment
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  await chmod(passwordFile, 0o644)
  await run('runuser', [
    ...asPostgres.slice(1),
    join(bin, 'initdb'),
    `--pgdata=${data}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--no-sync',
  ])

  const [program = '', ...words] = command
  const place = ['-D', data, '-c', `unix_socket_directories=${folder}`, '-c', 'listen_addresses=*']
  const [enter = '', ...rest] = [...network, ...asPostgres, join(bin, program), ...words, ...place]
  const server = spawn(enter, rest, { stdio: 'ignore' })
  const ended = once(server, 'exit')
  test.after(async () => {
    // PostgreSQL calls this a fast shutdown. `nsenter` and `runuser` stand between, so its own program has to ask for
    // it.
    if (server.exitCode === null)
      await run('runuser', [...asPostgres.slice(1), join(bin, 'pg_ctl'), '--pgdata', data, '--mode', 'fast', 'stop'])
    await ended
    await rm(folder, { recursive: true, force: true })
  })

  const [check = '', ...checkWords] = healthcheck.test.slice(1)
  const client = (name: string, ...given: string[]) => {
    const [first = '', ...others] = [...network, join(bin, name), ...given]
    return run(first, others, { PGHOST: '127.0.0.1', PGPASSWORD: password })
  }
  while (
    !(await client(check, ...checkWords).then(
      () => true,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    await setTimeout(200)
  }
  await client('createdb', '--username', user, user)
}
