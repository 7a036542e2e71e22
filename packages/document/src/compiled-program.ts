import type * as FileSystem from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { debuglog } from 'node:util'
import type * as V8 from 'node:v8'
import type * as Contexts from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import type * as Compression from 'node:zlib'

/*
 * Loads a bundled program with the code that V8 has compiled of it before. Node's own cache has what is compiled when a module
 * is loaded, but not the functions that are compiled when they are first called, which are most of what a first document needs.
 *
 * V8 believes compiled code, so whoever could choose it could do anything to the process. A sandboxed process loads this file
 * before its gate closes, and its program before any document. From then on, nothing here calls or looks at what the code of
 * the program could have replaced, and nothing that is called here gets hold of compiled code.
 */

/** A program that was loaded. */
export type LoadedProgram<Exports> = {
  readonly exports: Exports
  /**
   * The code cache that V8 has made so far, for the file that {@link compiledCodeFile} names; empty unless the program
   * is a bundle.
   */
  readonly compiled: () => Uint8Array
  /** The number of its files that have run so far from code that was compiled before. */
  readonly reused: () => number
}

/**
 * The path of the compiled code of a bundled program, which is in the same folder.
 * @example compiledCodeFile('/app/bundle/child.cjs') // '/app/bundle/child.compiled'
 */
export const compiledCodeFile = (program: string): string =>
  join(dirname(program), `${basename(program, bundleEnding)}.compiled`)

const bundleEnding = '.cjs'

/** Says whether a bundled program has compiled code that is of this Node and this CPU. */
export const hasCompiledCode = (program: string): boolean => tools !== null && readCompiledCode(program, tools).size > 0

/** The main thread alone may load a program, and only once: whoever comes later is code of that program. */
let isAvailable = isMainThread

/**
 * Loads the program of this process. A bundle, whose name ends in `.cjs`, is loaded with its compiled code where that is of
 * this Node, this CPU and this bundle, and where nobody but its owner may write it; otherwise it is compiled anew. Any other
 * module is imported.
 *
 * @throws when this process has loaded one before
 */
export const loadProgram = async <Exports>(path: string): Promise<LoadedProgram<Exports>> => {
  if (!isAvailable || tools === null) throw new Error('a process loads one program, in its main thread')
  isAvailable = false
  if (!path.endsWith(bundleEnding))
    return { exports: await import(path), compiled: () => new Uint8Array(), reused: () => 0 }
  return runBundle(path, tools)
}

/** Taken before any code of a program runs, and without a look-up later on. */
const takeTools = () => {
  const requireNodeModule = createRequire(import.meta.url)
  const { Script, constants }: typeof Contexts = requireNodeModule('node:vm')
  const { readdirSync, readFileSync, statSync }: typeof FileSystem = requireNodeModule('node:fs')
  const { cachedDataVersionTag, deserialize, serialize }: typeof V8 = requireNodeModule('node:v8')
  const { crc32 }: typeof Compression = requireNodeModule('node:zlib')
  const { apply } = Reflect
  const run: Contexts.Script['runInThisContext'] = Reflect.get(Script.prototype, 'runInThisContext')
  const importAsUsual = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const machine = `${process.version} ${process.platform} ${process.arch} ${cachedDataVersionTag()}`
  return {
    Script,
    apply,
    crc32,
    deserialize,
    importAsUsual,
    machine,
    readdirSync,
    readFileSync,
    run,
    serialize,
    statSync,
  }
}
type Tools = ReturnType<typeof takeTools>
const tools: Tools | null = isMainThread ? takeTools() : null

type CompiledCode = { readonly sourceChecksum: number; readonly code: Uint8Array }

/** A file of a bundle. */
type Chunk = {
  readonly path: string
  /** Given away when it is run. */
  stored: CompiledCode | null
  running: {
    readonly module: { exports: unknown }
    readonly script: Contexts.Script
    readonly sourceChecksum: number
  } | null
}

/** It is on lines of its own, so that all others have the numbers that source maps know. */
const beforeSource = '(function (exports, require, module, __filename, __dirname) {\n'
const afterSource = '\nreturn module.exports\n})'

const runBundle = <Exports>(program: string, { Script, apply, crc32, ...tools }: Tools): LoadedProgram<Exports> => {
  const { importAsUsual, readFileSync, run, serialize, machine } = tools
  const folder = dirname(program)
  const stored = readCompiledCode(program, { Script, apply, crc32, ...tools })
  // It has no prototype, in which code of the program could put other chunks.
  const chunks: Record<string, Chunk> = Object.assign(
    Object.create(null),
    Object.fromEntries(
      tools
        .readdirSync(folder)
        .filter((name) => name.endsWith(bundleEnding))
        .map((name): [string, Chunk] => [
          `./${name}`,
          { path: join(folder, name), stored: stored.get(name) ?? null, running: null },
        ]),
    ),
  )
  let reused = 0
  const requireOther = createRequire(program)
  const requireChunk = (specifier: string) => {
    const chunk = chunks[specifier]
    return chunk === undefined ? requireOther(specifier) : runChunk(chunk)
  }
  requireChunk.resolve = requireOther.resolve

  const runChunk = (chunk: Chunk) => {
    if (chunk.running !== null) return chunk.running.module.exports
    const source = readFileSync(chunk.path, 'utf8')
    const sourceChecksum = crc32(source)
    const { stored } = chunk
    chunk.stored = null
    // Complete, so that nothing is read from `Object.prototype`.
    const script = new Script(beforeSource + source + afterSource, {
      filename: chunk.path,
      lineOffset: -1,
      columnOffset: 0,
      cachedData: stored?.sourceChecksum === sourceChecksum ? stored.code : undefined,
      produceCachedData: false,
      importModuleDynamically: importAsUsual,
    })
    if (script.cachedDataRejected === false) reused += 1
    const module = { exports: {} }
    chunk.running = { module, script, sourceChecksum }
    return apply(run, script, [])(module.exports, requireChunk, module, chunk.path, folder)
  }

  const exports: Exports = requireChunk(`./${basename(program)}`)
  const compiled = (): Uint8Array => {
    const running = Object.values(chunks).flatMap(({ path, running }) =>
      running === null ? [] : [[basename(path), running.sourceChecksum, running.script.createCachedData()]],
    )
    const content = serialize([machine, running])
    const checksum = Buffer.alloc(checksumBytes)
    checksum.writeUInt32LE(crc32(content))
    return Buffer.concat([checksum, content])
  }
  return { exports, compiled, reused: () => reused }
}

const checksumBytes = 4

/** Permissions of a file that let others than its owner write it. */
const othersMayWrite = 0o022

const debug = debuglog('polyparse')

/** The compiled code of a program by the name of the chunk; of none where it cannot be used. */
const readCompiledCode = (
  program: string,
  { crc32, deserialize, machine, readFileSync, statSync }: Tools,
): ReadonlyMap<string, CompiledCode> => {
  const path = compiledCodeFile(program)
  const ignored = (why: string): ReadonlyMap<string, CompiledCode> => {
    debug(`${path} is not used: ${why}`)
    return new Map()
  }
  try {
    // Modes mean nothing on Windows, where others may not write to the folder of a program.
    const areModes = process.platform !== 'win32'
    if (areModes && [path, dirname(path)].some((each) => (statSync(each).mode & othersMayWrite) !== 0))
      return ignored('others may write it')
    const bytes = readFileSync(path)
    const content = bytes.subarray(checksumBytes)
    if (bytes.length < checksumBytes || bytes.readUInt32LE() !== crc32(content)) return ignored('it is damaged')
    const [madeOn, chunks]: [string, [string, number, Uint8Array][]] = deserialize(content)
    if (madeOn !== machine) return ignored(`it was made by ${madeOn}, and this is ${machine}`)
    return new Map(chunks.map(([name, sourceChecksum, code]) => [name, { sourceChecksum, code }]))
  } catch (error) {
    return ignored(String(error))
  }
}
