import { readFile, glob } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { parse } from '@swc/core'

export type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean }
export type Sources = { readonly files: ReadonlyMap<string, string>; readonly imports: readonly Import[] }

/**
 * Every TypeScript file of a folder with its text, and every import of one of them in another: static, dynamic, re-exports,
 * types. Paths are relative to the root.
 */
export const readSources = async (root: string, folder: string): Promise<Sources> => {
  const files = new Map<string, string>()
  for await (const path of glob(`${folder}/**/*.ts`, { cwd: root }))
    files.set(path, await readFile(resolve(root, path), 'utf8'))
  const imports: Import[] = []
  for (const [from, text] of files) {
    const module = await parse(text, { syntax: 'typescript', target: 'esnext' })
    for (const { specifier, typeOnly } of specifiersIn(module)) {
      if (!specifier.startsWith('.')) continue
      imports.push({ from, to: relative(root, resolve(root, dirname(from), specifier)), typeOnly })
    }
  }
  return { files, imports }
}

type Specifier = { readonly specifier: string; readonly typeOnly: boolean }

/** What a syntax tree imports, wherever in it: nodes that name a module have a `source`, dynamic imports an argument. */
const specifiersIn = (node: unknown): Specifier[] => {
  if (Array.isArray(node)) return node.flatMap(specifiersIn)
  if (!isRecord(node)) return []
  const source =
    stringIn(node['source']) ?? (node['type'] === 'TsImportType' ? stringIn(node['argument']) : dynamic(node))
  const typeOnly = node['typeOnly'] === true || node['type'] === 'TsImportType'
  return [...(source === null ? [] : [{ specifier: source, typeOnly }]), ...Object.values(node).flatMap(specifiersIn)]
}

const dynamic = ({ callee, arguments: given }: Record<string, unknown>): string | null => {
  if (!isRecord(callee) || callee['type'] !== 'Import' || !Array.isArray(given)) return null
  const first: unknown = given[0]
  return isRecord(first) ? stringIn(first['expression']) : null
}

const stringIn = (node: unknown): string | null =>
  isRecord(node) && node['type'] === 'StringLiteral' && typeof node['value'] === 'string' ? node['value'] : null

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
