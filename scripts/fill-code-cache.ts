import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'

/**
 * Has the command read a line, so that the code cache is there before its first user is: without it a first parse takes a
 * third longer. Where nothing can be read, because nothing can be confined or written, the first parse fills the cache.
 */
const folder = await mkdtemp(join(tmpdir(), 'polyparse-install-'))
try {
  const document = join(folder, 'line.md')
  await writeFile(document, 'One line.\n')
  const command = join(import.meta.dirname, '../packages/cli/bin/polyparse.js')
  // No service of this machine is asked, and nothing is written into the home of whoever installs.
  const own = { HOME: folder, XDG_CACHE_HOME: folder, PORT: '0', POLYPARSE_URL: '', POLYPARSE_DATA_DIR: folder }
  await runProgram([process.execPath, command, 'parse', document, '--out', join(folder, 'out'), '--quiet'], own)
} finally {
  await rm(folder, { recursive: true, force: true })
}
