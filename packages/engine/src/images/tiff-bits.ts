/** The next bits as a number, at most 17; beyond the end they are 0. */
export const tiffBitsAt = (packed: Uint8Array, bit: number, bits: number): number => {
  const at = bit >> 3
  const three = ((packed[at] ?? 0) << 16) | ((packed[at + 1] ?? 0) << 8) | (packed[at + 2] ?? 0)
  return (three >> (24 - (bit & 7) - bits)) & (2 ** bits - 1)
}
