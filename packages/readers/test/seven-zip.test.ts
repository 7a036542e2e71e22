import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { markdown } from '@polyparse/document'
import { createBudget } from '../src/containers/budget.ts'
import { sevenZipEntries } from '../src/containers/seven-zip/seven-zip.ts'
import { EngineFailure } from '../src/engine-failure.ts'
import { readDocument } from '../src/index.ts'
import { failsWith } from './support/flow.ts'

/**
 * Archives that py7zr has made: two of a text of sixty lines, a folder, a file in it and an empty file; and two of that
 * file alone.
 */
const archives = {
  /** By LZMA2 with the filter for programs, and the header by LZMA. */
  programs:
    'N3q8ryccAAQtb0g8mgEAAAAAAAAXAAAAAAAAADRPNU/gCE8BAF0AJhpJxmdBO2tdpo6YHfsi+ha2LRtmXhYRaGVuIJdz7eiO8iwndojf+LIZ/+IdYWST+zg/lQfS25bu2DZhw5bqEGLW+D3Rqp7L18FDTnIb3hkzL82D9MIpJ1Tr14oTK9ZaV5SyrQI/16A/43F3YwAn1Oji74gsAhv1Q9IlSCjWKI4M3K4w5mAQuveKFYu6O7O7F/PRuztMrt7RUCeueHU2VE5sAWA5R+fNAn/qVwWAL4to8z1Cd1oiYsRKN38aUtQmXAI+sYTgYU4w2SSEG+pfidFr71xH51Z0IkyIBU0nQ3rmiFZpY5Tb0QbpXzB732X+IkWj69FnsZ7Jw6S2p50AAADgAMQAil0AAIEzB64P1Tf/MznGYJcFvulFSVCIWjhlnJuAEYVFdeIIT41rM2PMx6zBFyg4K+k/G4ksMnycwBzwkp7CcjG+vRCE1+GHzf+Dfa1sFizrB7iXDqzwycEgUvk8CQQ6luaW+slxlrLxkgK0AzQC/VNuYsQFSjtc3klWw2oi0QMBMJASmd5060rwAAAAABcGgQgBCYCSAAcLAQABISEBGAyAxQAA',
  lzma: 'N3q8ryccAAR/qRrlkwEAAAAAAAAXAAAAAAAAAB9k4mQAJhpJxmdBO2tdpo6YHfsi+ha2LRtmXhYRaGVuIJdz7eiO8iwndojf+LIZ/+IdYWST+zg/lQfS25bu2DZhw5bqEGLW+D3Rqp7L18FDTnIb3hkzL82D9MIpJ1Tr14oTK9ZaV5SyrQI/16A/43F3YwAn1Oji74gsAhv1Q9IlSCjWKI4M3K4w5mAQuveKFYu6O7O7F/PRuztMrt7RUCeueHU2VE5sAWA5R+fNAn/qVwWAL4to8z1Cd1oiYsRKN38aUtQmXAI+sYTgYU4w2SSEG+pfidFr71xH51Z0IkyIBU0nQ3rmiFZpY5Tb0QbpXzB732X+IkWj69FnsZ7Jw6S2uTIl3//7mb/64AC8AIVdAACBMweuD9U9gL49bDezxQQLYeVE04QDu80KUsoT5OIqGLjl2nK5U/PEwy7HfP2fwmbkagxmgdHBBAyyMoqkChqKgm28KmePiYFz1nzOMkSSExWSOgvQoi3Zdo1IUTuQhqTwuW/0/hpXRzCAj12pU8CXzRZ9uYBvDg12+6zJBZzkbmAAAAAAFwaBBgEJgI0ABwsBAAEhIQEYDIC9AAA=',
  bzip2:
    'N3q8ryccAATddj49lAAAAAAAAAAUAAAAAAAAAJmR4RdCWmg5MUFZJlNZCgWvzAAAAMWsABAAgAIAEAAAAIAECAAgACIaY1CGA5RmB4u5IpwoSAUC1+YA4ABWAFVdAACBMweuD9FqxaCgkKByQ9Sx4n3yYZJLSXikf1TXB52QtkQVoG5roAYmaI8RjJh6D98xQIaTWGqX0A8rtV+5evl680p7BGfuBW3IBNPKnmGrXyAAAAAAFwY3AQldAAcLAQABISEBGAxXAAA=',
  encrypted:
    'N3q8ryccAARFmI7BeQAAAAAAAAAUAAAAAAAAAIHWvcoRT0vHuBCcNXaUyipxKf70AQBkAQQGAAEJEAoBhqT9qQAHCwEAAiQG8QcBElMPRg+x4CYeNhaxlBAC48zhPCEhARgBAAwMCAAICgFJlC4VAAAFARENAGIALgB0AHgAdAAAABQKAQAQE7fzUXvdARUGAQAggKSBAAAAFwYQAQlpAAcLAQABISEBGAxlAAA=',
} as const

const archive = (name: keyof typeof archives): Buffer => Buffer.from(archives[name], 'base64')
const lines = Array.from({ length: 60 }, (_, index) => `Line ${index}: the ferry leaves at ${index % 24}:15.\n`).join(
  '',
)

const filesOf = async (bytes: Uint8Array): Promise<(readonly [string, string])[]> =>
  (
    await sevenZipEntries(
      { bytes, mediaType: 'application/x-7z-compressed', filename: null, password: null },
      createBudget(),
    )
  ).map((entry) => [entry.path, Buffer.from(entry.read()).toString()] as const)

/** The archive of one file with a header that is not packed: its folder has this method, and this content. */
const sevenZipOf = (method: string, packed: Uint8Array, content: Uint8Array): Buffer => {
  const [id, sizes] = [Buffer.from(method, 'hex'), [packed.length, content.length]]
  assert.ok(sizes.every((size) => size < 0x80))
  const packing = [4, 6, 0, 1, 9, packed.length, 0]
  const folder = [7, 11, 1, 0, 1, 0x20 + id.length, ...id, 1, 0x18, 12, content.length, 0, 0]
  const name = Buffer.from('a.txt\0', 'utf16le')
  const header = Buffer.from([1, ...packing, ...folder, 5, 1, 17, name.length + 1, 0, ...name, 0, 0])
  const start = Buffer.alloc(32)
  start.write('377abcaf271c0004', 'hex')
  start.writeBigUInt64LE(BigInt(packed.length), 12)
  start.writeBigUInt64LE(BigInt(header.length), 20)
  start.writeUInt32LE(crc32(header), 28)
  return Buffer.concat([start, packed, header])
}

describe('an archive of 7z', () => {
  it('has its files, whatever it is packed with', async () => {
    const expected = new Map([
      ['a.txt', lines],
      ['Ümläut/b.txt', 'Grüße\n'],
      ['empty.txt', ''],
    ])
    for (const name of ['programs', 'lzma'] as const) assert.deepEqual(new Map(await filesOf(archive(name))), expected)
  })

  it('has its files where they are not packed, or in chunks that are not', async () => {
    const content = Buffer.from('some text')
    assert.deepEqual(await filesOf(sevenZipOf('00', content, content)), [['a.txt', 'some text']])
    const chunk = Buffer.concat([Buffer.from([1, 0, content.length - 1]), content, Buffer.from([0])])
    assert.deepEqual(await filesOf(sevenZipOf('21', chunk, content)), [['a.txt', 'some text']])
  })

  it('is read as a document of its files', async () => {
    const document = await readDocument(archive('programs'))
    const { documents = [] } = document.metadata
    assert.deepEqual(
      Object.fromEntries(documents.map(({ path, firstPage, error }) => [path, firstPage ?? error?.code])),
      { 'a.txt': 1, 'Ümläut/b.txt': 2, 'empty.txt': 'document_empty' },
    )
    assert.match(markdown(document), /Line 59: the ferry leaves at 11:15\./)
  })

  it('is refused where it is encrypted, or packed in a way that is not read', async () => {
    await assert.rejects(readDocument(archive('encrypted')), failsWith('document_encrypted'))
    await assert.rejects(readDocument(archive('bzip2')), failsWith('document_damaged'))
    await assert.rejects(
      readDocument(sevenZipOf('7f', Buffer.alloc(3), Buffer.alloc(3))),
      failsWith('document_damaged'),
    )
  })

  it('fails as damaged and nothing else when a byte is wrong or it is cut off', async () => {
    const whole = archive('lzma')
    const isRight = async (bytes: Buffer): Promise<void> => {
      const files = await filesOf(bytes).catch((error: unknown) => {
        assert.ok(error instanceof EngineFailure, String(error))
        return []
      })
      for (const [path, content] of files) if (path === 'a.txt') assert.equal(content, lines)
    }
    for (let at = 0; at < whole.length; at += 1) {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0x55
      await isRight(broken)
      await isRight(whole.subarray(0, at))
    }
  })

  it('is refused when its header names too much', async () => {
    const content = Buffer.from('x')
    const large = sevenZipOf('00', content, content)
    const at = large.indexOf(Buffer.from([12, 1, 0, 0]))
    const header = Buffer.concat([
      large.subarray(33, at + 1),
      Buffer.from([0xf0, 0, 0, 0, 0x40]),
      large.subarray(at + 2),
    ])
    large.writeBigUInt64LE(BigInt(header.length), 20)
    large.writeUInt32LE(crc32(header), 28)
    await assert.rejects(filesOf(Buffer.concat([large.subarray(0, 33), header])), failsWith('document_damaged'))
  })
})
