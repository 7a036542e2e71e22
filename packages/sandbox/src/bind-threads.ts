import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { lock } from './intrinsics.ts'

/*
 * Node's permissions are flags of a thread. A thread inherits them unless it is started with flags of its own, and
 * `execArgv: []` is enough to drop them all. So no thread here has flags of its own, from whatever source. And because
 * a flag loads the gate, the gate is in every thread, and in the threads of threads.
 */

type WorkerClass = typeof Worker
const { construct, get, getPrototypeOf, ownKeys, set } = Reflect

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
  // This runs before any other code can be in the middle of a construction, where nothing could be hidden from it.
  hideNativeClass(threads.Worker)
  lock(EventEmitter, 'init', get(EventEmitter, 'init'))
  const Bound = new Proxy(threads.Worker, {
    construct: (target, [script, options = {}]: ConstructorParameters<WorkerClass>) =>
      construct(target, [script, boundOptions(options)]),
  })
  lock(threads.Worker.prototype, 'constructor', Bound)
  lock(threads, 'Worker', Bound)
}

/** A worker holds a native one, whose class takes flags as well. The one that is looked at never starts. */
const hideNativeClass = (Class: WorkerClass): void => {
  const worker = unstarted(Class)
  const prototypes = ownKeys(worker).flatMap((key): object[] => {
    const handle: unknown = get(worker, key)
    return typeof handle === 'object' && handle !== null && 'startThread' in handle
      ? [getPrototypeOf(handle) ?? {}]
      : []
  })
  if (prototypes.length === 0) throw new Error(`the threads of Node ${process.version} cannot be bound`)
  for (const prototype of prototypes) lock(prototype, 'constructor', undefined)
}

/** A worker whose construction ends once it has its native one, and before it has anything else. */
const unstarted = (Class: WorkerClass): object => {
  const init: unknown = get(EventEmitter, 'init')
  const begun: object[] = []
  const options: WorkerOptions = {
    eval: true,
    get stdin(): boolean {
      throw new Error('that was enough')
    },
  }
  try {
    set(EventEmitter, 'init', function (this: object): void {
      begun.push(this)
    })
    construct(Class, ['', options])
  } catch {
    // That is intended; whether it came far enough is seen in what there is.
  } finally {
    set(EventEmitter, 'init', init)
  }
  return begun[0] ?? {}
}
