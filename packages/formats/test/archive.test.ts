import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipSync } from 'fflate'
import { archiveLimits, openArchive, repack } from '../src/archive/archive.ts'
import { failsWith } from '@polyparse/test-support/reading'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const archiveOf = (parts: Record<string, Uint8Array>, level: 0 | 6 = 6): Buffer =>
  Buffer.from(zipSync(parts, { level }))
const directoryEntry = (archive: Buffer): number => archive.indexOf('PK\u0001\u0002', 0, 'latin1')

describe('an archive', () => {
  it('returns its parts by name, stored or deflated, case-insensitively', () => {
    for (const level of [0, 6] as const) {
      const archive = openArchive(
        archiveOf({ 'word/Document.xml': bytes('a'), 'b.xml': bytes('b'.repeat(1000)) }, level),
      )
      assert.deepEqual(archive.names, ['word/Document.xml', 'b.xml'])
      assert.equal(archive.read('/word/document.XML')?.toString(), 'a')
      assert.equal(archive.read('b.xml')?.length, 1000)
      assert.equal(archive.read('c.xml'), null)
    }
  })

  it('may follow other bytes', () => {
    const archive = openArchive(Buffer.concat([bytes('#!/bin/sh\n'), archiveOf({ a: bytes('a') })]))
    assert.equal(archive.read('a')?.toString(), 'a')
  })

  it('is read to the end of its directory, however few entries its end counts', () => {
    const archive = archiveOf({ a: bytes('a'), b: bytes('b'), c: bytes('c') })
    archive.writeUInt16LE(1, archive.length - 22 + 10)
    assert.deepEqual(openArchive(archive).names, ['a', 'b', 'c'])
  })

  it('is refused when its directory declares too many bytes', () => {
    const large = archiveOf({ a: bytes('a') })
    large.writeUInt32LE(archiveLimits.bytes + 1, directoryEntry(large) + 24)
    assert.throws(() => openArchive(large), failsWith('document_damaged'))
    const dense = archiveOf({ a: new Uint8Array(archiveLimits.smallBytes * 2) })
    assert.throws(() => openArchive(dense), failsWith('document_damaged'))
  })

  it('is refused when it has too many entries', () => {
    const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`p${index}`, new Uint8Array()]))
    assert.throws(() => openArchive(archiveOf(parts, 0)), failsWith('document_damaged'))
  })

  it('is never inflated beyond the size that its directory declares', () => {
    const lying = archiveOf({ a: new Uint8Array(5_000_000) })
    lying.writeUInt32LE(10, directoryEntry(lying) + 24)
    const archive = openArchive(lying)
    assert.throws(() => archive.read('a'), failsWith('document_damaged'))
  })

  it('is damaged when it is truncated anywhere, and encrypted when its entries are', () => {
    const whole = archiveOf({ a: bytes('a'.repeat(100)), b: bytes('b') })
    for (const length of [0, 3, 30, whole.length - 30, whole.length - 1])
      assert.throws(() => openArchive(whole.subarray(0, length)), failsWith('document_damaged'))
    assert.throws(() => openArchive(whole.subarray(0, 60)), /cut off: the end of its archive/)
    whole.writeUInt16LE(1, directoryEntry(whole) + 8)
    assert.throws(() => openArchive(whole).read('a'), failsWith('document_encrypted'))
  })

  it('fails as damaged and does not crash when any single byte is wrong', () => {
    const whole = archiveOf({ a: bytes('some text of a part'), b: bytes('b') })
    for (let at = 0; at < whole.length; at += 1) {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      try {
        const archive = openArchive(broken)
        for (const name of archive.names) archive.read(name)
      } catch (error) {
        assert.ok(failsWith('document_damaged')(error) || failsWith('document_encrypted')(error), String(error))
      }
    }
  })

  it('can be repacked with the same parts', () => {
    const archive = openArchive(repack(openArchive(archiveOf({ a: bytes('a'), 'b/c': bytes('c') }))))
    assert.deepEqual(archive.names, ['a', 'b/c'])
    assert.equal(archive.read('b/c')?.toString(), 'c')
  })

  it('is repacked as a Buffer: of a plain array, the library of workbooks joins each text letter by letter', () => {
    assert.ok(Buffer.isBuffer(repack(openArchive(archiveOf({ a: bytes('a') })))))
  })
})
