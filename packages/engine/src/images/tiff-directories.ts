/**
 * The tags of one directory of a TIFF file, or of the Exif data of a photograph: numbers, of which fractions are whole.
 */
export type Directory = ReadonlyMap<number, readonly number[]>

const tiffDirectoryLimits = { directories: 5000, values: 100_000 }
/** Bytes of a value by its type (TIFF 6.0, section 2; 13 and from 16 on in BigTIFF and its supplements). */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 13: 4, 16: 8, 18: 8 }

/** The sizes of counts and pointers in files of up to 4 GiB, and in larger ones (BigTIFF). */
const tiffDirectoryLayouts = {
  42: { first: 4, countBytes: 2, entryBytes: 12, pointerBytes: 4 },
  43: { first: 8, countBytes: 8, entryBytes: 20, pointerBytes: 8 },
} as const

/** All directories in their order. The chain of a damaged or hostile file may have cycles: none is visited twice. */
export const readDirectories = (bytes: Buffer): Directory[] => {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II'
  const unsigned = (at: number, size: number): number => {
    if (size === 1) return bytes.readUInt8(at)
    if (size === 2) return isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
    if (size === 4) return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  }
  const shape = tiffDirectoryLayouts[unsigned(2, 2) === 43 ? 43 : 42]
  const { countBytes, entryBytes, pointerBytes } = shape
  const value = (type: number, at: number): number =>
    type === 5 ? unsigned(at, 4) / (unsigned(at + 4, 4) || 1) : unsigned(at, sizes[type] ?? 1)
  const readEntry = (at: number): readonly [number, number[]] => {
    const type = unsigned(at + 2, 2)
    const size = sizes[type] ?? 0
    const stated = unsigned(at + 4, pointerBytes)
    const count = size === 0 ? 0 : Math.min(tiffDirectoryLimits.values, stated)
    const field = at + 4 + pointerBytes
    const from = stated * size <= pointerBytes ? field : unsigned(field, pointerBytes)
    return [unsigned(at, 2), Array.from({ length: count }, (_, index) => value(type, from + index * size))]
  }
  const found: Directory[] = []
  const visited = new Set<number>()
  for (let at = unsigned(shape.first, pointerBytes); at !== 0;) {
    if (visited.has(at) || found.length >= tiffDirectoryLimits.directories)
      throw new RangeError('the directories have no end')
    visited.add(at)
    const count = unsigned(at, countBytes)
    if (count * entryBytes > bytes.length) throw new RangeError('the directory is longer than the file')
    const entries = at + countBytes
    found.push(new Map(Array.from({ length: count }, (_, index) => readEntry(entries + index * entryBytes))))
    at = unsigned(entries + count * entryBytes, pointerBytes)
  }
  return found
}

/** Dots per inch, from XResolution (282) and ResolutionUnit (296), where 3 is the centimetre. */
export const dpiOf = (directory: Directory): number | null => {
  const resolution = directory.get(282)?.[0]
  const unit = directory.get(296)?.[0] ?? 2
  if (resolution === undefined || unit === 1) return null
  return unit === 3 ? resolution * 2.54 : resolution
}
