import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { asModule, readCodeBlocks } from '@polyparse/test-support/code-blocks'
import { installPeers } from '../../../test/peers/install-peers.ts'

const root = join(import.meta.dirname, '../../..')
test('the examples of the documentation compile', async (context) => {
  await installPeers()
  // Inside of the project, where its packages are found.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'client-examples-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const names: string[] = []
  // Those of docs/use/clients/typescript.md, and of the client on other pages.
  for (const { language, marks, code } of await readCodeBlocks()) {
    if (language !== 'ts' || marks.has('no-run') || !code.includes('client')) continue
    const name = `${names.length}.ts`
    await writeFile(join(folder, name), `${asModule(code)}export {}\n`)
    names.push(name)
  }
  assert.ok(names.length >= 10)
  const tsconfig = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { lib: ['esnext', 'dom'], noUnusedLocals: false },
    files: names,
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--project', folder]).catch(
    (error: { stdout: string }) => error,
  )
  assert.equal(stdout, '')
})
