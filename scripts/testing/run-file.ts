import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from './report-events.ts'

export type Ending = {
  readonly file: string
  /** What was wrong with the end of the file; null when its tests passed and nothing is left of it. */
  readonly problem: string | null
  /** How many tests passed or failed, and suites failed. */
  readonly ran: number
  readonly skipped: readonly string[]
  /** What the process printed. */
  readonly output: string
  readonly seconds: number
  /** Of the test process and of the children that it waited for; null where the system does not say. */
  readonly cpuSeconds: number | null
}

export type Patience = {
  /** The limit of one test or suite; the long ones set their own. */
  readonly testMs: number
  /** The limit between two events while a test runs. */
  readonly silenceMs: number
}

/** How long a process may take to end once its tests are over. */
const leaveMs = 90_000
/** How long its children may take to end. */
const childrenMs = 5_000
/** The time between the request to end and SIGKILL. */
const graceMs = 2_000

/** Whether any process of the group is alive. */
const lives = (group: number): boolean => {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

const signal = (target: number, name: NodeJS.Signals): void => {
  try {
    process.kill(target, name)
  } catch {
    // It has already ended.
  }
}

/** Ends what is left of a group; true when there was something. */
const clear = async (group: number): Promise<boolean> => {
  for (const end = Date.now() + childrenMs; Date.now() < end; await sleep(50)) if (!lives(group)) return false
  signal(-group, 'SIGKILL')
  return true
}

const collect = (stream: Readable, into: string[]): void => {
  stream.setEncoding('utf8').on('data', (text: string) => void into.push(text))
}

/** The tests that are under way in a process, and the results of the others. */
const followTests = () => {
  const running = new Map<number, string>()
  const skipped: string[] = []
  const failures: string[] = []
  let passed = 0
  let begun = false
  let over = false
  let cpuSeconds: number | null = null
  return {
    note: (report: Report): void => {
      begun = true
      if (report.kind === 'started') running.set(report.id, report.name)
      else if (report.kind === 'ended') running.delete(report.id)
      else if (report.kind === 'passed') passed += 1
      else if (report.kind === 'failed') failures.push(`${report.name}: ${report.error}`)
      else if (report.kind === 'skipped') skipped.push(report.reason)
      else [over, cpuSeconds] = [true, report.cpuSeconds]
    },
    /** Whether tests have run and none is running. */
    rests: () => begun && running.size === 0,
    silence: () =>
      running.size === 0
        ? 'its tests are over, and something that they left open keeps it'
        : `nothing comes of ${[...running.values()].map((name) => `“${name}”`).join(', ')}`,
    counts: () => ({ ran: passed + failures.length, skipped, cpuSeconds }),
    /** The failures in a process that was killed before it could print them. */
    unprinted: () => (over ? [] : failures),
  }
}

/**
 * Runs a test file in a separate process and process group. A process that does not end is killed with its children,
 * and so are children that outlive theirs: either counts as a failure of that file only.
 */
export const runTestFile = async (
  file: string,
  {
    argv,
    env,
    patience,
    stop,
  }: { argv: readonly string[]; env: NodeJS.ProcessEnv; patience: Patience; stop: AbortSignal },
): Promise<Ending> => {
  const start = performance.now()
  const reporter = import.meta.resolve('./report-events.ts')
  const reporters = [
    ['spec', 'stdout'],
    [reporter, 'stderr'],
  ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`])
  const child = spawn(process.execPath, [...argv, ...reporters, `--test-timeout=${patience.testMs}`, file], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, stdout, stderr, events] = child.stdio
  if (child.pid === undefined || stdout === null || stderr === null || !isReadable(events)) {
    const [error] = await once(child, 'error')
    throw error
  }
  const group = child.pid
  const exited = once(child, 'exit')
  const output: string[] = []
  collect(stdout, output)
  collect(stderr, output)

  const tests = followTests()
  let problem: string | null = null
  const giveUp = (reason: string) => {
    problem ??= reason
    signal(group, 'SIGTERM')
    // After SIGTERM it may end its children itself, some of which are in other groups.
    setTimeout(() => signal(-group, 'SIGKILL'), graceMs).unref()
  }
  const wait = () =>
    setTimeout(
      () => giveUp(`did not end: ${tests.silence()}`),
      tests.rests() ? Math.min(leaveMs, patience.silenceMs) : patience.silenceMs,
    )
  let watch = wait()
  createInterface(events).on('line', (line) => {
    tests.note(JSON.parse(line))
    clearTimeout(watch)
    watch = wait()
  })
  const interrupt = () => giveUp('was interrupted')
  stop.addEventListener('abort', interrupt)
  if (stop.aborted) interrupt()

  await exited
  clearTimeout(watch)
  stop.removeEventListener('abort', interrupt)
  if (await clear(group)) problem ??= 'left processes behind'
  // Reads what its pipes still hold; a process that has left the group must not keep them open.
  await Promise.race([once(child, 'close'), sleep(graceMs)])
  for (const stream of [stdout, stderr, events]) stream.destroy()

  const { ran, skipped, cpuSeconds } = tests.counts()
  if (child.exitCode !== 0) problem ??= `ended with ${child.exitCode ?? child.signalCode}`
  if (ran + skipped.length === 0) problem ??= 'has no tests'
  const seconds = (performance.now() - start) / 1000
  return { file, problem, ran, skipped, output: [...output, ...tests.unprinted()].join(''), seconds, cpuSeconds }
}

const isReadable = (stream: unknown): stream is Readable =>
  typeof stream === 'object' && stream !== null && 'setEncoding' in stream
