import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { compiledCodeFile } from '../src/compiled-program.ts'

const execute = promisify(execFile)

const entry = `const { double } = require('./chunk.cjs')
exports.answer = () => double(require('node:path').basename(__filename).length)
exports.placeOfError = () => double(null)
`
const chunk = `exports.double = (value) => {
  if (value === null) throw new Error('here')
  return 2 * value
}
`

/** Loads the program, calls what it exports, and tells what it saw; with `keep`, keeps the compiled code. */
const user = `
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
const [, module, path, keep] = process.argv
const { compiledCodeFile, loadProgram } = await import(module)
const { exports, compiled, reused } = await loadProgram(path)
const answer = exports.answer()
let place = ''
try { exports.placeOfError() } catch ({ stack }) { place = /chunk\\.cjs:\\d+:\\d+/.exec(stack)?.[0] }
const again = await loadProgram(path).then(() => 'loaded', ({ message }) => message)
if (keep !== undefined) writeFileSync(compiledCodeFile(path), compiled(), { mode: 0o644 })
const inThread = \`import(\${JSON.stringify(module)}).then(({ loadProgram }) => loadProgram(\${JSON.stringify(path)}))
  .then(() => 'loaded', ({ message }) => message).then(async (said) => (await import('node:worker_threads')).parentPort.postMessage(said))\`
const thread = await new Promise((resolve) => new Worker(inThread, { eval: true }).once('message', resolve))
console.log(JSON.stringify({ answer, place, reused: reused(), again, thread }))
`

const use = async (path: string, ...keep: readonly string[]) => {
  const words = ['--input-type=module', '--eval', user, join(import.meta.dirname, '../src/compiled-program.ts'), path]
  const { stdout } = await execute(process.execPath, [...words, ...keep])
  const seen: { answer: number; place: string; reused: number; again: string; thread: string } = JSON.parse(stdout)
  return seen
}

const refusal = 'a process loads one program, in its main thread'
const seen = { answer: 22, place: 'chunk.cjs:2:29', again: refusal, thread: refusal }

describe('a bundled program', () => {
  let compiled: Buffer
  const bundle = async (test: TestContext): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-program-'))
    test.after(() => rm(folder, { recursive: true }))
    await chmod(folder, 0o755)
    const program = join(folder, 'program.cjs')
    await writeFile(program, entry)
    await writeFile(join(folder, 'chunk.cjs'), chunk)
    return program
  }
  /** With the code that another copy of it was compiled to. */
  const compiledBundle = async (test: TestContext): Promise<string> => {
    const program = await bundle(test)
    await writeFile(compiledCodeFile(program), compiled, { mode: 0o644 })
    return program
  }

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-program-'))
    const program = join(folder, 'program.cjs')
    await writeFile(program, entry)
    await writeFile(join(folder, 'chunk.cjs'), chunk)
    await use(program, 'keep')
    compiled = await readFile(compiledCodeFile(program))
    await rm(folder, { recursive: true })
  })

  it('runs without compiled code, once in a process, with the lines of its files', async (test) => {
    assert.deepEqual(await use(await bundle(test)), { ...seen, reused: 0 })
  })

  it('runs from the code that was compiled before', async (test) => {
    assert.deepEqual(await use(await compiledBundle(test)), { ...seen, reused: 2 })
  })

  const withContent = (change: (machine: string, chunks: unknown) => unknown): Buffer => {
    const [machine, chunks]: [string, unknown] = deserialize(compiled.subarray(4))
    const content = serialize(change(machine, chunks))
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32LE(crc32(content))
    return Buffer.concat([checksum, content])
  }
  for (const [what, made] of [
    ['is damaged', () => Buffer.from(compiled.map((byte, at) => (at === compiled.length - 9 ? byte ^ 1 : byte)))],
    ['was written in part', () => compiled.subarray(0, compiled.length / 2)],
    ['is empty', () => Buffer.alloc(0)],
    ['was made by another Node or CPU', () => withContent((machine, chunks) => [`${machine}0`, chunks])],
    ['has another form', () => withContent((machine) => [machine])],
  ] as const)
    it(`ignores compiled code that ${what}`, async (test) => {
      const program = await compiledBundle(test)
      await writeFile(compiledCodeFile(program), made())
      assert.deepEqual(await use(program), { ...seen, reused: 0 })
    })

  it('ignores the compiled code of a file that has changed since, though its length has not', async (test) => {
    const program = await compiledBundle(test)
    await writeFile(join(program, '../chunk.cjs'), chunk.replace('2 * value', '3 * value'))
    assert.deepEqual(await use(program), { ...seen, answer: 33, reused: 1 })
  })

  for (const [what, placeOf] of [
    ['a file', compiledCodeFile],
    ['a folder', (program: string) => join(program, '..')],
  ] as const)
    it(
      `ignores compiled code in ${what} that others may write`,
      { skip: process.platform === 'win32' },
      async (test) => {
        const program = await compiledBundle(test)
        await chmod(placeOf(program), 0o777)
        assert.deepEqual(await use(program), { ...seen, reused: 0 })
      },
    )
})
