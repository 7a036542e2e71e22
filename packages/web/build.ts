import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './build/compress.ts'
import { buildDocsSite } from './build/docs/site.ts'
import { fingerprintOf } from './build/fingerprint.ts'
import { pdfFolders } from './build/pdf-folders.ts'

/**
 * Builds the app and the documentation into `dist`, as `npm install` does; with `--if-changed` only when their sources
 * have changed since the last build. A build that fails leaves the previous one in place.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))
const [dist, fresh] = [join(folder, 'dist'), join(folder, 'dist.new')]
const stamp = 'fingerprint'

const readStamp = async (): Promise<string | null> => {
  try {
    return await readFile(join(dist, stamp), 'utf8')
  } catch {
    return null
  }
}

const fingerprint = await fingerprintOf(folder)
if (!process.argv.includes('--if-changed') || (await readStamp()) !== fingerprint) {
  // Imported only here: finding that nothing has changed needs no bundler.
  const { build } = await import('vite')
  await rm(fresh, { recursive: true, force: true })
  await build({ configFile: join(folder, 'vite.config.ts'), build: { outDir: fresh, emptyOutDir: true } })
  for (const { from, to, needed } of pdfFolders)
    await cp(from, join(fresh, 'assets', to), { recursive: true, filter: needed })
  for (const fault of await buildDocsSite(join(folder, '../..'), join(fresh, 'docs'))) console.warn(fault)
  await compressFiles(fresh)
  await writeFile(join(fresh, stamp), fingerprint)
  await rm(dist, { recursive: true, force: true })
  await rename(fresh, dist)
}
