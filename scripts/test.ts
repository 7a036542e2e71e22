import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/**
 * `npm test`: every test file, or those whose path has one of the given words in it; `--long` runs the long ones instead.
 * What was skipped, and why, stands at the end. A run without a single test fails.
 */
const given = process.argv.slice(2)
const words = given.filter((word) => !word.startsWith('-'))
const isLong = given.includes('--long')
const unknown = given.filter((word) => word.startsWith('-') && word !== '--long')
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: only --long is known`)

/** Of one test or suite. The long ones say their own. */
const timeoutMs = 120_000

const everyFile = await Array.fromAsync(glob(['packages/*/test/**/*.test.ts', 'test/**/*.test.ts']))
const files = everyFile
  .filter((file) => file.includes('/long/') === isLong)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()

const skipped = new Map<string, number>()
let ran = 0

// A file whose tests are over but that leaves something open would keep its process, and this one, for ever.
const silence = new AbortController()
const giveUp = () => {
  console.error(`Nothing has ended for ${silenceMs / 1000} s: a test file does not end.`)
  process.exitCode = 1
  silence.abort()
}
const silenceMs = isLong ? 3_600_000 : timeoutMs + 10_000
let watch = setTimeout(giveUp, silenceMs)

const tests = run({
  files,
  concurrency: availableParallelism(),
  timeout: timeoutMs,
  signal: silence.signal,
  execArgv: ['--import', import.meta.resolve('@polyparse/test-support/fixed-seed')],
})
tests.on('test:complete', () => {
  clearTimeout(watch)
  watch = setTimeout(giveUp, silenceMs)
})
tests.on('test:pass', ({ skip }) => {
  if (skip === undefined) return
  const reason = typeof skip === 'string' && skip !== '' ? skip : 'no reason given'
  skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
})
tests.on('test:fail', () => {
  process.exitCode = 1
})
tests.on('test:summary', ({ counts, file }) => {
  if (file === undefined) ran = counts.tests - counts.skipped
})

for await (const line of tests.compose(spec)) process.stdout.write(String(line))
clearTimeout(watch)

for (const [reason, count] of skipped) console.log(`skipped ${count}: ${reason}`)
if (ran === 0) {
  console.error(`Nothing was run: ${files.length} files match.`)
  process.exitCode = 1
}
