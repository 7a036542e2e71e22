import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'
import { isMainThread, parentPort } from 'node:worker_threads'
import { accessDenied } from './access-denied.ts'
import { bindThreads } from './bind-threads.ts'
import { builtins } from './builtins.ts'
import './channel.ts'
import '@polyparse/document/compiled-program'
import { closeNetwork } from './close-network.ts'
import { keep, lock, refuse, refuseUnseen } from './intrinsics.ts'
import { globalFunctions, globalValues, processMembers } from './refused.ts'

/*
 * Every thread of a sandboxed process loads this file first. Node's permissions do not cover all of Node; the gate gives
 * an engine only its harmless parts (builtins.ts).
 */

const requireNodeModule = createRequire(import.meta.url)
const startsWith = keep(String.prototype, 'startsWith')
const endsWith = keep(String.prototype, 'endsWith')
const includes = keep(String.prototype, 'includes')

const verdicts: typeof builtins = Object.freeze(Object.assign(Object.create(null), builtins))

/** Throws if the URL is that of a module of Node that engines may not load. */
const assertModuleAllowed = (url: string): void => {
  if (startsWith(url, 'node:') === false) return
  const verdict = verdicts[url]
  if (verdict === undefined || verdict === 'denied') throw accessDenied(url)
}

const restrictModules = (): void => {
  for (const [url, verdict] of Object.entries(builtins)) {
    if (verdict === 'allowed' || verdict === 'denied') continue
    const exports: object = requireNodeModule(url)
    const isKept = (name: string): boolean => {
      if (verdict === 'inert') return false
      return 'only' in verdict ? verdict.only.includes(name) : !verdict.without.includes(name)
    }
    for (const name of Object.keys(exports).filter((name) => !isKept(name))) refuse(exports, name, `${url}.${name}`)
  }
}

const guardLoading = (): void => {
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      assertModuleAllowed(found.url)
      return found
    },
    // Not everything that is loaded was resolved before: one of Node's loaders can be called with an arbitrary URL.
    load: (url, context, next) => {
      assertModuleAllowed(url)
      return next(url, context)
    },
  })
  const getBuiltinModule = keep(process, 'getBuiltinModule')
  lock(process, 'getBuiltinModule', (name: unknown) => {
    const id = String(name)
    assertModuleAllowed(startsWith(id, 'node:') === true ? id : `node:${id}`)
    return getBuiltinModule(process, id)
  })
}

/** Guards the parts of Node outside of modules. Node's permissions refuse some of them as well. */
const guardProcess = (): void => {
  const [dlopen, kill, pid] = [keep(process, 'dlopen'), keep(process, '_kill'), process.pid]
  // The document is a file within an engine's reach, and it could be native code.
  lock(process, 'dlopen', (target: object, path: unknown, ...flags: readonly unknown[]) => {
    const file = String(path)
    if (endsWith(file, '.node') !== true || includes(file, '\0') !== false) throw accessDenied(file)
    return dlopen(process, target, file, ...flags)
  })
  // Called by `process.kill`; an engine may only end itself, which it does when its parent is gone.
  lock(process, '_kill', (target: unknown, signal: unknown) => {
    if (target !== pid) throw accessDenied('other processes')
    return kill(process, pid, signal)
  })
  for (const name of processMembers) refuse(process, name, `process.${name}`)
  for (const name of globalFunctions) refuseUnseen(name, 'function')
  for (const name of globalValues) refuseUnseen(name, 'value')
}

/**
 * Ends the thread that Node has for asynchronous hooks, whose imports pass none of the guards above. Nobody here needs
 * it, but code that changes Node's message to a new thread can turn that thread into one. It has no port to its parent.
 */
const endThreadOfHooks = (): void => {
  // Node replaces `process.exit` there.
  if (!isMainThread && parentPort === null) keep(process, 'reallyExit')(process, 1)
}

endThreadOfHooks()
restrictModules()
closeNetwork()
bindThreads()
guardProcess()
guardLoading()
syncBuiltinESMExports()
