/**
 * The tags of one directory of a TIFF file, or of the Exif data of a photograph: numbers, of which fractions are whole.
 */
export type Directory = ReadonlyMap<number, readonly number[]>

const limits = { directories: 5000, values: 100_000 }
/** Bytes of a value by its type (TIFF 6.0, section 2). */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8 }

/** All directories in their order. The chain of a damaged or hostile file may have cycles: none is visited twice. */
export const readDirectories = (bytes: Buffer): Directory[] => {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const value = (type: number, at: number): number => {
    if (type === 5) return long(at) / (long(at + 4) || 1)
    return type === 4 ? long(at) : type === 3 ? short(at) : bytes.readUInt8(at)
  }
  const readEntry = (at: number): readonly [number, number[]] => {
    const type = short(at + 2)
    const size = sizes[type] ?? 0
    const count = size === 0 ? 0 : Math.min(limits.values, long(at + 4))
    const from = long(at + 4) * size <= 4 ? at + 8 : long(at + 8)
    return [short(at), Array.from({ length: count }, (_, index) => value(type, from + index * size))]
  }
  const found: Directory[] = []
  const visited = new Set<number>()
  for (let at = long(4); at !== 0;) {
    if (visited.has(at) || found.length >= limits.directories) throw new RangeError('the directories have no end')
    visited.add(at)
    const count = short(at)
    found.push(new Map(Array.from({ length: count }, (_, index) => readEntry(at + 2 + index * 12))))
    at = long(at + 2 + count * 12)
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
