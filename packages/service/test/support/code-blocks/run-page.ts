import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asModule, type CodeBlock } from '@polyparse/test-support/code-blocks'
import { pythonClient, pythonWithTools } from '../python.ts'
import type { Stage } from './stage.ts'

const execute = promisify(execFile)

/** A block that runs for longer hangs: on a busy machine, one that starts a service takes a minute. */
const blockMs = 240_000

/**
 * Runs the blocks of a page: each of the shell by itself, those of JavaScript and TypeScript as modules of one process,
 * those of Python as one program. Resolves to all that they print; rejects with the place of a block that fails.
 */
export const runPage = async (stage: Stage, page: string, blocks: readonly CodeBlock[]): Promise<string> => {
  const folder = await stage.folder(page)
  const run = async (place: string, program: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: folder, env: { ...stage.env, ...env }, timeout: blockMs, maxBuffer: 16 * 1024 ** 2 }
    const running = execute(program, argv, options)
    running.child.stdin?.end()
    const { stdout } = await running.catch((error: unknown) => {
      const { stdout: out = '', stderr: err = '' } = Object(error)
      throw new Error(`${place} fails:\n${String(out).slice(-2000)}${String(err)}`, { cause: error })
    })
    return stdout
  }

  let printed = ''
  let id = stage.job
  for (const { language, code, line } of blocks) {
    if (language !== 'sh' && language !== 'console') continue
    const commands = language === 'sh' ? code : commandsOf(code)
    const output = await run(`${page}:${line}`, 'sh', ['-ec', stage.fill(commands, id)])
    // Of a job, not of what else is made for one.
    id = /"id":"([\da-f-]{36})","status"/.exec(output)?.[1] ?? id
    printed += output
  }

  const modules = blocks.filter(({ language }) => language === 'ts' || language === 'js')
  for (const { language, code, line } of modules)
    await writeFile(join(folder, `line-${line}.${language}`), stage.fill(asModule(code), id))
  if (modules.length > 0) {
    const imports = modules.map(({ language, line }) => `await import('./line-${line}.${language}')\n`)
    await writeFile(join(folder, 'page.js'), imports.join(''))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    printed += await run(page, process.execPath, ['page.js'])
  }

  const program = blocks.filter(({ language }) => language === 'python').map(({ code }) => stage.fill(code, id))
  if (program.length > 0) {
    const env = { PYTHONPATH: join(pythonClient, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
    printed += await run(page, await pythonWithTools(), ['-c', program.join('\n')], env)
  }
  return printed
}

/** What is typed in a session that is shown with its output. */
const commandsOf = (session: string): string =>
  [...session.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => `${command}\n`).join('')
