import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { assemble } from './build/assemble.ts'
import { keepCompiledEngines } from './build/compiled-engines.ts'
import type { PublishedPackage } from './build/published.ts'
import { typeDeclarations } from './build/type-declarations.ts'
import { programs, rollPrograms } from './build/programs.ts'
import { bundle, copyFiles, copyLicences, inline } from './build/vendor.ts'
import { emptyClusterFile } from '../packages/service/src/db/empty-cluster.ts'
import { runProgram } from './run-program.ts'

/**
 * `npm run build`: assembles what is published, each package as a folder of `dist` that `npm pack` takes as it is:
 * JavaScript with declarations, and the other files it needs. `--pack` makes the tarballs as well.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const compiled = join(dist, '.compiled')

const run = async (...command: readonly string[]): Promise<string> => {
  const { succeeded, output } = await runProgram(command)
  if (!succeeded) throw new Error(`${command.join(' ')} failed:\n${output}`)
  return output
}

const build = async (folder: string, parts: PublishedPackage): Promise<void> => {
  const [from, to] = [join(root, 'packages', folder), join(dist, folder)]
  await assemble({ from, to, compiled: join(compiled, folder, 'src'), root, parts })
  for (const one of parts.bundles ?? []) await bundle(root, to, one)
  for (const one of parts.inlined ?? []) await inline(from, to, one)
  for (const { module, values } of parts.constants ?? [])
    await writeFile(join(to, 'lib', `${module}.js`), constantsModule(values))
  for (const one of parts.copies ?? []) await copyFiles(root, to, one)
  if (Object.hasOwn(programs, folder))
    await copyLicences(await rollPrograms(folder, { to: join(to, 'bundle'), sourcemap: false }), to)
  // These are for the image, whose Node is the one that builds it; any other ignores them.
  if (folder === 'readers') await keepCompiledEngines(join(to, 'bundle'))
  if (parts.types !== undefined) await writeFile(join(to, parts.types.file), typeDeclarations(parts.types.schemas))
}

const constantsModule = (values: Readonly<Record<string, object>>): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')

await rm(dist, { recursive: true, force: true })
await mkdir(dist)
await run('node', 'scripts/drop-unused-runtimes.ts')
await run('node', 'packages/document/scripts/bundle-typebox.ts')
// It imports schemas, and these the bundle, which a clean clone does not have before this line.
const { published } = await import('./build/published.ts')
// `npm run check` looks for what is wrong with the types; the files are the same without, for a third of the CPU time.
await run('tsc', '--project', 'tsconfig.build.json', '--noCheck')
await run('node', 'packages/web/build.ts', '--if-changed')
await run('node', 'packages/service/scripts/pack-empty-cluster.ts')
for (const [folder, parts] of Object.entries(published)) await build(folder, parts)
const { bringModel } = await import('./build/bring-model.ts')
const withoutModel = await bringModel(join(dist, 'pages/models'))
if (withoutModel !== null) console.warn(`Without a model of recognition: ${withoutModel}`)
// The files that the service serves, shows and starts from: the app as it was built, a document to try it with, an
// empty database.
await cp(join(root, 'packages/web/dist'), join(dist, 'service/web'), { recursive: true })
await cp(join(root, 'examples/sample.pdf'), join(dist, 'service/examples/sample.pdf'))
await cp(emptyClusterFile, join(dist, 'service/vendor', basename(emptyClusterFile)))
await rm(compiled, { recursive: true })

if (process.argv.includes('--pack')) {
  const folders = Object.keys(published).map((folder) => `./dist/${folder}`)
  await run('npm', 'pack', '--pack-destination', 'dist', ...folders)
}
console.log(`Built ${Object.keys(published).join(', ')} in dist`)
