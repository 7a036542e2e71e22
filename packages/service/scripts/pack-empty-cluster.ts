import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { emptyClusterFile } from '../src/db/empty-cluster.ts'

/** Packs an empty cluster for first starts, unless the one that is there is of the installed version of PGlite. */
const description = join(dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite'))), '../package.json')
const { version }: { version: string } = JSON.parse(await readFile(description, 'utf8'))
const folder = dirname(emptyClusterFile)
const stamp = join(folder, 'empty-cluster.version')

if ((await readFile(stamp, 'utf8').catch(() => null)) !== version) {
  const lite = await PGlite.create()
  const packed = await lite.dumpDataDir('gzip')
  await lite.close()
  await mkdir(folder, { recursive: true })
  await writeFile(`${emptyClusterFile}.new`, packed.stream())
  await rename(`${emptyClusterFile}.new`, emptyClusterFile)
  await writeFile(stamp, version)
}
