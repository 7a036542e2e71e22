import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { sendReport } from './report-events.ts'

/**
 * Runs several test files in one process, each as a suite with the name of the file, so that its hooks are its own. To
 * load the service costs nearly a second of CPU, and so does the first database: together they pay once.
 */
const require = createRequire(import.meta.url)

const isAsynchronous = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ASYNC_MODULE'

/** Each test in a file has a limit of its own, and a file has none. `Infinity` would mean that of a test. */
const noTimeoutMs = 2 ** 31 - 1

for (const file of process.argv.slice(2))
  void describe(file, { timeout: noTimeoutMs }, () => {
    try {
      // An `import` would return before the suites of the file are declared, and they would be in none.
      require(resolve(file))
    } catch (error) {
      if (!isAsynchronous(error)) throw error
      sendReport({ kind: 'alone', file })
    }
  })
