import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface LockedPackage {
  readonly path: string
  /** It is a link to a package of the repository. */
  readonly isOurs: boolean
}

/** The packages that the lock file names and that are installed: folders of `node_modules`. */
export const readLockedPackages = async (root: string): Promise<readonly LockedPackage[]> => {
  const lock: { readonly packages: Readonly<Record<string, { readonly link?: boolean }>> } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages)
    .filter(([path]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && existsSync(join(root, path)))
    .map(([path, { link }]) => ({ path, isOurs: link === true }))
}

/** Gives a clone the packages that are installed in a repository, and its own ones in place of the repository's. */
export const linkPackages = async (root: string, clone: string): Promise<void> => {
  const programs = { path: 'node_modules/.bin', isOurs: false }
  for (const { path, isOurs } of [...(await readLockedPackages(root)), programs]) {
    const from = join(root, path)
    const to = join(clone, path)
    await mkdir(dirname(to), { recursive: true })
    await symlink(isOurs ? await readlink(from) : from, to)
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** For each published package: its own name and those of the others that it needs, however indirectly. */
export const readNeededPackages = async (dist: string): Promise<(name: string) => ReadonlySet<string>> => {
  const direct = new Map<string, readonly string[]>()
  for (const entry of await readdir(dist, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const manifest: Manifest = JSON.parse(await readFile(join(dist, entry.name, 'package.json'), 'utf8'))
    const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    direct.set(
      entry.name,
      names.flatMap((name) => (name.startsWith('@polyparse/') ? [name.slice('@polyparse/'.length)] : [])),
    )
  }
  const collect = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const other of direct.get(name) ?? []) collect(other, seen)
    return seen
  }
  return (name) => collect(name, new Set())
}
