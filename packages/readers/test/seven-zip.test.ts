import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { markdown } from '@polyparse/document'
import { createBudget } from '../src/containers/budget.ts'
import { sevenZipEntries } from '../src/containers/seven-zip/seven-zip.ts'
import { EngineFailure } from '@polyparse/engine'
import { readDocument } from '../src/index.ts'
import { failsWith } from '@polyparse/test-support/reading'

/**
 * Archives that py7zr has made: two of a text of sixty lines, a folder, a file in it and an empty file; and one of that
 * file alone.
 */
const archives = {
  /** By LZMA2 with the filter for programs, and the header by LZMA. */
  programs:
    'N3q8ryccAAQtb0g8mgEAAAAAAAAXAAAAAAAAADRPNU/gCE8BAF0AJhpJxmdBO2tdpo6YHfsi+ha2LRtmXhYRaGVuIJdz7eiO8iwndojf+LIZ/+IdYWST+zg/lQfS25bu2DZhw5bqEGLW+D3Rqp7L18FDTnIb3hkzL82D9MIpJ1Tr14oTK9ZaV5SyrQI/16A/43F3YwAn1Oji74gsAhv1Q9IlSCjWKI4M3K4w5mAQuveKFYu6O7O7F/PRuztMrt7RUCeueHU2VE5sAWA5R+fNAn/qVwWAL4to8z1Cd1oiYsRKN38aUtQmXAI+sYTgYU4w2SSEG+pfidFr71xH51Z0IkyIBU0nQ3rmiFZpY5Tb0QbpXzB732X+IkWj69FnsZ7Jw6S2p50AAADgAMQAil0AAIEzB64P1Tf/MznGYJcFvulFSVCIWjhlnJuAEYVFdeIIT41rM2PMx6zBFyg4K+k/G4ksMnycwBzwkp7CcjG+vRCE1+GHzf+Dfa1sFizrB7iXDqzwycEgUvk8CQQ6luaW+slxlrLxkgK0AzQC/VNuYsQFSjtc3klWw2oi0QMBMJASmd5060rwAAAAABcGgQgBCYCSAAcLAQABISEBGAyAxQAA',
  lzma: 'N3q8ryccAAR/qRrlkwEAAAAAAAAXAAAAAAAAAB9k4mQAJhpJxmdBO2tdpo6YHfsi+ha2LRtmXhYRaGVuIJdz7eiO8iwndojf+LIZ/+IdYWST+zg/lQfS25bu2DZhw5bqEGLW+D3Rqp7L18FDTnIb3hkzL82D9MIpJ1Tr14oTK9ZaV5SyrQI/16A/43F3YwAn1Oji74gsAhv1Q9IlSCjWKI4M3K4w5mAQuveKFYu6O7O7F/PRuztMrt7RUCeueHU2VE5sAWA5R+fNAn/qVwWAL4to8z1Cd1oiYsRKN38aUtQmXAI+sYTgYU4w2SSEG+pfidFr71xH51Z0IkyIBU0nQ3rmiFZpY5Tb0QbpXzB732X+IkWj69FnsZ7Jw6S2uTIl3//7mb/64AC8AIVdAACBMweuD9U9gL49bDezxQQLYeVE04QDu80KUsoT5OIqGLjl2nK5U/PEwy7HfP2fwmbkagxmgdHBBAyyMoqkChqKgm28KmePiYFz1nzOMkSSExWSOgvQoi3Zdo1IUTuQhqTwuW/0/hpXRzCAj12pU8CXzRZ9uYBvDg12+6zJBZzkbmAAAAAAFwaBBgEJgI0ABwsBAAEhIQEYDIC9AAA=',
  bzip2:
    'N3q8ryccAATddj49lAAAAAAAAAAUAAAAAAAAAJmR4RdCWmg5MUFZJlNZCgWvzAAAAMWsABAAgAIAEAAAAIAECAAgACIaY1CGA5RmB4u5IpwoSAUC1+YA4ABWAFVdAACBMweuD9FqxaCgkKByQ9Sx4n3yYZJLSXikf1TXB52QtkQVoG5roAYmaI8RjJh6D98xQIaTWGqX0A8rtV+5evl680p7BGfuBW3IBNPKnmGrXyAAAAAAFwY3AQldAAcLAQABISEBGAxXAAA=',
} as const

/** Archives of a text of one line, encrypted by the password `open sésame`. */
const encrypted = {
  /** By 7-Zip 26, the names readable. */
  content:
    'N3q8ryccAAQsKWAYIAAAAAAAAABiAAAAAAAAAK9/NTRYesRVfwTfF42o6mVcAIs9vfkYUEay6bSLyjv2CtuneAEEBgABCSAABwsBAAIkBvEHARJTD2BYnC6eDO76trMZn+3qd3MhIQEAAQAMHhoACAoBGylhlQAABQEZAQARDQBhAC4AdAB4AHQAAAAUCgEAjfb9Nwp83QEVBgEAIICkgQAA',
  /** By 7-Zip 26, the names too. */
  names:
    'N3q8ryccAATGAFK9kAAAAAAAAAAuAAAAAAAAAPQT/JsOBnK7w4HVYPIjdQV9k5EmqoxE/RAlD0RLNe61CTOLptycM8Horw/Q0pUXFzAXGVVT9trg4/9uYVpqapvq3VP/yAN+ngwRHm4NtQyFRKEPSBuiZPsRLk+xRi6fHopuhsYJ8X38dhd+T3RiALGNfz2kfUd5qIUODNUVDcvuGsskTkYRmPEYpiFwAP9nh+2joL4XBiABCXAABwsBAAEkBvEHARJTDydnDYZ/Jyime23JXVa9Jm0MYgoBGIGAywAA',
  /** By py7zr, the names too, without a checksum of them. */
  unchecked:
    'N3q8ryccAASPnBjBkAAAAAAAAAAoAAAAAAAAAFdAlUTyGDqkDV0KQnr3/I4zC9AWPUGuoM+CLqNtf+W4+IhwCWlz0NBi7lIBXqffMgdp44j4Fqk8Ku55VWEUcr+TqhhqcWX/aK6I8bhJWBloPvliWHA9hWgDVv7zhswN5+t+rbp0geATCLR+rcKFWgSzwiFiMq/Q+LWAYeAUX3LKNWBaQvhnSdPjdcGCNULTMZLhvlgXBiABCXAABwsBAAEkBvEHARJTD85HELwTy+R9EQyazUlDG3MMZQAA',
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

const locked = { code: 'document_encrypted' }

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

  for (const [name, base64] of Object.entries(encrypted))
    it(`whose ${name} are encrypted is opened with its password, and with no other`, async () => {
      const bytes = Buffer.from(base64, 'base64')
      assert.match(markdown(await readDocument(bytes, { password: 'open sésame' })), /The ferry leaves at 7:15\./)
      await assert.rejects(readDocument(bytes), { ...locked, message: /its password is needed/ })
      await assert.rejects(readDocument(bytes, { password: 'sesame' }), { ...locked, message: /does not open it/ })
    })

  it('is refused where its password is hashed too often to be tried', async () => {
    const bytes = Buffer.from(encrypted.names, 'base64')
    const header = 32 + Number(bytes.readBigUInt64LE(12))
    bytes[bytes.indexOf(Buffer.from([0x53, 0x0f]), header)] = 0x40 + 25
    bytes.writeUInt32LE(crc32(bytes.subarray(header)), 28)
    await assert.rejects(readDocument(bytes, { password: 'x' }), { ...locked, message: /not supported/ })
  })

  it('is refused where it is packed in a way that is not read', async () => {
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
