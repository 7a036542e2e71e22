import { damagedArchive, archiveTooLarge } from '@polyparse/formats/archive'
import { maxContainerEntries } from '@polyparse/engine'

/** The fields of a header, one after the other (7zFormat.txt of 7-Zip). */
export type SevenZipFields = {
  readonly byte: () => number
  /** A number in one to nine bytes. */
  readonly number: () => number
  /** A number of things that are listed. */
  readonly count: () => number
  readonly bytes: (length: number) => Buffer
  /** Reads so many flags, the first in the highest bit of the first byte. */
  readonly flags: (count: number) => boolean[]
  /** The same, where a byte may say that all are set. */
  readonly definedFlags: (count: number) => boolean[]
  readonly uint32: () => number
}

/** @throws {EngineFailure} `document_damaged`, as its functions do, when the bytes end too early, or list too much */
export const sevenZipFields = (bytes: Buffer): SevenZipFields => {
  let at = 0
  const take: SevenZipFields['bytes'] = (length) => {
    if (length > bytes.length - at) throw damagedArchive()
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1).readUInt8()
  const number = (): number => {
    const first = byte()
    let value = 0
    for (let index = 0; index < 8; index += 1) {
      const mask = 0x80 >> index
      if ((first & mask) === 0) return safe(value + (first & (mask - 1)) * 256 ** index)
      value += byte() * 256 ** index
    }
    return safe(value)
  }
  const count = (): number => {
    const value = number()
    if (value > 2 * maxContainerEntries) throw archiveTooLarge(`more than ${maxContainerEntries} files`)
    return value
  }
  const flags: SevenZipFields['flags'] = (length) => {
    const set = take(Math.ceil(length / 8))
    return Array.from({ length }, (_, index) => ((set[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0)
  }
  const definedFlags: SevenZipFields['definedFlags'] = (length) =>
    byte() === 0 ? flags(length) : Array.from({ length }, () => true)
  return { byte, number, count, bytes: take, flags, definedFlags, uint32: () => take(4).readUInt32LE() }
}

const safe = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw damagedArchive()
  return value
}
