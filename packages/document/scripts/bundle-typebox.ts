import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Bundles TypeBox for Node, as `npm install` does, unless the bundle that is there is of the installed version. Its 679
 * modules take Node a quarter of a second to load, which every process and every command would pay; the same code in
 * ten files takes a tenth of that. Bundlers and browsers get TypeBox itself, from which they take what they need.
 */
const packageFolder = join(import.meta.dirname, '..')
const [bundle, fresh] = [join(packageFolder, 'bundle'), join(packageFolder, 'bundle.new')]
const stamp = 'version'

/** The folder of TypeBox, whose package exports neither its description nor its licence. */
const typebox = join(dirname(fileURLToPath(import.meta.resolve('typebox'))), '..')
const { version }: { version: string } = JSON.parse(await readFile(join(typebox, 'package.json'), 'utf8'))

if ((await readFile(join(bundle, stamp), 'utf8').catch(() => null)) !== version) {
  const entries = ['index', 'compile', 'schema', 'system', 'value']
  const input = Object.fromEntries(entries.map((name) => [name, join(packageFolder, `src/typebox/${name}.ts`)]))
  const build = await rolldown({ input, platform: 'node' })
  await rm(fresh, { recursive: true, force: true })
  await build.write({ dir: fresh, format: 'esm', entryFileNames: '[name].js', comments: { legal: true } })
  await build.close()
  await writeFile(join(fresh, 'LICENSE'), await readFile(join(typebox, 'license')))
  await writeFile(join(fresh, stamp), version)
  await rm(bundle, { recursive: true, force: true })
  await rename(fresh, bundle)
}
