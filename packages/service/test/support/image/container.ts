import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@polyparse/test-support/free-port'
import { logsOf, podman } from './storage.ts'

export type Test = { after(done: () => Promise<unknown>): void }

/** Whatever was started last is ended first. */
export const inReverse = (test: Test): Test => {
  const stack = new AsyncDisposableStack()
  test.after(() => stack.disposeAsync())
  return {
    after: (done) =>
      stack.defer(async () => {
        await done()
      }),
  }
}

/**
 * How containers start here: by runc, with limits of their own (the default ones cannot be set in every environment),
 * and with health checks that run when they are asked for, because what repeats them is systemd.
 */
const howToRun = ['--runtime=runc', '--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096']

/** What a cautious operator denies the service: writing, capabilities, and ways to gain more. */
export const hardened = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']

/** Starts a container that is removed when the test ends. */
export const startContainer = async (
  test: Test,
  { options, image, command = [] }: { options: readonly string[]; image: string; command?: readonly string[] },
): Promise<string> => {
  const id = await podman('run', '--detach', ...howToRun, '--health-interval', 'disable', ...options, image, ...command)
  test.after(() => podman('rm', '--force', '--time', '0', id))
  return id
}

/** Runs a container to its end and returns its standard output. */
export const runContainer = (image: string, options: readonly string[], command: readonly string[]): Promise<string> =>
  podman('run', '--rm', ...howToRun, ...options, image, ...command)

/** A volume that is removed when the test ends. */
export const makeVolume = async (test: Test): Promise<string> => {
  const volume = await podman('volume', 'create')
  test.after(() => podman('volume', 'rm', '--force', volume))
  return volume
}

export type RunningService = {
  readonly container: string
  readonly url: string
  /** The key of the first start on a volume. */
  readonly key: string | null
}

/** The service in a container over `volume`, on ports of this machine's loopback address; resolves when it is ready. */
export const startService = async (test: Test, image: string, volume: string): Promise<RunningService> => {
  const [port, operationsPort] = [await freePort(), await freePort()]
  const environment = { HOST: '127.0.0.1', PORT: port, POLYPARSE_OPERATIONS_PORT: operationsPort }
  const container = await startContainer(test, {
    image,
    options: [
      ...hardened,
      '--network=host',
      `--volume=${volume}:/data`,
      ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ],
  })
  const probe = `http://127.0.0.1:${operationsPort}/readyz`
  await until('the service is ready', container, async () => (await fetch(probe)).ok)
  await until('it says so', container, async () => (await logsOf(container)).includes('Polyparse is ready at '))
  return {
    container,
    url: `http://127.0.0.1:${port}`,
    key: await firstKeyOf(container),
  }
}

/** In the log of an older image, else in the file that the log names. */
const firstKeyOf = async (container: string): Promise<string | null> => {
  const logs = await logsOf(container)
  const printed = /pp_live_[0-9A-Za-z]{38}/.exec(logs)?.[0]
  if (printed !== undefined) return printed
  const file = /^The API key .* is in (.+)$/m.exec(logs)?.[1]
  const print = 'process.stdout.write(require("node:fs").readFileSync(process.argv[1]))'
  return file === undefined ? null : (await podman('exec', container, 'node', '--eval', print, file)).trim()
}

const isRunning = async (container: string): Promise<boolean> =>
  (await podman('container', 'inspect', '--format', '{{.State.Running}}', container)) === 'true'

/** Waits for as long as the container runs. */
export const until = async (what: string, container: string, isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo().catch(() => false))) {
    if (!(await isRunning(container))) assert.fail(`it ended before ${what}: ${await logsOf(container)}`)
    await setTimeout(500)
  }
}

/** Sends SIGTERM and returns how the container ended, and after how long. */
export const stop = async (container: string): Promise<{ code: number; milliseconds: number }> => {
  const asked = performance.now()
  await podman('kill', '--signal', 'TERM', container)
  const code = Number(await podman('wait', container))
  return { code, milliseconds: performance.now() - asked }
}
