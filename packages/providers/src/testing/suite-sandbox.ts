import { after } from 'node:test'
import type { Sandbox } from '@polyparse/sandbox'
import { openSandbox } from './open-sandbox.ts'

let opening: ReturnType<typeof openSandbox> | null = null
let suites = 0

/**
 * A sandbox for the tests of the suite that is being defined. The suites of a file share one, because its engines take a
 * second to start: the first that uses it opens it, and the last closes it.
 */
export const suiteSandbox = (): Pick<Sandbox, 'run'> => {
  suites += 1
  after(async () => {
    suites -= 1
    if (suites > 0) return
    const opened = await opening
    opening = null
    await opened?.close()
  })
  return {
    run: async (...asked) => {
      opening ??= openSandbox()
      return (await opening).run(...asked)
    },
  }
}
