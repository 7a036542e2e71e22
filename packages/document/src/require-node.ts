/** The oldest Node that runs everything. */
export const oldestNode = 24

// Loaded first, so that an older Node gets this error and not one about whichever feature it lacks. Browsers have no `process`.

const host: { readonly process?: { readonly versions?: { readonly node?: string } } } = globalThis
const version = host.process?.versions?.node
if (version !== undefined && Number.parseInt(version, 10) < oldestNode)
  throw new Error(`Polyparse needs Node ${oldestNode} or newer, and this is Node ${version}.`)
