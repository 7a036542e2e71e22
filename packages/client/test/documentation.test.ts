import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')
const pages = [
  'docs/clients/typescript.md',
  'docs/quick-start.md',
  'docs/guides/retrieval.md',
  'packages/client/README.md',
]

/** What the examples that do not create a client of their own begin with. */
const prelude = `import { createClient } from '@polyparse/client'\nconst client = createClient()\n`

test('the examples of the documentation compile', async (context) => {
  // Inside of the project, where its packages are found.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'client-examples-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const names: string[] = []
  for (const page of pages)
    for (const [, code = ''] of (await readFile(join(root, page), 'utf8')).matchAll(/```ts\n(.*?)```/gs)) {
      const name = `${names.length}.ts`
      await writeFile(join(folder, name), `${code.includes('createClient()') ? '' : prelude}${code}export {}\n`)
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
