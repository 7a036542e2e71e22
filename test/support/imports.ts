import { readFile, glob } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { parseAstAsync } from 'rolldown/parseAst'

export type Import = {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
  /** Whether it names a package, and not a path. */
  readonly byName: boolean
}

export type Sources = {
  readonly files: ReadonlyMap<string, string>
  readonly imports: readonly Import[]
  /** Imports of names that the package does not export. */
  readonly unexported: readonly Import[]
}

/**
 * Every TypeScript file of the folders with its text, and every import of one of them in another: static, dynamic,
 * re-exports, types; those of a workspace's package by its `exports`. Paths are relative to the root.
 */
export const readSources = async (root: string, folders: string): Promise<Sources> => {
  const files = new Map<string, string>()
  for await (const path of glob(`${folders}/**/*.{ts,tsx}`, { cwd: root }))
    files.set(path, await readFile(resolve(root, path), 'utf8'))
  const entries = await readEntries(root)
  const imports: Import[] = []
  const unexported: Import[] = []
  for (const [from, text] of files) {
    const module = await parseAstAsync(text, { lang: from.endsWith('x') ? 'tsx' : 'ts' })
    for (const { specifier, typeOnly } of specifiersIn(module)) {
      if (specifier.startsWith('.')) {
        const to = relative(root, resolve(root, dirname(from), specifier))
        imports.push({ from, to, typeOnly, byName: false })
      } else if (entries.some(({ name }) => specifier === name || specifier.startsWith(`${name}/`))) {
        const entry = entries.find((it) => it.matches(specifier))
        if (entry === undefined) unexported.push({ from, to: specifier, typeOnly, byName: true })
        else imports.push({ from, to: entry.fileOf(specifier), typeOnly, byName: true })
      }
    }
  }
  return { files, imports, unexported }
}

type Entry = {
  /** Of the package. */
  readonly name: string
  matches(specifier: string): boolean
  fileOf(specifier: string): string
}

/** What the packages of the workspace export, by their package.json. */
const readEntries = async (root: string): Promise<Entry[]> => {
  const entries: Entry[] = []
  for await (const path of glob('packages/*/package.json', { cwd: root })) {
    const content: unknown = JSON.parse(await readFile(resolve(root, path), 'utf8'))
    if (!isRecord(content) || typeof content['name'] !== 'string') throw new TypeError(`${path} has no name`)
    const { name } = content
    const exported = isRecord(content['exports']) ? content['exports'] : {}
    for (const [subpath, target] of Object.entries(exported)) {
      const source = isRecord(target) ? target['types'] : target
      if (typeof source !== 'string') throw new TypeError(`${path}: ${subpath} leads to no source`)
      const [start = '', end] = `${name}${subpath.slice(1)}`.split('*')
      const starOf = (specifier: string): string => specifier.slice(start.length, specifier.length - (end ?? '').length)
      entries.push({
        name,
        matches: (specifier) =>
          end === undefined ? specifier === start : specifier.startsWith(start) && specifier.endsWith(end),
        fileOf: (specifier) => relative(root, resolve(root, dirname(path), source.replace('*', starOf(specifier)))),
      })
    }
  }
  return entries
}

type Specifier = { readonly specifier: string; readonly typeOnly: boolean }

/** What a syntax tree imports, anywhere in it: nodes that name a module have a `source`. */
const specifiersIn = (node: unknown): Specifier[] => {
  if (Array.isArray(node)) return node.flatMap(specifiersIn)
  if (!isRecord(node)) return []
  const source = stringIn(node['source'])
  const typeOnly = [node['importKind'], node['exportKind']].includes('type') || node['type'] === 'TSImportType'
  return [...(source === null ? [] : [{ specifier: source, typeOnly }]), ...Object.values(node).flatMap(specifiersIn)]
}

const stringIn = (node: unknown): string | null =>
  isRecord(node) && node['type'] === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
