import { createRequire } from 'node:module'
import type * as Net from 'node:net'
import { isMainThread } from 'node:worker_threads'

// It is loaded by `require`, because a module that was once imported could be imported again by anything.
const net: typeof Net = createRequire(import.meta.url)('node:net')

/** The stream to the parent, opened before the gate closes; it is the process's, not a thread's. */
let availableParentChannel: Net.Socket | null = isMainThread ? new net.Socket({ fd: 3 }) : null

/** Returns it once. */
export const takeChannel = (): Net.Socket => {
  const taken = availableParentChannel
  if (taken === null) throw new TypeError('the channel is taken once, by the main thread')
  availableParentChannel = null
  return taken
}
