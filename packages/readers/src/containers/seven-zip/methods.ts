import { inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { damagedArchive } from '@polyparse/formats/archive'
import { EngineFailure } from '@polyparse/engine'
import { relativeBranches } from './branches.ts'
import { type DecryptSevenZip, sevenZipFailure, isEncryption } from './encryption.ts'
import type { Coder } from './header.ts'
import { lzmaDecoder } from './lzma.ts'

type Unpack = (input: Buffer, size: number, properties: Buffer) => Buffer

const lzma: Unpack = (input, size, properties) => {
  const output = Buffer.alloc(size)
  const decoder = lzmaDecoder(output)
  decoder.setProperties(properties[0] ?? 0xff)
  decoder.decode(input, size)
  return output.subarray(0, decoder.position())
}

/** Chunks, each with a byte that says what it is and what is forgotten before it, and its sizes. */
const lzma2: Unpack = (input, size) => {
  const output = Buffer.alloc(size)
  const decoder = lzmaDecoder(output)
  for (let at = 0; ;) {
    const control = input[at] ?? 0
    if (control === 0) return output.subarray(0, decoder.position())
    if (at + 6 > input.length) throw damagedArchive()
    if (control < 0x80) {
      if (control > 2) throw damagedArchive()
      if (control === 1) decoder.resetDictionary()
      const length = input.readUInt16BE(at + 1) + 1
      decoder.copy(input.subarray(at + 3, at + 3 + length))
      at += 3 + length
    } else {
      const reset = (control >> 5) & 3
      const length = (control & 0x1f) * 65_536 + input.readUInt16BE(at + 1) + 1
      const packed = input.readUInt16BE(at + 3) + 1
      if (reset === 3) decoder.resetDictionary()
      if (reset >= 2) decoder.setProperties(input[at + 5] ?? 0xff)
      else if (reset === 1) decoder.resetState()
      const start = at + (reset >= 2 ? 6 : 5)
      if (decoder.position() + length > size) throw damagedArchive()
      decoder.decode(input.subarray(start, start + packed), length)
      at = start + packed
    }
  }
}

/** The methods by the identifiers of the format (Methods.txt of 7-Zip), in hexadecimal digits. */
const methods: Readonly<Record<string, Unpack>> = {
  '00': (input) => input,
  '21': lzma2,
  '03030103': (input) => relativeBranches(Buffer.from(input)),
  '030101': lzma,
  '040108': (input, size) => inflateRawSync(input, { maxOutputLength: Math.max(1, size) }),
  '04f71101': (input, size) => zstdDecompressSync(input, { maxOutputLength: Math.max(1, size) }),
}

/**
 * The bytes that were packed with these methods, in the order in which they unpack.
 * @throws {EngineFailure} `document_encrypted` where they are encrypted and there is no password, or `document_damaged`,
 * also where a method is not read
 */
export const unpack = (input: Buffer, coders: readonly Coder[], decrypt: DecryptSevenZip): Buffer => {
  if (coders.length === 0 || coders.some((coder) => methods[coder.method] === undefined && !isEncryption(coder)))
    throw new EngineFailure('document_damaged', 'The document is packed in a way that is not read.')
  try {
    return coders.reduce((bytes, coder) => {
      const { method, size, properties } = coder
      const output = isEncryption(coder) ? decrypt(bytes, coder) : methods[method]?.(bytes, size, properties)
      if (output?.length !== size) throw damagedArchive()
      return output
    }, input)
  } catch (error) {
    throw sevenZipFailure(coders, error)
  }
}
