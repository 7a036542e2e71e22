import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The time that a producer may take for one batch. */
const timeoutMs = 300_000

/** Producers that take the time from the environment get this one, so that they make the same PDF again. */
const environment = {
  ...process.env,
  SOURCE_DATE_EPOCH: '1735689600',
  FORCE_SOURCE_DATE: '1',
  TZ: 'UTC',
  FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)),
}

/** Runs a program of this machine; rejects with its output when it fails. */
export const runProgram = async (name: string, words: readonly string[], cwd?: string): Promise<void> => {
  await run(name, words, {
    timeout: timeoutMs,
    env: environment,
    maxBuffer: 64 * 1024 ** 2,
    ...(cwd !== undefined && { cwd }),
  })
}
