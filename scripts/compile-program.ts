import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { compiledCodeFile, loadProgram } from '../packages/document/src/compiled-program.ts'
import { defaultRequest, type EngineTable } from '../packages/engine/src/index.ts'
import type { Invocation } from '../packages/cli/src/invocation.ts'

/*
 * Runs a bundled program as its first user would, and keeps what V8 has compiled by then beside it: `engines PATH` has the
 * engines read some documents, `command PATH WORDS` runs the command line. It is a process of its own, because a process loads
 * one program.
 */

const [kind, path = '', ...words] = process.argv.slice(2)

const examples = join(import.meta.dirname, '../examples')

const markdown = `# Title

One *line* with a [link](https://example.org).

- one
- two

| a | b |
| - | - |
| 1 | 2 |
`
const html = '<h1>Title</h1><p>One <b>line</b>.</p><ul><li>one</li></ul><table><tr><td>1</td><td>2</td></tr></table>'

/** Documents of the kinds that are read most, with what they usually have. */
const documents: readonly (readonly [mediaType: string, bytes: Uint8Array])[] = [
  ['application/pdf', await readFile(join(examples, 'sample.pdf'))],
  ['application/pdf', await readFile(join(examples, 'quarter.pdf'))],
  ['text/markdown', Buffer.from(markdown)],
  ['text/html', Buffer.from(html)],
  ['text/plain', Buffer.from('Title\n\nOne line.\n')],
  ['text/csv', Buffer.from('a,b\n1,2\n')],
]

type Program = {
  readonly engines: EngineTable
  readonly runCommandLine: (argv: readonly string[], invocation: Invocation) => Promise<number>
}

// V8 would otherwise forget the code of functions that have not been called for a while.
setFlagsFromString('--no-flush-bytecode')
const { exports, compiled } = await loadProgram<Program>(path)
if (kind === 'engines') {
  const engine = await exports.engines['auto']?.()
  if (engine === undefined) throw new Error(`${path} has no engine to compile`)
  for (const [mediaType, bytes] of documents)
    await engine.read(
      new Uint8Array(bytes),
      { ...defaultRequest, mediaType },
      { onPage: () => {}, onProgress: () => {} },
    )
} else {
  const { env: environment, stdin, stdout, stderr } = process
  const exit = (code: number): never => process.exit(code)
  const invocation = { environment, stdin, stdout, stderr, signals: process, exit }
  const code = await exports.runCommandLine(['node', 'polyparse', ...words], invocation)
  if (code !== 0) process.exit(code)
}
// The processes that use the code do not have that flag.
setFlagsFromString('--flush-bytecode')
const fresh = `${compiledCodeFile(path)}.${process.pid}`
// Many users share a group with nobody else, and may write what it may; the code would be ignored for that.
await chmod(dirname(path), 0o755)
await writeFile(fresh, compiled(), { mode: 0o644 })
await rename(fresh, compiledCodeFile(path))
process.exit()
