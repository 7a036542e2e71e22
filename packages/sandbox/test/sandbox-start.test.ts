import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { unconfined, type Confinement } from '../src/confinement/confinements.ts'
import { startEngineProcess } from '../src/engine-process.ts'
import { defaultLimits } from '../src/sandbox.ts'
import { EngineFailure } from '@polyparse/engine'

describe(
  'an engine that cannot start says why',
  { skip: process.platform === 'win32' && 'it is a shell that fails' },
  () => {
    let folder: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'polyparse-start-'))
    })
    after(() => rm(folder, { recursive: true }))

    const whyNot = async (confinement: Confinement, program = ''): Promise<string> => {
      const enginesModule = join(folder, 'engines.mjs')
      const spoolDirectory = join(folder, 'spool')
      await writeFile(enginesModule, program)
      const stopping = new AbortController().signal
      const folders = [folder]
      const limits = defaultLimits
      const options = { spoolDirectory, limits, confinement, enginesModule, folders, preload: 'all' as const, stopping }
      const error: unknown = await startEngineProcess(options).then(
        () => null,
        (failure: unknown) => failure,
      )
      assert.ok(error instanceof EngineFailure && error.transient && error.cause instanceof Error)
      assert.deepEqual(await readdir(spoolDirectory).catch(() => []), [])
      return error.cause.message
    }
    const instead = (...command: readonly string[]): Confinement => ({ ...unconfined, command: () => command })
    const shell = (script: string): Confinement => instead('/bin/sh', '-c', script)

    it('when a library is missing', async () => {
      const loader = 'echo "node: error while loading shared libraries: libatomic.so.1" >&2; exit 127'
      assert.equal(
        await whyNot(shell(loader)),
        'the engine process ended with exit code 127: node: error while loading shared libraries: libatomic.so.1',
      )
    })

    it('when it ends without a message, or is killed', async () => {
      assert.equal(await whyNot(unconfined, 'process.exit(7)'), 'the engine process ended with exit code 7')
      assert.equal(await whyNot(shell('kill -9 $$')), 'the engine process was ended by SIGKILL')
    })

    it('when its module is broken', async () => {
      assert.match(
        await whyNot(unconfined, 'throw new TypeError("a bug")'),
        /ended with exit code 1: [^]*TypeError: a bug/,
      )
    })

    it('when there is no such program', async () => {
      assert.match(await whyNot(instead('/nowhere/program')), /could not be run \(spawn \/nowhere\/program ENOENT\)/)
    })

    it('when /proc is not mounted', { skip: process.platform !== 'linux' && 'only Linux has /proc' }, (test) => {
      const own = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]
      const withoutProc = (...command: readonly string[]) =>
        spawnSync('unshare', [...own, 'sh', '-c', 'mount -t tmpfs none /proc && exec "$@"', 'sh', ...command], {
          encoding: 'utf8',
        })
      if (withoutProc('true').status !== 0) return test.skip('this machine lets us have no mounts of our own')
      const program = join(import.meta.dirname, 'fixtures/start-once.ts')
      const { stdout, stderr } = withoutProc(process.execPath, program, folder)
      assert.equal(stdout, '/proc is not mounted: engines are started and watched with it', stderr)
    })
  },
)
