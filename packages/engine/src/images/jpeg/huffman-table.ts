import { itemAt } from '@polyparse/document/items'
import { damagedImage } from '../image.ts'

/** A table of symbols by their codes of up to sixteen bits (ITU-T T.81, annex C). */
export type HuffmanTable = {
  /** Has, for the next nine bits, a symbol times 16 plus the bits of its code; 0 where the code is longer. */
  readonly short: Uint16Array
  /**
   * Has, for each length, the last code, -1 where there is none, and what added to a code gives the place of its
   * symbol.
   */
  readonly maxCodes: Int32Array
  readonly offsets: Int32Array
  readonly symbols: Uint8Array
}

/** @throws {EngineFailure} `document_damaged` where there are more codes than their lengths allow. */
export const huffmanTable = (counts: Uint8Array, symbols: Uint8Array): HuffmanTable => {
  const short = new Uint16Array(512)
  const [maxCodes, offsets] = [new Int32Array(17).fill(-1), new Int32Array(17)]
  let [code, place] = [0, 0]
  for (let length = 1; length <= 16; length += 1) {
    const count = itemAt(counts, length - 1)
    if (code + count > 1 << length) throw damagedImage()
    offsets[length] = place - code
    for (let each = 0; each < count; each += 1) {
      if (length <= 9) {
        const [from, size] = [code << (9 - length), 1 << (9 - length)]
        short.fill((itemAt(symbols, place) << 4) | length, from, from + size)
      }
      code += 1
      place += 1
    }
    if (count > 0) maxCodes[length] = code - 1
    code <<= 1
  }
  return { short, maxCodes, offsets, symbols }
}
