import { glob, mkdir, readFile, cp, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'

/** An import whose package becomes one file of the published package. */
export type Bundle = {
  /** The name as in `imports` of package.json. */
  readonly name: string
  /** The file it is bundled from, a path below node_modules; otherwise the target in `imports`. */
  readonly entry?: string
  readonly file: string
  readonly format: 'esm' | 'cjs'
  /** Packages that it imports for features that are never used. They are left out, and importing them would fail. */
  readonly neverLoaded?: readonly string[]
}

/** A module of the published package that holds what it re-exports. */
export type Inlined = {
  /** Its path below the sources, without the ending. */
  readonly module: string
  /** Packages that are imported all the same, because others must share them. */
  readonly external?: readonly string[]
}

/** Files of an installed package that are copied into the published one. */
export type Copy = {
  readonly name: string
  readonly package: string
  readonly files: readonly string[]
  readonly to: string
  /** The licence of the files, where the package has no licence text. */
  readonly notice?: string
}

export const bundle = async (root: string, to: string, { entry, file, format, ...rest }: Bundle): Promise<void> => {
  const input = join(root, 'node_modules', entry ?? (await importTarget(root, to, rest.name)))
  await makeBundle({ input, to, file, format, external: rest.neverLoaded })
}

export const inline = (from: string, to: string, { module, external }: Inlined): Promise<void> =>
  makeBundle({ input: join(from, 'src', `${module}.ts`), to, file: `lib/${module}.js`, format: 'esm', external })

type ToBundle = Pick<Bundle, 'file' | 'format'> & {
  readonly input: string
  readonly to: string
  readonly external: readonly string[] | undefined
}

/** Bundles a module with all that it imports, and copies the licences of that. */
const makeBundle = async ({ input, to, file, format, external: names = [] }: ToBundle): Promise<void> => {
  const external = names.map((name) => new RegExp(`^${name}(?:/|$)`))
  const build = await rolldown({ input, platform: 'node', external, logLevel: 'silent' })
  const { output } = await build.write({
    file: join(to, file),
    format,
    codeSplitting: false,
    comments: { legal: true },
  })
  await build.close()
  const modules = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []))
  const count = await copyLicences(modules, to)
  // The files of another package of this repository have the licence that is there already.
  if (count === 0 && !modules.some((id) => id !== input)) throw new Error(`${file} is made of no package`)
}

/** Copies the licences of the packages that bundled modules are from, and says how many packages that were. */
export const copyLicences = async (modules: readonly string[], to: string): Promise<number> => {
  const folders = new Set(modules.flatMap(packageFolder))
  for (const folder of folders) await copyLicence(folder, to)
  return folders.size
}

export const copyFiles = async (root: string, to: string, { package: name, files, ...rest }: Copy): Promise<void> => {
  await mkdir(join(to, rest.to), { recursive: true })
  for (const file of files) await cp(join(root, 'node_modules', name, file), join(to, rest.to, basename(file)))
  await copyLicence(join(root, 'node_modules', name), to, rest.notice)
}

/** The target of an import of the package in `to`, as a path below node_modules. */
const importTarget = async (root: string, to: string, name: string): Promise<string> => {
  const content: { readonly imports?: Readonly<Record<string, string>> } = JSON.parse(
    await readFile(join(root, 'packages', basename(to), 'package.json'), 'utf8'),
  )
  const target = content.imports?.[name]
  if (target === undefined) throw new Error(`${basename(to)} imports no ${name}`)
  return target
}

/** The folder of the package that a module is from; none for the bundler's own modules. */
const packageFolder = (id: string): string[] =>
  (/^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id) ?? []).slice(0, 1)

const copyLicence = async (folder: string, to: string, notice = ''): Promise<void> => {
  const { name, version, license }: { name: string; version: string; license: string } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const [file] = await Array.fromAsync(glob('{LICENSE,LICENCE,License,license}{,.md,.txt}', { cwd: folder }))
  const declared = notice === '' ? `The package declares the licence ${license} and has no text of it.` : notice
  const text = file === undefined ? declared : await readFile(join(folder, file), 'utf8')
  if (!/^[A-Z(]/.test(license)) throw new Error(`${name} declares no licence`)
  const path = join(to, 'vendor/licences', `${name.replaceAll('/', '__')}.txt`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${name} ${version} (${license})\n\n${text.trim()}\n`)
}
