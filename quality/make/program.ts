import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** So long may a producer take over what it is given at once. */
const timeoutMs = 300_000

/** Producers that ask the environment for the time are given this one, so that they make the same PDF again. */
const environment = {
  ...process.env,
  SOURCE_DATE_EPOCH: '1735689600',
  FORCE_SOURCE_DATE: '1',
  TZ: 'UTC',
  FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)),
}

/** Runs a program of this machine; rejects with what it said when it fails. */
export const runProgram = async (name: string, words: readonly string[], cwd?: string): Promise<void> => {
  await run(name, words, {
    timeout: timeoutMs,
    env: environment,
    maxBuffer: 64 * 1024 ** 2,
    ...(cwd !== undefined && { cwd }),
  })
}
