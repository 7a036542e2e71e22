import { createRequire } from 'node:module'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { lock } from './intrinsics.ts'

/*
 * Node's permissions are flags of a thread. A thread inherits them unless it is started with flags of its own, and
 * `execArgv: []` is enough to drop them all. So no thread here has flags of its own, from whatever source. And because
 * a flag loads the gate, the gate is in every thread, and in the threads of threads.
 */

type WorkerClass = typeof Worker
const { construct, get, getPrototypeOf, ownKeys } = Reflect

/** Complete, so that no option is read from `Object.prototype`. The environment could contain flags, too. */
const boundOptions = (options: WorkerOptions): object => ({
  __proto__: null,
  argv: options.argv,
  env: {},
  eval: options.eval,
  execArgv: undefined,
  name: options.name,
  resourceLimits: options.resourceLimits,
  stderr: options.stderr,
  stdin: options.stdin,
  stdout: options.stdout,
  trackUnmanagedFds: options.trackUnmanagedFds,
  transferList: options.transferList,
  workerData: options.workerData,
})

export const bindThreads = (): void => {
  const threads: { Worker: WorkerClass } = createRequire(import.meta.url)('node:worker_threads')
  const Bound = new Proxy(threads.Worker, {
    construct: (target, [script, options = {}]: ConstructorParameters<WorkerClass>) => {
      const worker: object = construct(target, [script, boundOptions(options)])
      hideNativeClass(worker)
      return worker
    },
  })
  lock(threads.Worker.prototype, 'constructor', Bound)
  lock(threads, 'Worker', Bound)
}

/** A worker holds a native one, whose class takes flags as well. */
const hideNativeClass = (worker: object): void => {
  const keys = ownKeys(worker)
  for (let index = 0; index < keys.length; index++) {
    const handle: unknown = get(worker, keys[index] ?? '')
    if (typeof handle !== 'object' || handle === null || !('startThread' in handle)) continue
    const prototype = getPrototypeOf(handle)
    if (prototype !== null) lock(prototype, 'constructor', undefined)
  }
}
