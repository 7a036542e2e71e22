import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Type } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'
import { pythonClient } from '../python.ts'
import type { Driver } from './drivers.ts'

const Said = Type.Union([
  Type.Object({ interrupted: Type.Literal(true) }),
  Type.Object({
    error: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    retryAfter: Type.Union([Type.Number(), Type.Null()]),
    idempotencyKey: Type.Union([Type.String(), Type.Null()]),
  }),
])

/** One of the clients of Python, in a process that takes an order a line and answers each with a line. */
export const pythonDriver = (python: string, client: 'waits' | 'awaits'): Driver => {
  const child = spawn(python, ['-m', 'tests.behaviour_driver', client], {
    cwd: pythonClient,
    env: { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()

  return {
    call: (order) => {
      const interrupted = Promise.withResolvers<void>()
      const outcomeOf = async () => {
        for (;;) {
          const { done, value } = await lines.next()
          if (done === true) throw new Error('The driver has ended.')
          const said = Value.Parse(Said, JSON.parse(value))
          if ('error' in said) return said
          interrupted.resolve()
        }
      }
      child.stdin.write(`${JSON.stringify(order)}\n`)
      const outcome = outcomeOf()
      const cancel = async (): Promise<void> => {
        child.kill('SIGINT')
        await Promise.race([interrupted.promise, outcome])
      }
      return { outcome, cancel }
    },
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
