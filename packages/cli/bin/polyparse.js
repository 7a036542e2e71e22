#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript that an old Node understands, so that it can hand over to a newer one or say what is missing.
const needed = 24
const version = process.versions.node

const isNewEnough = (text) => Number.parseInt(text, 10) >= needed

/** The Node that `npm install` has put beside this package; null where it has not, as with `--ignore-scripts`. */
const findInstalledNode = () => {
  try {
    const description = module.createRequire(import.meta.url).resolve('node/package.json')
    const program = join(dirname(description), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return isNewEnough(JSON.parse(readFileSync(description, 'utf8')).version) && existsSync(program) ? program : null
  } catch {
    return null
  }
}

/**
 * Becomes the other Node as far as anyone can see: its output, its exit code or signal, and each signal once. A terminal
 * signals every process of a group, so the other one gets a group of its own and is sent what comes here.
 */
const runWith = (node) => {
  const isWindows = process.platform === 'win32'
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', detached: !isWindows })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGWINCH', 'SIGCONT']
  // On Windows a console has told the other one itself; here it is enough to stay until that one ends.
  for (const signal of isWindows ? ['SIGINT', 'SIGHUP', 'SIGBREAK'] : signals)
    process.on(signal, () => isWindows || child.kill(signal))
  if (!isWindows)
    process.on('SIGTSTP', () => {
      child.kill('SIGSTOP')
      process.kill(process.pid, 'SIGSTOP')
    })
  child.on('error', (error) => {
    console.error(`Polyparse needs Node ${needed} or newer, and ${node} cannot be run: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * Blocks from this size on go back to the system when they are freed, with the GNU C library. That is its own value, which
 * grows to 32 MiB as soon as a block of that size is freed, and a service that does nothing then holds 90 MiB more.
 */
const allocator = { MALLOC_MMAP_THRESHOLD_: String(128 * 1024) }

/**
 * How many threads collect garbage beside each thread of JavaScript, which waits for those that have begun a part of it. Node
 * has four on every machine; where there are fewer cores, they take them from each other and from the threads that answer.
 */
const countCollectors = () => Math.max(1, Math.min(4, os.availableParallelism() - 1))

/**
 * The MiB that V8 gives to objects that may be short-lived, three times, in each thread. What an upload leaves behind is
 * collected after some four times as much. With V8's own 16, a service that has read uploads holds 65 MiB more, and an upload of
 * 100 MiB adds up to 38 MiB, not 19; with 2, a job takes a fifth more CPU time.
 */
const youngMebibytes = 4
const staying = new Set(['serve', 'worker'])

/** Restarts this process with all of them, because they are read at the start of a process. Short commands do without. */
const restart = () => {
  const isAllocatorSet = Object.keys(process.env).some((name) => /^(?:MALLOC_|GLIBC_TUNABLES$)/.test(name))
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  const flags = [
    ...(countCollectors() === 4 || options.includes('--v8-pool-size') ? [] : [`--v8-pool-size=${countCollectors()}`]),
    ...(options.includes('semi-space-size') ? [] : [`--max-semi-space-size=${youngMebibytes}`]),
  ]
  // The channel of a fork would be closed.
  if (process.platform !== 'linux' || !staying.has(process.argv[2]) || process.channel !== undefined) return
  if (isAllocatorSet && flags.length === 0) return
  try {
    process.execve(process.execPath, [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)], {
      ...process.env,
      ...(isAllocatorSet ? {} : allocator),
    })
  } catch {
    // Not allowed, or not there: it only takes more memory and time.
  }
}

if (isNewEnough(version)) {
  restart()
  // Keeps what the first start compiled, which makes the next ones a third faster; where it cannot write, it does not.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/polyparse', import.meta.url)))
  void import('../src/main.ts').then(({ main }) => main(process.argv, process.env))
} else {
  const node = findInstalledNode()
  if (node === null) {
    console.error(
      `Polyparse needs Node ${needed} or newer and this is Node ${version}; ` +
        `\`npm install\` puts one into node_modules when it may run install scripts.`,
    )
    process.exitCode = 1
  } else runWith(node)
}
