import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export type Ending = { readonly succeeded: boolean; readonly output: string; readonly seconds: number }

const installed = join(import.meta.dirname, '../node_modules/.bin')

/** Runs a program of the project or of the machine to its end; the output holds both of its streams in order. */
export const runProgram = (
  [program = '', ...parameters]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Ending> => {
  const start = performance.now()
  const child = spawn(program, parameters, {
    env: { ...process.env, ...environment, PATH: `${installed}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => {
    const end = (succeeded: boolean) => resolve({ succeeded, output, seconds: (performance.now() - start) / 1000 })
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
