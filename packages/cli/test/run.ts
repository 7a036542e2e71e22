import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { realpathSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Invocation } from '../src/invocation.ts'
import { runCommandLine } from '../src/run-command-line.ts'

export const command = fileURLToPath(new URL('../bin/polyparse.js', import.meta.url))

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string }

type RunOptions = { readonly cwd?: string; readonly input?: string }

const environmentOf = (environment: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...environment,
})

/** A command that runs in this process. */
export type Started = {
  /** What it has written to standard error so far. */
  stderr(): string
  /** Resolves once standard error matches. */
  said(words: RegExp): Promise<void>
  signal(name: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

/** Starts `polyparse` in this process, with only the given environment and standard input. */
export const start = (
  argv: readonly string[],
  environment: Record<string, string>,
  { cwd, input = '' }: RunOptions = {},
): Started => {
  const [stdout, stderr] = [collector(), collector()]
  const signals = new EventEmitter()
  const leave = cwd === undefined ? () => {} : enter(cwd)
  const invocation: Invocation = {
    environment: environmentOf(environment),
    stdin: Readable.from([input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    signals,
    exit: (code) => assert.fail(`polyparse ${argv.join(' ')} ended the process with ${code}`),
  }
  const ended = runCommandLine(['node', 'polyparse', ...argv], invocation)
    .then((code) => ({ code, stdout: stdout.text(), stderr: stderr.text() }))
    .finally(leave)
  return {
    stderr: stderr.text,
    said: async (words) => {
      while (!words.test(stderr.text())) await once(stderr.stream, 'written')
    },
    signal: (name) => void signals.emit(name, name),
    ended,
  }
}

/** The same, to its end. */
export const run = (
  argv: readonly string[],
  environment: Record<string, string>,
  options: RunOptions = {},
): Promise<Ended> => start(argv, environment, options).ended

/** A stream that keeps what is written to it, and says `written` each time. */
const collector = () => {
  const pieces: Buffer[] = []
  const stream = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece)
      done()
      stream.emit('written')
    },
  })
  return { stream, text: () => Buffer.concat(pieces).toString() }
}

const home = process.cwd()
let inside = 0

/** A process has one working directory: commands that run at once share it. */
const enter = (folder: string): (() => void) => {
  if (inside === 0) process.chdir(folder)
  assert.equal(process.cwd(), realpathSync(folder), 'a command runs in another folder')
  inside += 1
  return () => {
    inside -= 1
    if (inside === 0) process.chdir(home)
  }
}

/** Runs `polyparse` as a separate process with only the given environment, and waits for its end. */
export const runProcess = (
  argv: readonly string[],
  environment: Record<string, string>,
  { nodeOptions = [] }: { nodeOptions?: readonly string[] } = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const options = { env: environmentOf(environment), timeout: 120_000 }
    const child = execFile(process.execPath, [...nodeOptions, command, ...argv], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, stdout, stderr })
      else reject(new Error(`polyparse ${argv.join(' ')} did not end by itself`, { cause: error }))
    })
    child.stdin?.end()
  })

/** The one JSON object that a command with `--json` printed. */
export const jsonOf = ({ code, stdout, stderr }: Ended): Record<string, unknown> => {
  assert.equal(code, 0, stderr)
  const value: unknown = JSON.parse(stdout)
  assert.ok(isRecord(value), stdout)
  return value
}

/** Members of a printed list. */
export const listOf = (ended: Ended, member: string): Record<string, unknown>[] => {
  const list = jsonOf(ended)[member]
  assert.ok(Array.isArray(list) && list.every(isRecord))
  return list
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
