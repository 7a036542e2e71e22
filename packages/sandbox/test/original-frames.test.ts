import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { originalFrames } from '../src/original-frames.ts'

test('frames of a bundle name the lines of its sources, and no other file is read for that', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-frames-'))
  context.after(() => rm(folder, { recursive: true }))
  // Its first line is the third of the source.
  const map = { version: 3, sources: ['../src/read.ts'], names: [], mappings: 'AAEA' }
  await writeFile(join(folder, 'engines.js.map'), JSON.stringify(map))
  const at = (path: string) => `    at read (${pathToFileURL(path).href}:1:1)`
  const bundled = at(join(folder, 'engines.js'))
  assert.equal(originalFrames(bundled, [folder]), `    at read (${join(folder, '../src/read.ts')}:3:1)`)
  assert.equal(originalFrames(bundled, []), bundled)
  const script = `    at read (${join(folder, 'engines.js')}:1:1)`
  assert.equal(originalFrames(script, [folder]), `    at read (${join(folder, '../src/read.ts')}:3:1)`)
  assert.equal(originalFrames(script, []), script)
  const unmapped = at(join(folder, 'child.js'))
  assert.equal(originalFrames(unmapped, [folder]), unmapped)
  await writeFile(join(folder, 'child.js.map'), '{"version":3,"sou')
  assert.equal(originalFrames(unmapped, [folder]), unmapped, 'a damaged map')
  assert.equal(originalFrames('    at file://%zz:1:1', [folder]), '    at file://%zz:1:1')
})
