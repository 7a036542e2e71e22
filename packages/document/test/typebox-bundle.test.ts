import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { Type as OriginalType } from 'typebox'
import { Check as OriginalCheck } from 'typebox/value'

describe('The bundle of TypeBox', () => {
  const bundle = new URL('../bundle/', import.meta.url)

  for (const entry of ['', '/compile', '/schema', '/system', '/value'])
    it(`exports under ${entry || '/'} what TypeBox exports, but for its default`, async () => {
      const name = `@polyparse/document/typebox${entry}`
      const bundled: object = await import(name)
      const original: object = await import(`typebox${entry}`)
      const names = Object.keys(original).filter((it) => it !== 'default')
      assert.ok(names.length > 0)
      assert.deepEqual(Object.keys(bundled).toSorted(), names.toSorted())
      assert.ok(import.meta.resolve(name).startsWith(bundle.href), 'it is what Node loads')
    })

  it('imports nothing but its own few files', async () => {
    const files = (await readdir(bundle)).filter((file) => file.endsWith('.js'))
    assert.ok(files.length >= 5 && files.length < 15, `${files.length} files`)
    for (const file of files) {
      const text = await readFile(new URL(file, bundle), 'utf8')
      const specifiers = [...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom ["']([^"']+)["']/gm)].map(([, it]) => it)
      assert.deepEqual(
        specifiers.filter((it) => it?.startsWith('./') === false),
        [],
      )
    }
  })

  it('checks schemas of TypeBox itself, and TypeBox those of the bundle', () => {
    const bundled = Type.Object({ pages: Type.Integer({ minimum: 1 }) })
    const original = OriginalType.Object({ pages: OriginalType.Integer({ minimum: 1 }) })
    for (const pages of [3, 0]) {
      assert.equal(Check(original, { pages }), pages > 0)
      assert.equal(OriginalCheck(bundled, { pages }), pages > 0)
    }
  })
})
