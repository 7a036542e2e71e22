import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'

const root = join(import.meta.dirname, '..')

/** An example on one line, with its value as a literal behind `//`, in the docstring right above an exported function. */
const pattern =
  /\* @example (?<call>.+) \/\/ (?<value>(?:['"[{]|-?\d|true$|false$|null$).*)\n(?: \*(?!\/).*\n)* \*\/\nexport (?:const|function) /gm

const valueOf = async (path: string, call: string): Promise<unknown> => {
  const module: unknown = await import(pathToFileURL(path).href)
  assert.ok(typeof module === 'object' && module !== null)
  const made: unknown = runInThisContext(`({ ${Object.keys(module).join(', ')} }) => ${call}`)
  assert.ok(typeof made === 'function')
  const value: unknown = Reflect.apply(made, undefined, [module])
  return value
}

test('the examples in docstrings have the values that they state', async () => {
  let count = 0
  for await (const file of glob('packages/*/src/**/*.ts', { cwd: root })) {
    const path = join(root, file)
    for (const { groups } of (await readFile(path, 'utf8')).matchAll(pattern)) {
      const { call = '', value = '' } = groups ?? {}
      const stated: unknown = runInThisContext(`(${value})`)
      assert.deepEqual(await valueOf(path, call), stated, `${file}: ${call}`)
      count += 1
    }
  }
  assert.ok(count >= 450, `${count} examples`)
})
