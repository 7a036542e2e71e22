/** The properties of a control that are read. */
export type ActiveXProperties = {
  readonly value: string
  readonly caption: string
  /** True if it shows a sign in place of each character of its value. */
  readonly isSecret: boolean
}

/**
 * The properties of a control of Forms 2.0 in the order in which they are stored, with their bits in the mask and the bytes that each
 * takes (MS-OFORMS 2.2.5). A text is the number of its bytes here, and follows behind all properties.
 */
const storedProperties = [
  { bit: 0, bytes: 4 },
  { bit: 1, bytes: 4 },
  { bit: 2, bytes: 4 },
  { bit: 3, bytes: 4 },
  { bit: 4, bytes: 1 },
  { bit: 5, bytes: 1 },
  { bit: 6, bytes: 1 },
  { bit: 7, bytes: 1 },
  { bit: 9, bytes: 2 },
  { bit: 10, bytes: 4 },
  { bit: 11, bytes: 2 },
  { bit: 12, bytes: 2 },
  { bit: 13, bytes: 2 },
  { bit: 14, bytes: 2 },
  { bit: 15, bytes: 2 },
  { bit: 16, bytes: 1 },
  { bit: 17, bytes: 1 },
  { bit: 18, bytes: 1 },
  { bit: 20, bytes: 1 },
  { bit: 21, bytes: 1 },
  { bit: 22, bytes: 4 },
  { bit: 23, bytes: 4 },
] as const

const bits = { passwordCharacter: 9, size: 8, value: 22, caption: 23 }
const headBytes = 12
const sizeBytes = 8
/** The bytes of the properties behind the caption: of the position of a picture to the name of a group. */
const propertiesBehindCaption = [
  { bit: 24, bytes: 4 },
  { bit: 25, bytes: 4 },
  { bit: 26, bytes: 4 },
  { bit: 27, bytes: 2 },
  { bit: 28, bytes: 2 },
  { bit: 29, bytes: 2 },
  { bit: 32, bytes: 4 },
] as const

/** The value and the caption of a control of Forms 2.0; null where the bytes are not such a control, or end in it. */
export const propertiesOfMorphData = (bytes: Buffer): ActiveXProperties | null => {
  if (bytes.length < headBytes || bytes.readUInt16LE(0) !== 0x02_00) return null
  const mask = bytes.readBigUInt64LE(4)
  const has = (bit: number): boolean => (mask & (1n << BigInt(bit))) !== 0n
  let at = headBytes
  const lengths = new Map<number, number>()
  for (const { bit, bytes: size } of [...storedProperties, ...propertiesBehindCaption]) {
    if (!has(bit)) continue
    at = Math.ceil(at / size) * size
    if (at + size > bytes.length) return null
    if (bit === bits.value || bit === bits.caption) lengths.set(bit, bytes.readUInt32LE(at))
    at += size
  }
  at = Math.ceil(at / 4) * 4 + (has(bits.size) ? sizeBytes : 0)
  const text = (bit: number): string | null => {
    const length = lengths.get(bit) ?? 0
    const size = length & 0x7fff_ffff
    const stored = bytes.subarray(at, at + size)
    if (stored.length < size) return null
    at += Math.ceil(size / 4) * 4
    // The highest bit says that each character takes one byte.
    return stored.toString(length >>> 31 === 1 ? 'latin1' : 'utf16le')
  }
  const value = text(bits.value)
  const caption = text(bits.caption)
  if (value === null || caption === null) return null
  return { value, caption, isSecret: has(bits.passwordCharacter) }
}
