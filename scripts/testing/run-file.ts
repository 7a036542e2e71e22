import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Report } from './report-events.ts'

export type Ending = {
  readonly file: string
  /** The problem with the end of the file; null when its tests passed and nothing is left of it. */
  readonly problem: string | null
  /** How many tests passed or failed, and suites failed. */
  readonly ran: number
  readonly skipped: readonly string[]
  /** The text that the process printed. */
  readonly output: string
  readonly seconds: number
  /** The CPU time of the test process and of the children that it waited for; null where the system does not say. */
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

/** Tells whether any process of the group is alive. */
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

type Results = {
  ran: number
  readonly skipped: string[]
  readonly failures: string[]
}

const noResults = (): Results => ({ ran: 0, skipped: [], failures: [] })

/** When a file began, and what it took. */
type Cost = { readonly cpuSeconds: number | null; readonly at: number }

const between = (start: Cost | undefined, end: Cost | undefined) => ({
  seconds: start === undefined ? 0 : ((end?.at ?? performance.now()) - start.at) / 1000,
  cpuSeconds:
    typeof start?.cpuSeconds === 'number' && typeof end?.cpuSeconds === 'number'
      ? end.cpuSeconds - start.cpuSeconds
      : null,
})

/** The tests that are under way in a process of some files, and the results of the others. */
const followTests = (files: readonly string[]) => {
  const running = new Map<number, string>()
  const alone = new Set<string>()
  const closed = new Map<string, Results>()
  const starts = new Map<string, Cost>()
  const ends = new Map<string, Cost>()
  let results = noResults()
  let begun = false
  let over: Cost | null = null
  const close = (file: string): void => {
    closed.set(file, results)
    results = noResults()
  }
  return {
    note: (report: Report): void => {
      begun = true
      const now = performance.now()
      if (report.kind === 'started') {
        running.set(report.id, report.name)
        starts.set(report.name, { cpuSeconds: report.cpuSeconds, at: now })
      } else if (report.kind === 'ended') {
        running.delete(report.id)
        ends.set(report.name, { cpuSeconds: report.cpuSeconds, at: now })
      } else if (report.kind === 'alone') alone.add(report.file)
      else if (report.kind === 'passed') results.ran += 1
      else if (report.kind === 'skipped') results.skipped.push(report.reason)
      else if (report.kind === 'closed') {
        if (files.includes(report.name)) close(report.name)
      } else if (report.kind === 'failed') {
        results.ran += 1
        results.failures.push(`${report.name}: ${report.error}\n`)
        if (files.includes(report.name)) close(report.name)
      } else over = { cpuSeconds: report.cpuSeconds, at: now }
    },
    /** Tells whether tests have run and none is running. */
    rests: () => begun && running.size === 0,
    silence: () =>
      running.size === 0
        ? 'its tests are over, and something that they left open keeps it'
        : `nothing comes of ${[...running.values()].map((name) => `“${name}”`).join(', ')}`,
    isOver: () => over !== null,
    /** Those that must run by themselves. */
    alone,
    costOf: (file: string) => between(starts.get(file), ends.get(file)),
    cpuSeconds: () => over?.cpuSeconds ?? null,
    /** Returns the results of a file, if all are known; of a process of one file, all of them. */
    resultsOf: (file: string): Results | undefined => closed.get(file) ?? (files.length === 1 ? results : undefined),
    /** Returns what did not get as far as the end of its file. */
    rest: () => results,
  }
}

type Process = {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly patience: Patience
  readonly stop: AbortSignal
}

/**
 * Runs a test file in a separate process and process group. A process that does not end is killed with its children,
 * and so are children that outlive theirs: either counts as a failure of that file only.
 */
export const runTestFile = async (file: string, options: Process): Promise<Ending> => {
  const { endings } = await runTestFiles([file], options)
  const [ending] = endings
  if (ending === undefined) throw new Error(`${file} has no ending`)
  return ending
}

/** The same for several files in one process; `left` are those that did not run in it, and have to run by themselves. */
export const runTestFiles = async (
  files: readonly string[],
  { argv, env, patience, stop }: Process,
): Promise<{ readonly endings: readonly Ending[]; readonly left: readonly string[] }> => {
  const start = performance.now()
  const reporter = import.meta.resolve('./report-events.ts')
  const reporters = [
    ['spec', 'stdout'],
    [reporter, 'stderr'],
  ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`])
  const program = files.length === 1 ? files : [loader, ...files]
  const child = spawn(process.execPath, [...argv, ...reporters, `--test-timeout=${patience.testMs}`, ...program], {
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

  const tests = followTests(files)
  let problem: string | null = null
  const giveUp = (reason: string) => {
    problem ??= reason
    signal(group, 'SIGTERM')
    // The process may end its children itself after SIGTERM, some of which are in other groups.
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

  const printed = output.join('')
  const isClean = files.every((file) => tests.resultsOf(file)?.failures.length === 0)
  if (child.exitCode !== 0 && (isClean || files.length === 1))
    problem ??= `ended with ${child.exitCode ?? child.signalCode}`
  const together = files.filter((file) => !tests.alone.has(file))
  // Whatever is wrong with the process is blamed on the file that it was at.
  const blamed = together.find((file) => tests.resultsOf(file) === undefined) ?? together.at(-1)
  const known = together.filter((file) => file === blamed || tests.resultsOf(file) !== undefined)
  const seconds = (performance.now() - start) / 1000
  const costs = known.map((file) => tests.costOf(file))
  const measured = costs.reduce((sum, cost) => sum + (cost.cpuSeconds ?? 0), 0)
  const shared = ((tests.cpuSeconds() ?? measured) - measured) / known.length
  const endings = known.map((file, index): Ending => {
    const { ran, skipped, failures } = tests.resultsOf(file) ?? tests.rest()
    const cost = costs[index]
    const isAlone = files.length === 1
    let reason = file === blamed ? problem : null
    if (reason === null && failures.length > 0) reason = 'has tests that failed'
    if (reason === null && ran + skipped.length === 0) reason = 'has no tests'
    return {
      file,
      problem: reason,
      ran,
      skipped,
      // A process that was killed has not printed what failed.
      output: isAlone
        ? [printed, ...(tests.isOver() ? [] : failures)].join('')
        : [file === blamed && problem !== null ? printed : '', ...failures].join(''),
      seconds: isAlone ? seconds : (cost?.seconds ?? 0),
      cpuSeconds: isAlone ? tests.cpuSeconds() : (cost?.cpuSeconds ?? 0) + shared,
    }
  })
  const left = files.filter((file) => !known.includes(file))
  return { endings, left }
}

/** The program that loads several files. */
const loader = fileURLToPath(import.meta.resolve('./load-files.ts'))

const isReadable = (stream: unknown): stream is Readable =>
  typeof stream === 'object' && stream !== null && 'setEncoding' in stream
