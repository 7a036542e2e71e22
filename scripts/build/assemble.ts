import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { oldestNode } from '../../packages/document/src/require-node.ts'
import { basename, dirname, join } from 'node:path'
import type { PublishedPackage } from './published.ts'

type Assembly = {
  /** The package as it is in the repository, and as it is published. */
  readonly from: string
  readonly to: string
  /** Its compiled sources. */
  readonly compiled: string
  readonly root: string
  readonly parts: PublishedPackage
}

type PackageJson = {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly imports?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
} & Readonly<Record<string, unknown>>

/**
 * The published package without what it bundles: compiled code, files beside the sources, package.json, licence,
 * README.
 */
export const assemble = async ({ from, to, compiled, root, parts }: Assembly): Promise<void> => {
  await cp(compiled, join(to, 'lib'), { recursive: true })
  await rewriteDeclarations(join(to, 'lib'))
  await copyAssets(join(from, 'src'), join(to, 'lib'))
  const content: PackageJson = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
  await writeFile(join(to, 'package.json'), `${JSON.stringify(publishedJson(content, parts), null, 2)}\n`)
  for (const path of Object.values(content.bin ?? {})) await copyProgram(join(from, path), join(to, path))
  for (const folder of parts.folders ?? []) await cp(join(from, folder), join(to, folder), { recursive: true })
  await cp(join(root, 'LICENSE'), join(to, 'LICENSE'))
  await cp(join(from, 'README.md'), join(to, 'README.md'))
}

const publishedJson = (content: PackageJson, { bundles = [], copies = [], without = [] }: PublishedPackage): object => {
  const { devDependencies: _dev, scripts: _scripts, private: _private, dependencies = {}, ...rest } = content
  const unknown = without.filter((name) => dependencies[name] === undefined)
  if (unknown.length > 0) throw new Error(`${content.name} does not depend on ${unknown.join(', ')}`)
  const imports = {
    ...content.imports,
    ...Object.fromEntries(bundles.map(({ name, file }) => [name, `./${file}`])),
    ...Object.fromEntries(
      copies.map(({ name, to, files }) => [
        name,
        name.endsWith('*') ? `./${starred(to)}` : `./${to}/${basename(files[0] ?? '')}`,
      ]),
    ),
  }
  return {
    ...rest,
    exports: Object.fromEntries(Object.entries(content.exports).map(([name, target]) => [name, published(target)])),
    ...(Object.keys(imports).length > 0 && { imports }),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => !without.includes(name))),
    engines: content.engines ?? { node: `>=${oldestNode}` },
  }
}

/** `vendor/tessdata/eng/4.0.0` is one place of `vendor/tessdata/*`. */
const starred = (folder: string): string => `${folder.split('/').slice(0, 2).join('/')}/*`

/** Returns what an entry of `exports` leads to once the sources are compiled. */
const published = (target: string | Readonly<Record<string, string>>): string | Readonly<Record<string, string>> => {
  if (typeof target !== 'string')
    return Object.fromEntries(
      Object.entries(target).map(([condition, path]) => [condition, compiled(path, condition === 'types')]),
    )
  return target.startsWith('./src/') ? { types: compiled(target, true), default: compiled(target, false) } : target
}

const compiled = (path: string, types: boolean): string =>
  path.replace(/^\.\/src\/(.*)\.ts$/, types ? './lib/$1.d.ts' : './lib/$1.js')

/** Rewrites declarations, in which the compiler leaves the endings of imports as they are in the sources. */
const rewriteDeclarations = async (folder: string): Promise<void> => {
  for await (const name of glob('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(/((?:from|import\() ?['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2'))
  }
}

/** Files beside the sources that a program reads: SQL, scripts of the shell and of Perl. */
const copyAssets = async (from: string, to: string): Promise<void> => {
  for await (const name of glob('**/*.{sql,sh,pl}', { cwd: from })) {
    await mkdir(dirname(join(to, name)), { recursive: true })
    await cp(join(from, name), join(to, name))
  }
}

/** A program is plain JavaScript that loads a source; the published one loads the compiled file instead. */
const copyProgram = async (from: string, to: string): Promise<void> => {
  const text = await readFile(from, 'utf8')
  const rewritten = text.replaceAll(/'\.\.\/src\/([^']*)\.ts'/g, "'../lib/$1.js'")
  if (rewritten === text) throw new Error(`${basename(from)} loads no source`)
  await mkdir(dirname(to), { recursive: true })
  await writeFile(to, rewritten, { mode: 0o755 })
}
