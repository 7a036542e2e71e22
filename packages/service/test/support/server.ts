import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEmptyDatabase, createServerDatabase, testServerUrl } from './database.ts'
import { copyTemplate } from './test-database/template.ts'

const command = fileURLToPath(new URL('../../../cli/bin/polyparse.js', import.meta.url))

export type Server = {
  readonly url: string
  readonly child: ChildProcess
  /** The first key, when this start made it. */
  readonly key: string | null
  /** All that it has written to standard output so far. */
  output(): string
  /** All that it has written to standard error so far. */
  errors(): string
  /** Sends the signal and resolves to how the process ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Where a server keeps its data: its own data directory, and a database where tests run on a server's. */
export type Place = { readonly folder: string; readonly databaseUrl: string | null }

type Test = { after(done: () => Promise<void>): void }

/** A place for one test, removed when the test ends. The first server to start there creates everything. */
export const untouchedPlace = async (test: Test): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-test-'))
  test.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const database = testServerUrl === undefined ? null : await createServerDatabase(testServerUrl)
  if (database !== null) test.after(() => database.drop())
  return { folder, databaseUrl: database?.url ?? null }
}

/** The same with an embedded database that exists and is empty: creating one takes a process many seconds. */
export const temporaryPlace = async (test: Test): Promise<Place> => {
  const place = await untouchedPlace(test)
  if (place.databaseUrl === null) await createEmptyDatabase(join(place.folder, 'database'))
  return place
}

/** The same with an embedded database, also where tests run on a server's. */
export const embeddedPlace = async (test: Test): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-test-'))
  test.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  await copyTemplate(join(folder, 'database'))
  return { folder, databaseUrl: null }
}

/** The environment of a server process: loopback, a free port, and no settings of ours except those given. */
export const serverEnvironment = (
  { folder, databaseUrl }: Place,
  more: Record<string, string> = {},
): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  PORT: '0',
  POLYPARSE_DATA_DIR: folder,
  POLYPARSE_LOG_LEVEL: 'warn',
  POLYPARSE_PRELOAD_ENGINES: 'false',
  ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  ...more,
})

/** A process that is not ready after this time is killed, before the test that waits for it is given up. */
const readyMs = 240_000

/** Starts a process of the service as a user does, and waits for the last of the lines that say it is ready. */
const startProcess = async (
  place: Place,
  more: Record<string, string>,
  { program = command, argv, ready }: { program?: string | undefined; argv: readonly string[]; ready: RegExp },
): Promise<Omit<Server, 'url' | 'key'>> => {
  const child = spawn(process.execPath, [program, ...argv], {
    env: serverEnvironment(place, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'exit')
  const end: Server['end'] = async (signal) => {
    child.kill(signal)
    await ended
    return { code: child.exitCode, signal: child.signalCode }
  }
  const overdue = setTimeout(() => child.kill('SIGKILL'), readyMs)
  // Lines of the log may follow.
  while (!output.includes('\n\n') || !ready.test(output)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      clearTimeout(overdue)
      throw new Error(`the process ended with ${child.exitCode ?? child.signalCode}: ${output}${errors}`)
    }
    await Promise.race([once(child.stdout, 'data'), ended])
  }
  clearTimeout(overdue)
  return { child, output: () => output, errors: () => errors, end }
}

/** The first key, from the file that the output names. */
const keyIn = async (output: string): Promise<string | null> => {
  const file = /^The API key .* is in (.+)$/m.exec(output)?.[1]
  return file === undefined ? null : (await readFile(file, 'utf8')).trim()
}

/** The service, or the API alone by way of `argv`. */
export const startServer = async (
  place: Place,
  more: Record<string, string> = {},
  program?: string,
  argv: readonly string[] = ['serve'],
): Promise<Server> => {
  const ready = /Polyparse is ready at (\S+)\n/
  const started = await startProcess(place, more, { program, argv, ready })
  const output = started.output()
  try {
    return { ...started, url: ready.exec(output)?.[1] ?? '', key: await keyIn(output) }
  } catch (error) {
    await started.end('SIGKILL')
    throw error
  }
}

/** A worker alone. */
export const startWorkerProcess = (place: Place, more: Record<string, string> = {}, program?: string) =>
  startProcess(place, more, { program, argv: ['worker'], ready: /Polyparse worker is ready\n/ })
