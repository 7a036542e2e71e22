import { dirname, isAbsolute, join, relative } from 'node:path'
import type { Plugin, RolldownOptions } from 'rolldown'
import servicePackage from '../../packages/service/package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/** The modules to start with of each package, under the names that `startedModule` is asked for. */
export const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sandbox: {
    child: 'sandbox/src/child.ts',
    gate: 'sandbox/src/gate.ts',
    probe: 'sandbox/src/confinement/probe.ts',
  },
  readers: {
    engines: 'readers/src/engines.ts',
    'tesseract-thread': 'pages/src/ocr/recognition/tesseract-thread.ts',
  },
  compare: { 'agreement-thread': 'compare/src/agreement-thread.ts' },
  service: {
    'render-thread': 'service/src/worker/rendering/render-thread.ts',
    'read-result-thread': 'service/src/api/result-reading/read-result-thread.ts',
  },
}

/**
 * The same for a clone alone, where Node strips the types of everything that a command loads. What a package publishes is
 * compiled, and its modules look for their files beside themselves.
 */
export const cloneOnlyPrograms: typeof programs = {
  cli: { 'run-command-line': 'cli/src/run-command-line.ts' },
}

/**
 * The packages whose bundles are scripts, of which V8 can keep all that it has compiled; of a module it keeps only what it
 * compiles when that is loaded. The sandbox's have to be modules: what those have imported of Node, other code cannot replace.
 */
const scripts: ReadonlySet<string> = new Set(['readers', 'cli'])

/** Expressions that mean the same wherever they are in a script: some modules have a `require` of their own. */
const builtin = (name: string): string => `process.getBuiltinModule('node:${name}')`
const urlOf = (path: string): string => `${builtin('url')}.pathToFileURL(${path}).href`
const fromBundle = (path: string): string => `${builtin('path')}.join(__dirname, ${JSON.stringify(path)})`
const resolvedFrom = (path: string, specifier: string): string =>
  `${builtin('module')}.createRequire(${path}).resolve(${specifier})`

/**
 * A module that looks for files of its package, or of one that this depends on, looks from there all the same: the package
 * that has the bundle need not have them.
 */
const lookFromOwnPackage = (bundledFor: string): Plugin => ({
  name: 'look-from-own-package',
  transform: (code, id) => {
    const owner = /[/\\]packages[/\\]([^/\\]+)[/\\]src[/\\]/.exec(id)?.[1]
    if (owner === undefined || owner === bundledFor || !code.includes('import.meta.url')) return null
    const place = `'@polyparse/${owner}/package.json'`
    return code.replaceAll(
      'import.meta.url',
      scripts.has(bundledFor) ? urlOf(resolvedFrom('__filename', place)) : `import.meta.resolve(${place})`,
    )
  },
})

/** It resolves as an import does, which only a module can. */
const resolvingModule = /[/\\]resolve-module\.ts$/

/** Has each module look for its files from where its source is. */
const lookFromSource = (to: string): Plugin => ({
  name: 'look-from-source',
  resolveId: async function (specifier, importer) {
    if (!resolvingModule.test(specifier) || importer === undefined) return null
    return { id: relative(to, join(dirname(importer), specifier)), external: true }
  },
  transform: (code, id) => {
    if (!isAbsolute(id) || id.includes('node_modules') || !code.includes('import.meta.')) return null
    const source = relative(to, id)
    return code
      .replaceAll('import.meta.resolve', `((specifier) => ${urlOf(resolvedFrom(fromBundle(source), 'specifier'))})`)
      .replaceAll('import.meta.url', urlOf(fromBundle(source)))
      .replaceAll('import.meta.filename', fromBundle(source))
      .replaceAll('import.meta.dirname', fromBundle(dirname(source)))
  },
})

/** An ES module with a default export, which cannot be required as such. */
const alwaysBundled = 'canonicalize'

/**
 * The packages that the service depends on stay outside of the bundle: it has files beside it, or is looked for by its
 * name when calls are traced.
 */
const { dependencies: dependenciesOfService } = servicePackage
const isOfService = (specifier: string): boolean =>
  Object.keys(dependenciesOfService).some((name) => specifier === name || specifier.startsWith(`${name}/`)) &&
  !specifier.startsWith('@polyparse/') &&
  specifier !== alwaysBundled

/** Returns how the programs of a package find what is not in their bundle. */
const optionsFor = (name: string, to: string): RolldownOptions =>
  Object.hasOwn(cloneOnlyPrograms, name)
    ? { plugins: [lookFromSource(to)], external: isOfService }
    : {
        plugins: [lookFromOwnPackage(name)],
        // CommonJS modules use it for defaults that ours replace.
        ...(!scripts.has(name) && { transform: { define: { __dirname: 'import.meta.dirname' } } }),
      }

/**
 * Bundles the programs of a package into a folder: a file for each, and chunks that they share or load later. Resolves with
 * the modules that went into them.
 */
export const rollPrograms = async (
  name: string,
  { to, sourcemap }: { readonly to: string; readonly sourcemap: boolean },
): Promise<readonly string[]> => {
  const { rolldown } = await import('rolldown')
  const input = Object.fromEntries(
    Object.entries({ ...programs, ...cloneOnlyPrograms }[name] ?? {}).map(([program, path]) => [
      program,
      join(root, 'packages', path),
    ]),
  )
  const build = await rolldown({
    input,
    platform: 'node',
    logLevel: 'silent',
    ...optionsFor(name, to),
  })
  const ending = scripts.has(name) ? 'cjs' : 'js'
  const { output } = await build.write({
    dir: to,
    ...(scripts.has(name) ? { format: 'cjs', dynamicImportInCjs: false } : { format: 'esm' }),
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `[name].${ending}`,
    sourcemap,
    comments: { legal: true },
  })
  await build.close()
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}
