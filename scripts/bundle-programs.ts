import { existsSync } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { bundledSourcesFile, hasUnchangedSources, type BundledSource } from '../packages/document/src/started-module.ts'
import { cloneOnlyPrograms, programs, rollPrograms } from './build/programs.ts'

/**
 * Bundles what processes and threads are started with into the folder `bundle` of each package, unless what is there was made
 * of the same sources. Node takes .6 s of CPU time to load the modules of a reader one by one and strip their types, and a
 * quarter of that to load them bundled. A command that reads one line takes .7 of the CPU time that it takes from its modules, and .7 of
 * that with the compiled code that `fill-code-cache.ts` keeps.
 */
const root = join(import.meta.dirname, '..')

const bundlePrograms = async (name: string): Promise<void> => {
  const bundle = join(root, 'packages', name, 'bundle')
  if (hasUnchangedSources(bundle)) return
  const fresh = `${bundle}.${process.pid}`
  const modules = await rollPrograms(name, { to: fresh, sourcemap: true })
  await writeFile(join(fresh, bundledSourcesFile), JSON.stringify(await describeSources(modules, bundle)))
  await rm(bundle, { recursive: true, force: true })
  try {
    await rename(fresh, bundle)
  } catch (error) {
    // Another process has made the same meanwhile.
    if (!hasUnchangedSources(bundle)) throw error
    await rm(fresh, { recursive: true })
  }
}

/** The sources of this repository, what is installed, and how they are bundled. */
const describeSources = (modules: readonly string[], bundle: string): Promise<readonly BundledSource[]> => {
  const own = modules.filter((id) => existsSync(id) && !id.includes('node_modules'))
  const paths = [...own, join(root, 'node_modules/.package-lock.json'), join(import.meta.dirname, 'build/programs.ts')]
  return Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path)
      return { path: relative(bundle, path), size, mtimeMs }
    }),
  )
}

for (const name of Object.keys({ ...programs, ...cloneOnlyPrograms })) await bundlePrograms(name)
