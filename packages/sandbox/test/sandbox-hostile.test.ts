import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Attempt } from './fixtures/hostile-attempts.ts'

/** What Linux lets any process do to others of its user, however they are guarded by other means than ours. */
const everyday = [
  'limit a sibling',
  'reach the port of the service',
  'reach the metadata service',
  'connect to a local socket',
  'make sockets for datagrams',
  'open a netlink socket',
  'read the data directory',
  'change a mode in the data directory',
  'truncate a file of the data directory',
  'write to the data directory',
  'take private memory',
  'take shared memory',
  'take memory as a file',
  'start a process',
  'outlive its engine',
  'signal the service',
  'end a sibling',
]

/** What remains without a filter of system calls: it is limited in number, and watched. */
const withoutFilter = new Set([
  'make sockets for datagrams',
  'open a netlink socket',
  'open a socket of virtual machines',
  'use io_uring',
  'use keys of the kernel',
  'handle page faults',
  'take shared memory',
  'take a shared segment',
  'start a process',
])

const tooMany = 'start too many processes'

const fixture = join(import.meta.dirname, 'fixtures/hostile-attempts.ts')
const isRoot = process.getuid?.() === 0
/** No user of this machine has this number. */
const ordinaryUser = 54_321

const made: string[] = []
after(() => made.forEach((folder) => rmSync(folder, { recursive: true })))

/** A folder with the program, a data directory and a spool, for a service that runs as this user. */
const makePlace = (user: number | null): string => {
  const folder = mkdtempSync(join(tmpdir(), 'polyparse-hostile-'))
  made.push(folder)
  for (const name of ['program', 'data', 'spool']) mkdirSync(join(folder, name))
  const program = join(folder, 'program/hostile')
  const { status, stderr } = compile(program)
  assert.equal(status, 0, stderr)
  writeFileSync(join(folder, 'data/secret'), 'a secret', { mode: 0o600 })
  chmodSync(folder, 0o711)
  if (user !== null) for (const name of ['data', 'data/secret', 'spool']) chownSync(join(folder, name), user, user)
  return folder
}

const compile = (program: string) =>
  spawnSync('cc', ['-static', '-o', program, join(import.meta.dirname, 'support/hostile.c')], { encoding: 'utf8' })

/** How Node starts as this user, with its first words. */
const nodeAs = (user: number | null): { readonly program: string; readonly words: readonly string[] } => {
  if (user === null) return { program: process.execPath, words: [] }
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  return { program: 'setpriv', words: [...identity, '--', process.execPath] }
}

const canRun = (user: number | null): boolean => {
  const { program, words } = nodeAs(user)
  return spawnSync(program, [...words, '--check', fixture]).status === 0
}

const runAs = (user: number | null): readonly Attempt[] => {
  const { program, words } = nodeAs(user)
  const { stdout, stderr, status } = spawnSync(program, [...words, fixture, makePlace(user)], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line): Attempt => JSON.parse(line))
}

const canCompile = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'polyparse-compiler-'))
  made.push(folder)
  return compile(join(folder, 'hostile')).status === 0
}

const skip =
  (process.platform !== 'linux' && 'the layers of the system are those of Linux') ||
  (!canCompile() && 'there is no C compiler with a static library here')

describe('a native program in the place of an engine', { skip }, () => {
  for (const user of isRoot ? [null, ordinaryUser] : [null]) {
    const name = user === null ? 'the user of the tests' : 'an ordinary user'
    const skip = !canRun(user) && 'this user may not read the code'

    it(`achieves nothing against other documents or the service, which runs as ${name}`, { skip }, (context) => {
      const attempts = runAs(user)
      const [plain, ...confined] = attempts
      assert.ok(plain !== undefined && plain.isDone && plain.confinement === 'none')
      const missing = everyday.filter((attempt) => !plain.succeeded.includes(attempt))
      assert.deepEqual(missing, [], 'where nothing keeps it, it can')

      const closed = confined.filter(({ files }) => files)
      if (closed.length === 0) return context.skip('this user can set up no isolation layer on this machine')
      for (const { isDone, hasOwnUser, systemCalls, succeeded } of closed) {
        assert.ok(isDone)
        // The number of processes of the superuser has no limit.
        const open = new Set(isRoot && user === null && !hasOwnUser ? [...withoutFilter, tooMany] : withoutFilter)
        assert.deepEqual(
          succeeded.filter((attempt) => systemCalls || !open.has(attempt)),
          [],
        )
      }
    })

    it(`ends with the service, which runs as ${name} and is killed`, { skip }, async () => {
      const folder = makePlace(user)
      const { program, words } = nodeAs(user)
      const options = [...words, fixture, folder, 'stay']
      const service = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [said] = await once(service.stdout, 'data')
      assert.equal(String(said), 'staying\n')
      assert.ok(processesWith(folder).length > 1)
      service.kill('SIGKILL')
      while (processesWith(folder).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }
})

const processesWith = (mark: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
