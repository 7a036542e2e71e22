import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { systemCallFilter } from './system-call-filter.ts'

/** Ways to start a process so that the system itself keeps native code from what Node's permissions do not guard. */
export type Confinement = {
  /** True if each process runs as a user of its own. */
  readonly hasOwnUser: boolean
  /**
   * True if the process that is started only waits for the first process of a PID namespace, and ends after everything
   * in there; else it becomes the command.
   */
  readonly hasNamespace: boolean
  /** True if the kernel ends whatever is started when this process ends. */
  readonly endsWithParent: boolean
  /** The words to put before a command that needs to read only these paths. */
  command(readable: readonly string[], user: number | null): readonly string[]
}

export const unconfined: Confinement = {
  hasOwnUser: false,
  hasNamespace: false,
  endsWithParent: false,
  command: () => [],
}

const shell = '/bin/sh'
const pathOfConfinementScript = (name: string): string => join(import.meta.dirname, name)

/** Confines as `inner` does, with at most so much data (RLIMIT_DATA). */
export const limited = (inner: Confinement, dataBytes: number): Confinement => ({
  ...inner,
  command: (readable, user) => [
    shell,
    pathOfConfinementScript('limit.sh'),
    String(Math.ceil(dataBytes / 1024)),
    ...inner.command(readable, user),
  ],
})

/** Threads included: a few for each processor in the native libraries, and some twenty of Node and recognition. */
const maxProcesses = 512

/** Any folder serves: what it holds is hidden in the namespace of the process alone. */
const viewFolder = '/sys'

/**
 * The strongest first. Which of them work depends on the kernel, the container and the user that the service runs as.
 */
export const confinements = (): Confinement[] => {
  if (process.platform !== 'linux') return []
  const programs = {
    unshare: findCommand('unshare'),
    setpriv: findCommand('setpriv'),
    setsid: findCommand('setsid'),
    chroot: findCommand('chroot'),
    restrict: restrictWords(),
  }
  const without = { ...programs, restrict: null }
  const isRoot = process.getuid?.() === 0
  return [
    ...(isRoot ? [view(programs, true), view(without, true)] : []),
    view(programs, false),
    view(without, false),
    namespaces(programs),
    restriction(programs),
    namespaces(without),
  ].filter((confinement) => confinement !== null)
}

type Programs = {
  readonly unshare: string | null
  readonly setpriv: string | null
  readonly setsid: string | null
  readonly chroot: string | null
  /** Restricts a command that may use only some system calls and, if there are any, these paths. */
  readonly restrict: ((paths: readonly string[]) => readonly string[]) | null
}

/** Namespaces, with a view of the file system of its own. */
const view = (programs: Programs, hasOwnUser: boolean): Confinement | null => {
  const { setpriv, chroot, restrict } = programs
  const before = tree(programs, hasOwnUser ? ['--mount'] : ['--mount', '--user', '--map-root-user'])
  if (before === null || setpriv === null || chroot === null) return null
  const mountView = [shell, pathOfConfinementScript('view.sh'), viewFolder]
  const enterView = [chroot, viewFolder, setpriv, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
  return {
    hasOwnUser,
    hasNamespace: true,
    endsWithParent: true,
    command: (readable, user) => [
      ...before,
      ...mountView,
      ...resolveExistingPaths([...systemPaths, setpriv, process.execPath, ...readable]),
      '--',
      ...(restrict === null ? [] : restrict([])),
      ...enterView,
      ...(user === null ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
      '--',
    ],
  }
}

/** Namespaces, where file systems cannot be mounted. */
const namespaces = (programs: Programs): Confinement | null => {
  const before = tree(programs, ['--user', '--map-current-user'])
  const { restrict } = programs
  if (before === null) return null
  return {
    hasOwnUser: false,
    hasNamespace: true,
    endsWithParent: true,
    command: (readable) => [
      ...before,
      ...(restrict === null ? [] : restrict(resolveExistingPaths([...visiblePaths, process.execPath, ...readable]))),
    ],
  }
}

/** No namespaces: they cannot be made in most containers. */
const restriction = ({ restrict }: Programs): Confinement | null => {
  if (restrict === null) return null
  return {
    hasOwnUser: false,
    hasNamespace: false,
    endsWithParent: true,
    command: (readable) => restrict(resolveExistingPaths([...visiblePaths, process.execPath, ...readable])),
  }
}

/**
 * A PID namespace that ends with the service, because its first process does. It has no network either, and is a session
 * of its own, because signals to a process group cross namespaces.
 */
const tree = ({ unshare, setpriv, setsid }: Programs, more: readonly string[]): readonly string[] | null => {
  if (unshare === null || setpriv === null || setsid === null) return null
  const namespace = [unshare, '--net', '--ipc', '--pid', '--fork', '--kill-child', ...more, '--']
  return [
    setpriv,
    '--pdeathsig=KILL',
    '--',
    ...namespace,
    setsid,
    shell,
    pathOfConfinementScript('init.sh'),
    String(maxProcesses),
  ]
}

/** Null without Perl, or where no filter is known for the processor. */
const restrictWords = (): Programs['restrict'] => {
  const [perl, filter] = [findCommand('perl'), systemCallFilter()]
  if (perl === null || filter === null) return null
  return (paths) => [perl, pathOfConfinementScript('restrict.pl'), String(filter.prctl), filter.program, ...paths, '--']
}

/** The paths that a program needs to be loaded. */
const systemPaths = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']

/** Node does not start if it sees a file of this name that it may not read. */
const visiblePaths = [...systemPaths, '/etc/ssl/openssl.cnf']

/** The paths that exist, as given and resolved; folders come before what they contain. */
const resolveExistingPaths = (paths: readonly string[]): string[] =>
  [...new Set(paths.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : [])))].toSorted(
    (a, b) => a.length - b.length,
  )

const findCommand = (name: string): string | null =>
  ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path)) ??
  null
