import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** A file that a bundle was made of, as it was then. Its path is relative to the bundle. */
export type BundledSource = { readonly path: string; readonly size: number; readonly mtimeMs: number }

/** Lists a bundle's sources, in its folder. What is published has no such list, and no other sources. */
export const bundledSourcesFile = 'sources.json'

/**
 * Returns the path of a module that a process or a thread is to be started with: its bundle, `bundle/NAME.cjs` or
 * `bundle/NAME.js` of the package, which Node loads several times as fast, or else the module itself, where no bundle was made or a source has
 * changed since.
 *
 * @param sibling a module beside the one to start, usually `import.meta.filename`
 * @example new Worker(startedModule(import.meta.filename, 'agreement-thread'))
 */
export const startedModule = (sibling: string, name: string): string => {
  const bundle = join(packageFolderOf(sibling), 'bundle')
  const bundled = ['cjs', 'js'].map((ending) => join(bundle, `${name}.${ending}`)).find((path) => existsSync(path))
  return bundled !== undefined && isFreshBundle(bundle) ? bundled : join(dirname(sibling), name + extname(sibling))
}

const packageFolderOf = (path: string): string => {
  const folder = dirname(path)
  return folder === path || existsSync(join(folder, 'package.json')) ? folder : packageFolderOf(folder)
}

/** Looks once: a process that stays starts everything from the same code. */
const freshnessByBundle = new Map<string, boolean>()
const isFreshBundle = (bundle: string): boolean => {
  const isFresh = freshnessByBundle.get(bundle) ?? hasUnchangedSources(bundle)
  freshnessByBundle.set(bundle, isFresh)
  return isFresh
}

/** Says whether a bundle is there and every source is as it was when the bundle was made. */
export const hasUnchangedSources = (bundle: string): boolean => {
  const list = join(bundle, bundledSourcesFile)
  if (!existsSync(list)) return existsSync(bundle)
  const sources = readBundledSources(list)
  return (
    sources?.every(({ path, size, mtimeMs }) => {
      const now = statSync(join(bundle, path), { throwIfNoEntry: false })
      return now?.size === size && now.mtimeMs === mtimeMs
    }) ?? false
  )
}

/** Null when the list is damaged. */
const readBundledSources = (list: string): readonly BundledSource[] | null => {
  try {
    return JSON.parse(readFileSync(list, 'utf8'))
  } catch {
    return null
  }
}
