import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { openToNativeCode } from '../../src/service/open-to-native-code.ts'

const closed = { network: true, files: true, user: true, processes: true, systemCalls: true, dataBytes: 1024 ** 3 }
const open = { network: false, files: false, user: false, processes: false, systemCalls: false, dataBytes: null }

describe('what stays open to native code', () => {
  it('is nothing where every layer holds', () => assert.deepEqual(openToNativeCode(closed), []))

  it('has an entry for each layer that does not hold', () => {
    assert.equal(openToNativeCode(open).length, Object.keys(closed).length)
    assert.deepEqual(openToNativeCode({ ...closed, network: false }), [
      'connect to every address that this machine reaches',
    ])
  })

  it('is said in docs/use/security.md in the words of the log', async () => {
    const page = await readFile(new URL('../../../../docs/use/security.md', import.meta.url), 'utf8')
    for (const words of openToNativeCode(open)) assert.ok(page.includes(words), words)
  })
})
