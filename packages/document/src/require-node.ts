/**
 * Loaded before all else, it names the Node that is needed, where an older one would fail later at whatever it lacks first.
 * Browsers have no `process`.
 */
export const oldestNode = 24

const host: { readonly process?: { readonly versions?: { readonly node?: string } } } = globalThis
const version = host.process?.versions?.node
if (version !== undefined && Number.parseInt(version, 10) < oldestNode)
  throw new Error(`Polyparse needs Node ${oldestNode} or newer, and this is Node ${version}.`)
