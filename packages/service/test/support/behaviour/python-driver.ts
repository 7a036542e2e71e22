import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Type } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'
import { pythonClient } from '../python.ts'
import type { CallUnderWay, Driver, Order, CallOutcome } from './drivers.ts'

const Said = Type.Union([
  Type.Object({ interrupted: Type.Literal(true) }),
  Type.Object({
    error: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    retryAfter: Type.Union([Type.Number(), Type.Null()]),
    idempotencyKey: Type.Union([Type.String(), Type.Null()]),
  }),
])

/** One of the clients of Python. A process that still has a call under way, of a test that has failed, is left. */
export const pythonDriver = (python: string, client: 'waits' | 'awaits'): Driver => {
  let current = startProcess(python, client)
  return {
    call: (order) => {
      if (current.isBusy()) {
        current.kill()
        current = startProcess(python, client)
      }
      return current.call(order)
    },
    close: () => current.end(),
  }
}

/** A process that takes an order a line and answers each with a line. */
const startProcess = (python: string, client: string) => {
  const child = spawn(python, ['-m', 'tests.behaviour_driver', client], {
    cwd: pythonClient,
    env: { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let isBusy = false

  const call = (order: Order): CallUnderWay => {
    const interrupted = Promise.withResolvers<void>()
    const outcomeOf = async (): Promise<CallOutcome> => {
      for (;;) {
        const { done, value } = await lines.next()
        if (done === true) throw new Error('The driver has ended.')
        const said = Value.Parse(Said, JSON.parse(value))
        if (!('error' in said)) {
          interrupted.resolve()
          continue
        }
        isBusy = false
        return said
      }
    }
    isBusy = true
    child.stdin.write(`${JSON.stringify(order)}\n`)
    const outcome = outcomeOf()
    const cancel = async (): Promise<void> => {
      child.kill('SIGINT')
      await Promise.race([interrupted.promise, outcome])
    }
    return { outcome, cancel }
  }

  return {
    call,
    isBusy: () => isBusy,
    kill: () => child.kill('SIGKILL'),
    end: async (): Promise<void> => {
      if (isBusy) child.kill('SIGKILL')
      child.stdin.end()
      await ended
    },
  }
}
