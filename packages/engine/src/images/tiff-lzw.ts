import { itemAt } from '@polyparse/document/items'
import { damagedImage } from './image.ts'
import { tiffBitsAt } from './tiff-bits.ts'

/** Codes of no bytes, and the length in bits of the first codes and of the longest (TIFF 6.0, section 13). */
const [clear, end] = [256, 257]
const [minBits, maxBits] = [9, 12]

/**
 * Unpacks LZW as TIFF has it, up to so many bytes; those that are missing at the end are 0.
 * @throws {EngineFailure} `document_damaged` for a code that nothing precedes.
 */
export const unpackTiffLzw = (packed: Uint8Array, length: number): Uint8Array => {
  const unpacked = new Uint8Array(length)
  // The bytes of a code are those of another and one more.
  const others = new Uint16Array(2 ** maxBits)
  const firsts = Uint8Array.from({ length: 2 ** maxBits }, (_, code) => code)
  const lasts = Uint8Array.from(firsts)
  const lengths = new Uint16Array(2 ** maxBits).fill(1)
  let [bits, next, at, before] = [minBits, end + 1, 0, clear]
  const write = (code: number): void => {
    let rest = code
    for (let to = at + itemAt(lengths, code) - 1; to >= at; to -= 1) {
      if (to < length) unpacked[to] = itemAt(lasts, rest)
      rest = itemAt(others, rest)
    }
  }
  for (let bit = 0; bit + bits <= packed.length * 8 && at < length;) {
    const code = tiffBitsAt(packed, bit, bits)
    bit += bits
    if (code === end) break
    if (code === clear) {
      ;[bits, next, before] = [minBits, end + 1, clear]
      continue
    }
    if (code > next || (code === next && before === clear)) throw damagedImage()
    if (before !== clear && next < 2 ** maxBits) {
      others[next] = before
      lengths[next] = itemAt(lengths, before) + 1
      firsts[next] = itemAt(firsts, before)
      // A code that is not there yet is the one before with its own first byte once more.
      lasts[next] = itemAt(firsts, code === next ? before : code)
      next += 1
      if (next + 1 === 2 ** bits && bits < maxBits) bits += 1
    }
    write(code)
    at += itemAt(lengths, code)
    before = code
  }
  return unpacked
}
