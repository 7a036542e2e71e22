import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import * as fc from 'fast-check'
import { openCompoundFile, type Storage } from '../src/compound/compound-file.ts'
import { EngineFailure } from '@polyparse/engine'
import { failsWith } from '@polyparse/test-support/reading'

const large = Buffer.alloc(200_000, 'abc')
const sample = compoundFileOf({
  Small: Buffer.from('tiny'),
  Folder: { Inner: { Large: large }, Empty: Buffer.alloc(0) },
})

const readAll = (storage: Storage): number =>
  storage.streamNames.reduce((sum, name) => sum + (storage.stream(name)?.length ?? 0), 0) +
  [...storage.storages.values()].reduce((sum, one) => sum + readAll(one), 0)

describe('a compound file', () => {
  it('has streams of any size in folders, found in any case', () => {
    const root = openCompoundFile(sample)
    assert.deepEqual(root.streamNames, ['Small'])
    assert.equal(root.stream('SMALL')?.toString(), 'tiny')
    const folder = root.storages.get('folder')
    assert.equal(folder?.name, 'Folder')
    assert.equal(folder.stream('Empty')?.length, 0)
    assert.deepEqual(folder.storages.get('inner')?.stream('Large'), large)
    assert.equal(root.stream('Large'), null)
  })

  it('whose chains or folders run in circles is damaged, or read without them', () => {
    const directory = sample.readUInt32LE(48)
    const tableAt = (1 + sample.readUInt32LE(76 + Math.floor(directory / 128) * 4)) * 512
    const circular = Buffer.from(sample)
    circular.writeUInt32LE(directory, tableAt + (directory % 128) * 4)
    assert.throws(() => openCompoundFile(circular), failsWith('document_damaged'))
    const directoryAt = (1 + directory) * 512
    const nested = Buffer.from(sample)
    for (const entry of [1, 2, 3]) nested.writeUInt32LE(2, directoryAt + entry * 128 + 76)
    assert.equal(openCompoundFile(nested).storages.size, 1)
  })

  it('is read or refused, whatever is wrong with it', () => {
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
        const broken = Buffer.from(cut ? sample.subarray(0, at) : sample)
        if (!cut) broken[at] = byte
        try {
          readAll(openCompoundFile(broken))
        } catch (error) {
          assert.ok(error instanceof EngineFailure, String(error))
        }
      }),
      { numRuns: 500 },
    )
  })
})
