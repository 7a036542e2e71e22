import { EngineFailure } from '@polyparse/engine'

/** The layout of the bytes in a compound file. */
export type SectorLayout = {
  readonly directoryStart: number
  readonly isVersion4: boolean
  /** Streams of fewer bytes than this are in the small sectors. */
  readonly smallStreamLimit: number
  /** The bytes of a chain of sectors, at most `size` of them; what the file ends before is missing. */
  chain(start: number, size?: number): Buffer
  /** Reads chains of small sectors, which lie in the stream of the root. */
  smallStreams(root: Buffer): (start: number, size: number) => Buffer
}

/** Numbers from here on end a chain, or are no sector that holds data (MS-CFB 2.1). */
const firstSpecial = 0xfffffffa
const compoundHeaderBytes = 512
const listedInHeader = 109

/**
 * Follows the allocation tables that the header names (MS-CFB 2.2, 2.3, 2.5).
 * @throws {EngineFailure} `document_damaged`
 */
export const readLayout = (file: Buffer): SectorLayout => {
  if (file.length < compoundHeaderBytes) throw damagedCompound()
  const sectorBytes = 2 ** file.readUInt16LE(30)
  const smallBytes = 2 ** file.readUInt16LE(32)
  if ((sectorBytes !== 512 && sectorBytes !== 4096) || smallBytes !== 64) throw damagedCompound()
  const sector = (index: number): Buffer => file.subarray((index + 1) * sectorBytes, (index + 2) * sectorBytes)
  const sectorCount = Math.ceil(file.length / sectorBytes)

  const table = Buffer.concat(tableSectors(file, sector, sectorCount).map(sector))
  const chain = (start: number, size = Number.POSITIVE_INFINITY): Buffer =>
    follow({ table, start, size, maxSectors: sectorCount, sector })
  return {
    directoryStart: file.readUInt32LE(48),
    isVersion4: sectorBytes === 4096,
    smallStreamLimit: file.readUInt32LE(56),
    chain,
    smallStreams: (root) => {
      const smallTable = chain(file.readUInt32LE(60))
      const small = (index: number): Buffer => root.subarray(index * smallBytes, (index + 1) * smallBytes)
      const maxSectors = Math.ceil(root.length / smallBytes)
      return (start, size) => follow({ table: smallTable, start, size, maxSectors, sector: small })
    },
  }
}

/** The sectors of the allocation table: the first are listed in the header, the others in sectors of their own. */
const tableSectors = (file: Buffer, sector: (index: number) => Buffer, sectorCount: number): number[] => {
  const listed = readSectorNumbers(file.subarray(76, 76 + listedInHeader * 4))
  let next = file.readUInt32LE(68)
  for (let count = 0; next < firstSpecial && count < sectorCount; count += 1) {
    const numbers = readSectorNumbers(sector(next))
    next = numbers.pop() ?? firstSpecial
    for (const number of numbers) listed.push(number)
    if (listed.length > sectorCount + listedInHeader + numbers.length) throw damagedCompound()
  }
  const used = listed.filter((number) => number < sectorCount)
  if (used.length > sectorCount) throw damagedCompound()
  return used
}

const readSectorNumbers = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))

type SectorChain = {
  /** The number of the sector after each one. */
  readonly table: Buffer
  readonly start: number
  /** Bytes. */
  readonly size: number
  readonly maxSectors: number
  readonly sector: (index: number) => Buffer
}

const follow = ({ table, start, size, maxSectors, sector }: SectorChain): Buffer => {
  const parts: Buffer[] = []
  let length = 0
  let next = start
  while (next < firstSpecial && length < size) {
    const part = sector(next)
    // A longer chain than the file runs in a circle.
    if (parts.length >= maxSectors || part.length === 0) throw damagedCompound()
    parts.push(part)
    length += part.length
    next = (next + 1) * 4 > table.length ? firstSpecial : table.readUInt32LE(next * 4)
  }
  const bytes = Buffer.concat(parts)
  return bytes.length > size ? bytes.subarray(0, size) : bytes
}

export const damagedCompound = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: its compound file cannot be read.', { cause })
