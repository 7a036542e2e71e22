import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import { keepBundle } from '../../../../scripts/build/keep-bundle.ts'
import { isOfService } from '../../../../scripts/build/programs.ts'
import { cacheFolder } from './test-database/cache.ts'

/*
 * Programs that tests start many times, and kill: loading their modules one by one takes more CPU time than their work, and
 * what is killed keeps nothing of what it has compiled.
 */

const sourceOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const bundled = {
  'crashing-worker': sourceOf('crashing-worker.ts'),
}

/** This module looks for its thread beside itself, and finds it in the bundle. */
const answers = sourceOf('../../../providers/src/vendor-answers.ts')
const answerThread = sourceOf('../../../providers/src/answer-thread.ts')

/** Every other module looks for its files from where its source is. */
const lookFromItsSource: Plugin = {
  name: 'look-from-its-source',
  transform: (code, id) => {
    if (id === answers || !isAbsolute(id) || id.includes('node_modules') || !code.includes('import.meta.')) return null
    const builtin = (name: string): string => `process.getBuiltinModule('node:${name}')`
    const source = JSON.stringify(id)
    const resolved = `${builtin('module')}.createRequire(${source}).resolve(specifier)`
    return code
      .replaceAll('import.meta.resolve', `((specifier) => ${builtin('url')}.pathToFileURL(${resolved}).href)`)
      .replaceAll('import.meta.url', `${builtin('url')}.pathToFileURL(${source}).href`)
      .replaceAll('import.meta.filename', source)
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  },
}

const keepDependencies: Plugin = {
  name: 'keep-dependencies',
  resolveId: (specifier) =>
    isOfService(specifier) ? { id: fileURLToPath(import.meta.resolve(specifier)), external: true } : null,
}

const rollBundled = async (to: string): Promise<readonly string[]> => {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: { ...bundled, 'answer-thread': answerThread },
    platform: 'node',
    logLevel: 'silent',
    plugins: [lookFromItsSource, keepDependencies],
  })
  const names = '[name].cjs'
  const { output } = await build.write({
    dir: to,
    format: 'cjs',
    dynamicImportInCjs: false,
    entryFileNames: names,
    chunkFileNames: names,
    sourcemap: true,
  })
  await build.close()
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

const makeBundle = async (): Promise<string> => {
  const folder = join(await cacheFolder(), 'programs')
  await keepBundle(folder, { rolledBy: fileURLToPath(import.meta.url), roll: rollBundled })
  return folder
}

let making: Promise<string> | null = null

/** Resolves with the path of a program, bundled unless this has been done since its sources were changed. */
export const bundledProgram = async (name: keyof typeof bundled): Promise<string> =>
  join(await (making ??= makeBundle()), `${name}.cjs`)
