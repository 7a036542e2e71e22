import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import workspace from '../package.json' with { type: 'json' }
import { runProgram } from '../scripts/run-program.ts'

test('npm run lint finds what is wrong with the types of a file, by the tsconfig.json that is nearest', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-types-'))
  t.after(() => rm(folder, { recursive: true }))
  const compilerOptions = { strict: true, noEmit: true, types: [], lib: ['esnext'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const lines = ["export const count: number = 'one'", 'export const page = document.title']
  await writeFile(join(folder, 'wrong.ts'), lines.map((line) => `${line}\n`).join(''))

  const command = workspace.scripts.lint.split(' && ').at(-1)?.split(' ') ?? []
  const { succeeded, output } = await runProgram([...command, '--format', 'unix', folder])
  assert.equal(succeeded, false)
  assert.match(output, /wrong\.ts:1:.*TS2322/)
  assert.match(output, /wrong\.ts:2:.*TS2584/)
})
