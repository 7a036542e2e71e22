import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasCompiledCode } from '../packages/document/src/compiled-program.ts'
import { keepCompiledEngines } from './build/compiled-engines.ts'
import { runProgram } from './run-program.ts'

/**
 * Has the engines and the command read something, so that what V8 compiles of them is there before their first user is: without
 * it, a first line takes half as much again, and a first PDF a third. What is there already stays. Where nothing can be read,
 * because nothing can be confined or written, the code is compiled when it is used.
 */
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'polyparse-install-'))
try {
  await keepCompiledEngines(join(root, 'packages/readers/bundle'))
  const commandLine = join(root, 'packages/cli/bundle/run-command-line.cjs')
  const document = join(folder, 'line.md')
  await writeFile(document, 'One line.\n')
  const words = ['parse', document, '--out', join(folder, 'out'), '--quiet', '--force']
  // No service of this machine is asked, and nothing is written into the home of whoever installs.
  const own = { HOME: folder, XDG_CACHE_HOME: folder, PORT: '0', POLYPARSE_URL: '', POLYPARSE_DATA_DIR: folder }
  if (!hasCompiledCode(commandLine)) {
    const compile = join(import.meta.dirname, 'compile-program.ts')
    await runProgram([process.execPath, compile, 'command', commandLine, ...words], own)
    // Node's own cache has the modules that come before the bundle.
    await runProgram([process.execPath, join(root, 'packages/cli/bin/polyparse.js'), ...words], own)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
