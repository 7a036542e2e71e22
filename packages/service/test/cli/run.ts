import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const command = fileURLToPath(new URL('../../bin/polyparse.js', import.meta.url))

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs `polyparse` as a separate process with only the given environment, and waits for its end. */
export const run = (
  argv: readonly string[],
  environment: Record<string, string>,
  { nodeOptions = [], cwd, input = '' }: { nodeOptions?: readonly string[]; cwd?: string; input?: string } = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const options = {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...environment,
      },
      timeout: 120_000,
      ...(cwd !== undefined && { cwd }),
    }
    const child = execFile(process.execPath, [...nodeOptions, command, ...argv], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, stdout, stderr })
      else reject(new Error(`polyparse ${argv.join(' ')} did not end by itself`, { cause: error }))
    })
    child.stdin?.end(input)
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
