import { existsSync } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import {
  bundledSourcesFile,
  hasUnchangedSources,
  type BundledSource,
} from '../../packages/document/src/started-module.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Makes a bundle, unless what is there was made of the same sources, of what is installed now, and by the same program.
 * `roll` bundles into the given folder, and resolves with the modules that went into it.
 */
export const keepBundle = async (
  bundle: string,
  { rolledBy, roll }: { readonly rolledBy: string; readonly roll: (to: string) => Promise<readonly string[]> },
): Promise<void> => {
  if (hasUnchangedSources(bundle)) return
  const fresh = `${bundle}.${process.pid}`
  const modules = await roll(fresh)
  await writeFile(join(fresh, bundledSourcesFile), JSON.stringify(await describeSources(modules, { bundle, rolledBy })))
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
const describeSources = (
  modules: readonly string[],
  { bundle, rolledBy }: { readonly bundle: string; readonly rolledBy: string },
): Promise<readonly BundledSource[]> => {
  const own = modules.filter((id) => existsSync(id) && !id.includes('node_modules'))
  const paths = [...own, join(root, 'node_modules/.package-lock.json'), rolledBy]
  return Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path)
      return { path: relative(bundle, path), size, mtimeMs }
    }),
  )
}
