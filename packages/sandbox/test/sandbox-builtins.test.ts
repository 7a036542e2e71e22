import assert from 'node:assert/strict'
import { builtinModules } from 'node:module'
import { test } from 'node:test'
import { builtins } from '../src/builtins.ts'

test('every built-in module of this Node is classified', () => {
  assert.ok(builtinModules.includes('node:sqlite') && builtinModules.includes('net'))
  const names = builtinModules.map((name) => (name.startsWith('node:') ? name : `node:${name}`))
  assert.deepEqual(
    names.filter((name) => !Object.hasOwn(builtins, name)),
    [],
  )
})
