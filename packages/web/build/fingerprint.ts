import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything that the app is built from: its own files, the rooms of the service that it shares, the packages, and the documentation. */
const patterns = [
  '*.{ts,json,html}',
  'build/**/*',
  'src/**/*',
  '../{contract,document,compare}/src/**/*.ts',
  '../../examples/*.pdf',
  '../../package-lock.json',
  '../../docs/**/*.{md,json,png}',
  '../../*.md',
  '../../{quality,clients/python}/README.md',
]

/** The same for the same files, whatever their folder. */
export const fingerprintOf = async (folder: string): Promise<string> => {
  const paths: string[] = []
  for await (const entry of glob(patterns, { cwd: folder, withFileTypes: true }))
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    const bytes = await readFile(path)
    hash.update(`${path.slice(folder.length)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}
