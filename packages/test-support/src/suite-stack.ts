import { after } from 'node:test'

/**
 * Closes what a suite's hooks have opened once its tests are over, in reverse order; even if a hook fails halfway, so
 * that the process of the test file can end. Call it where the hooks are declared.
 *
 * @example
 * const stack = suiteStack()
 * before(async () => {
 *   server = stack.adopt(await startServer(), (open) => open.close())
 * })
 */
export const suiteStack = (): AsyncDisposableStack => {
  const stack = new AsyncDisposableStack()
  after(() => stack.disposeAsync())
  return stack
}
