import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { incompatibilities } from '../support/incompatibilities.ts'

const docs = new URL('../../../../docs/', import.meta.url)
const read = async (path: string): Promise<string> => await readFile(new URL(path, docs), 'utf8')

describe('the HTTP API', () => {
  it('takes nothing away from callers of earlier releases', async () => {
    const current: unknown = JSON.parse(await read('openapi.json'))
    const releases = (await readdir(new URL('releases/', docs))).filter((name) => name.startsWith('openapi-'))
    assert.ok(releases.length > 0)
    for (const release of releases) {
      const found = incompatibilities(JSON.parse(await read(`releases/${release}`)), current)
      assert.deepEqual(found, [], release)
    }
  })

  it('would be found to have changed in each way that breaks a caller', async () => {
    const released = await read('releases/openapi-0.1.0.json')
    const changed = (change: (text: string) => string): string[] => {
      const text = change(released)
      assert.notEqual(text, released)
      return incompatibilities(JSON.parse(released), JSON.parse(text))
    }
    const one = (pattern: RegExp, change: (text: string) => string) => {
      const found = changed(change)
      assert.ok(
        found.some((sentence) => pattern.test(sentence)),
        `${pattern}: ${found.join('; ')}`,
      )
    }
    one(/^get \/api\/v1\/providers is gone$/, (text) => text.replace('"/api/v1/providers"', '"/api/v1/provider"'))
    one(/^get \/api\/v1\/jobs has no parameter limit$/, (text) => text.replaceAll('"name": "limit"', '"name": "size"'))
    one(/\.pageCount is gone$/, (text) => text.replaceAll('"pageCount": {', '"pages_read": {'))
    one(/no longer takes compare$/, (text) => text.replaceAll('"compare"', '"contrast"'))
    one(/has a lower maxItems$/, (text) => text.replaceAll('"maxItems": 5000', '"maxItems": 4999'))
    one(/ is required$/, (text) =>
      text
        .replaceAll('"required": ["operation"', '"required": ["pages", "operation"')
        .replaceAll(/"required": \[\s+"operation"/g, '"required": ["pages", "operation"'),
    )
    one(/no longer answers 410$/, (text) => text.replaceAll('"410": {', '"411": {'))
    one(/is no longer text\/markdown/, (text) => text.replaceAll('"text/markdown": {', '"text/x-markdown": {'))
  })
})
