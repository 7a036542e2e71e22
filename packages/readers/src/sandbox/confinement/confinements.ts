import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Ways to start a process so that the system itself keeps native code from what Node's permissions do not guard. */
export type Confinement = {
  /** The user that the process runs as, if that is not the user of the service. */
  readonly user: number | null
  /** The words to put before a command that needs to read only these paths. */
  command(readable: readonly string[]): readonly string[]
}

export const unconfined: Confinement = { user: null, command: () => [] }

const shell = '/bin/sh'

/** As `inner`, and with at most so much data (RLIMIT_DATA). */
export const limited = (inner: Confinement, dataBytes: number): Confinement => ({
  ...inner,
  command: (readable) => [
    shell,
    join(import.meta.dirname, 'limit.sh'),
    String(Math.ceil(dataBytes / 1024)),
    ...inner.command(readable),
  ],
})

/** Above the users that system managers assign by themselves, and below `nobody`. */
const ownUser = 65_530

/**
 * The strongest first. Which of them work depends on the kernel, the container and the user that the service runs as.
 */
export const confinements = (): Confinement[] => {
  const [unshare, setpriv] = [findCommand('unshare'), findCommand('setpriv')]
  if (process.platform !== 'linux' || unshare === null) return []
  const isolated = [unshare, '--net', '--ipc']
  const withUser = [...isolated, '--user']
  const networkOnly: Confinement = { user: null, command: () => [...withUser, '--map-current-user', '--'] }
  if (setpriv === null) return [networkOnly]

  const view = (before: readonly string[], user: number | null): Confinement => ({
    user,
    command: (readable) => [
      ...before,
      '--mount',
      '--',
      shell,
      join(import.meta.dirname, 'view.sh'),
      String(user ?? 'same'),
      ...pathsOf([...systemPaths, setpriv, process.execPath, ...readable]),
      '--',
    ],
  })
  const isRoot = process.getuid?.() === 0
  return [...(isRoot ? [view(isolated, ownUser)] : []), view([...withUser, '--map-root-user'], null), networkOnly]
}

/** What a program needs to be loaded. */
const systemPaths = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']

/** The paths that exist, as given and resolved; folders come before what they contain. */
const pathsOf = (paths: readonly string[]): string[] =>
  [...new Set(paths.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : [])))].toSorted(
    (a, b) => a.length - b.length,
  )

const findCommand = (name: string): string | null =>
  ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path)) ??
  null
