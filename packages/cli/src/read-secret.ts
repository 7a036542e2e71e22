import { text } from 'node:stream/consumers'
import { CliError } from './cli-error.ts'
import type { Invocation } from './invocation.ts'

/** A secret from the terminal, which does not show it, or else all of standard input. Never an argument, which others see. */
export const readSecret = async (invocation: Invocation, question: string): Promise<string> =>
  invocation.stdin.isTTY === true ? promptForSecret(invocation, question) : (await text(invocation.stdin)).trim()

/** Reads a line from the terminal without showing it. */
const promptForSecret = async ({ stdin, stderr }: Invocation, question: string): Promise<string> => {
  stderr.write(question)
  stdin.setRawMode?.(true)
  try {
    let secret = ''
    for await (const piece of stdin.setEncoding('utf8')) {
      for (const character of String(piece)) {
        if (character === '\u0003') throw new CliError('Nothing was stored.')
        if (character === '\r' || character === '\n') return secret.trim()
        secret = character === '\u007f' ? secret.slice(0, -1) : secret + character
      }
    }
    return secret.trim()
  } finally {
    stdin.setRawMode?.(false)
    stderr.write('\n')
  }
}
