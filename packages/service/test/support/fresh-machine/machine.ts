import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { baseSystem, execute } from './base-system.ts'

/** A Debian in a folder, with Node 20, npm and a clone of this repository, and nothing else. */
export type Machine = {
  /** Starts a shell command in the clone; everything that it started ends with it. */
  readonly start: (line: string) => ChildProcess
  /** Runs a command to its end; rejects unless it succeeds. */
  readonly run: (line: string) => Promise<void>
}

export type User = 'root' | 'ordinary'
type Test = { after(done: () => Promise<void>): void }

const ordinaryUser = { name: 'someone', id: '1000' }

/** Of the environment: how this machine reaches the registry. */
const networkVariables = /^(?:https?_proxy|no_proxy|HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS)$/

export const makeMachine = async (test: Test, release: string, user: User): Promise<Machine> => {
  const folder = await mkdtemp(join(tmpdir(), `polyparse-${release}-`))
  const started = new Set<ChildProcess>()
  test.after(async () => {
    for (const child of started) await end(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const root = join(folder, 'root')
  // An archive copy keeps everything, including other users' files and device nodes.
  await execute('cp', ['--archive', await baseSystem(release), root])
  await addNode(root)
  const environment = await addNetwork(root)
  const [home, project] = user === 'root' ? ['/root', '/root/project'] : ['/home/someone', '/home/someone/project']
  await mkdir(join(root, home), { recursive: true })
  await execute('git', ['clone', '--quiet', '--no-hardlinks', await repository(), join(root, project)])
  if (user === 'ordinary') {
    const { name, id } = ordinaryUser
    await execute('chroot', [root, 'useradd', '--uid', id, '--home-dir', home, name])
    await execute('chroot', [root, 'chown', '--recursive', `${id}:${id}`, home])
  }

  const start = (line: string): ChildProcess => {
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', `--mount-proc=${join(root, 'proc')}`]
    const who = user === 'root' ? '0:0' : `${ordinaryUser.id}:${ordinaryUser.id}`
    // The first process of a machine ignores signals that it does not handle, so it is a shell that waits.
    const script = `cd ${project} && { ${line}\n}; exit $?`
    const child = spawn('unshare', [...namespaces, 'chroot', `--userspec=${who}`, root, '/bin/sh', '-c', script], {
      env: {
        PATH: `${home}/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
        HOME: home,
        LANG: 'C.UTF-8',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    started.add(child)
    return child
  }
  const run = async (line: string): Promise<void> => {
    const child = start(line)
    const output = outputOf(child)
    const [code]: unknown[] = await once(child, 'close')
    if (code !== 0) throw new Error(`${line} ended with ${String(code)}:\n${output().slice(-8000)}`)
  }
  return { start, run }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** All that it has written so far. */
export const outputOf = (child: ChildProcess): (() => string) => {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  return () => text
}

const repository = async (): Promise<string> => {
  const { stdout } = await execute('git', ['rev-parse', '--show-toplevel'], { cwd: import.meta.dirname })
  return stdout.trim()
}

/** The Node 20 and npm of this machine; the one that runs this is the project's own. */
const addNode = async (root: string): Promise<void> => {
  const folders = (process.env['PATH'] ?? '').split(':').filter((path) => !path.includes('node_modules'))
  const environment = { ...process.env, PATH: folders.join(':') }
  const { stdout } = await execute('/bin/sh', ['-c', 'command -v node; node --version; command -v npm'], {
    env: environment,
  })
  const [node = '', version = '', npm = ''] = stdout.trim().split('\n')
  if (!version.startsWith('v20.')) throw new Error(`the Node of this machine is ${version}, and not a 20`)
  const place = join(root, 'usr/local')
  await cp(await realpath(node), join(place, 'bin/node'))
  const module = dirname(dirname(await realpath(npm)))
  await mkdir(join(place, 'lib/node_modules'), { recursive: true })
  await cp(module, join(place, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(place, 'bin', name))
}

/** Makes names resolve and packages arrive as on this machine; resolves to the environment needed for that. */
const addNetwork = async (root: string): Promise<Record<string, string>> => {
  await cp('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && networkVariables.test(name)) environment[name] = value
  for (const name of ['registry', 'cafile']) {
    const { stdout } = await execute('npm', ['config', 'get', name])
    const value = stdout.trim()
    if (value !== '' && value !== 'null') environment[`npm_config_${name}`] = value
  }
  for (const file of [environment['npm_config_cafile'], environment['NODE_EXTRA_CA_CERTS']]) {
    if (file === undefined) continue
    await mkdir(join(root, dirname(file)), { recursive: true })
    await cp(file, join(root, file), { dereference: true })
  }
  return environment
}
