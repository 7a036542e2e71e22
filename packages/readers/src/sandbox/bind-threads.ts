import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { Worker } from 'node:worker_threads'

/*
 * Loaded before anything else in every thread of a sandboxed process. Node's permissions are flags of a thread: a thread
 * inherits them unless it is started with flags of its own, and `execArgv: []` is enough to be rid of them all. So here a
 * thread has no flags of its own; and as this module is loaded by a flag, its own threads have not either.
 */

type WorkerClass = typeof Worker
const threads: { Worker: WorkerClass } = createRequire(import.meta.url)('node:worker_threads')

const Bound = new Proxy(threads.Worker, {
  construct: (target, [script, options = {}]: ConstructorParameters<WorkerClass>) => {
    const { execArgv: _, ...others } = options
    // The environment could have flags in it, too.
    return new target(script, { ...others, env: {} })
  },
})
Object.defineProperty(threads.Worker.prototype, 'constructor', { value: Bound, writable: false, configurable: false })
Object.defineProperty(threads, 'Worker', { value: Bound, enumerable: true, writable: false, configurable: false })
syncBuiltinESMExports()
