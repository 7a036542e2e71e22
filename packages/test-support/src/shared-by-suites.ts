import { after } from 'node:test'

/**
 * Something that suites of a process share because it takes long to open: the first that needs it opens it, and it is closed
 * after the last. Call what this returns where the hooks of a suite are declared.
 *
 * @example
 * const suiteServer = sharedBySuites(openServer, (server) => server.close())
 * describe('…', () => {
 *   const openServer = suiteServer()
 *   before(async () => {
 *     server = await openServer()
 *   })
 */
export const sharedBySuites = <Value>(
  open: () => Promise<Value>,
  close: (value: Value) => Promise<unknown>,
): (() => () => Promise<Value>) => {
  let suites = 0
  let opening: Promise<Value> | null = null
  return () => {
    suites += 1
    after(async () => {
      suites -= 1
      if (suites > 0 || opening === null) return
      const opened = opening
      opening = null
      await close(await opened)
    })
    return () => (opening ??= open())
  }
}
