import { damagedArchive } from '@polyparse/formats/archive'
import { evenProbability, rangeDecoder, type RangeDecoder } from './range-decoder.ts'

/** Unpacks into a buffer of the size of the whole, piece by piece: what it has unpacked is the dictionary. */
export type LzmaDecoder = {
  /** Bytes unpacked so far. */
  position(): number
  /** Sets the three parameters of literals and positions, which a byte holds, and forgets the state. */
  setProperties(byte: number): void
  resetState(): void
  resetDictionary(): void
  /** Takes bytes over as they are. */
  copy(bytes: Uint8Array): void
  /** Unpacks so many bytes, or fewer where the stream ends before that. */
  decode(input: Uint8Array, count: number): void
}

/** The places of the probabilities by what they are about (LZMA specification). */
const states = 12
const positions = 16
const lengthPlaces = 2 + 2 * positions * 8 + 256
const isMatch = 0
const isRepeated = isMatch + states * positions
const isRepeated0 = isRepeated + states
const isRepeated1 = isRepeated0 + states
const isRepeated2 = isRepeated1 + states
const isRepeated0Long = isRepeated2 + states
const slots = isRepeated0Long + states * positions
const special = slots + 4 * 64
const align = special + 128
const matchLengths = align + 16
const repeatedLengths = matchLengths + lengthPlaces
const literals = repeatedLengths + lengthPlaces
const placesOfLiteral = 0x300

const endMark = 0xffffffff

/** @throws {EngineFailure} `document_damaged`, as its functions do */
export const lzmaDecoder = (output: Buffer): LzmaDecoder => {
  let position = 0
  let dictionaryStart = 0
  let properties = { lc: 0, lpMask: 0, pbMask: 0 }
  let probabilities = new Uint16Array(0)
  let state = 0
  let distances: readonly [number, number, number, number] = [0, 0, 0, 0]

  const resetState = (): void => {
    probabilities.fill(evenProbability)
    state = 0
    distances = [0, 0, 0, 0]
  }
  const setProperties: LzmaDecoder['setProperties'] = (byte) => {
    const [lc, lp, pb] = [byte % 9, Math.floor(byte / 9) % 5, Math.floor(byte / 45)]
    if (pb > 4) throw damagedArchive()
    properties = { lc, lpMask: 2 ** lp - 1, pbMask: 2 ** pb - 1 }
    probabilities = new Uint16Array(literals + placesOfLiteral * 2 ** (lc + lp))
    resetState()
  }

  const put = (byte: number): void => {
    output[position] = byte
    position += 1
  }
  const repeat = (distance: number, length: number, end: number): void => {
    if (distance >= position - dictionaryStart || position + length > end) throw damagedArchive()
    for (let count = 0; count < length; count += 1) put(output[position - distance - 1] ?? 0)
  }

  const literal = (coder: RangeDecoder): void => {
    const { lc, lpMask } = properties
    const passed = position - dictionaryStart
    const before = passed === 0 ? 0 : (output[position - 1] ?? 0)
    const start = literals + placesOfLiteral * (((passed & lpMask) << lc) + (before >> (8 - lc)))
    let symbol = 1
    if (state >= 7) {
      if (distances[0] >= passed) throw damagedArchive()
      let expected = output[position - distances[0] - 1] ?? 0
      while (symbol < 0x100) {
        const top = (expected >> 7) & 1
        expected <<= 1
        const bit = coder.bit(start + ((1 + top) << 8) + symbol)
        symbol = symbol * 2 + bit
        if (bit !== top) break
      }
    }
    while (symbol < 0x100) symbol = symbol * 2 + coder.bit(start + symbol)
    put(symbol & 0xff)
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
  }

  /** Reads the length of a match or repetition, less the shortest, which is 2. */
  const lengthOf = (coder: RangeDecoder, start: number, at: number): number => {
    const [low, middle, high] = [start + 2, start + 2 + positions * 8, start + 2 + 2 * positions * 8]
    if (coder.bit(start) === 0) return coder.tree(low + at * 8, 3)
    if (coder.bit(start + 1) === 0) return 8 + coder.tree(middle + at * 8, 3)
    return 16 + coder.tree(high, 8)
  }

  const distanceOf = (coder: RangeDecoder, length: number): number => {
    const slot = coder.tree(slots + 64 * Math.min(length, 3), 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const base = (2 + (slot & 1)) * 2 ** bits
    if (slot < 14) return base + coder.reverseTree(special + base - slot, bits)
    return base + coder.direct(bits - 4) * 16 + coder.reverseTree(align, 4)
  }

  /** The distance of a repetition, which becomes the first of the last four; null for a single byte at the first. */
  const repeated = (coder: RangeDecoder, at: number): number | null => {
    const [first, second, third, fourth] = distances
    if (coder.bit(isRepeated0 + state) === 0)
      return coder.bit(isRepeated0Long + state * positions + at) === 0 ? null : first
    if (coder.bit(isRepeated1 + state) === 0) distances = [second, first, third, fourth]
    else if (coder.bit(isRepeated2 + state) === 0) distances = [third, first, second, fourth]
    else distances = [fourth, first, second, third]
    return distances[0]
  }

  const decode: LzmaDecoder['decode'] = (input, count) => {
    const end = position + count
    const coder = rangeDecoder(input, probabilities)
    while (position < end) {
      const at = (position - dictionaryStart) & properties.pbMask
      if (coder.bit(isMatch + state * positions + at) === 0) literal(coder)
      else if (coder.bit(isRepeated + state) === 0) {
        const length = lengthOf(coder, matchLengths, at)
        state = state < 7 ? 7 : 10
        distances = [distanceOf(coder, length), distances[0], distances[1], distances[2]]
        if (distances[0] === endMark) return
        repeat(distances[0], length + 2, end)
      } else {
        const distance = repeated(coder, at)
        const length = distance === null ? 1 : lengthOf(coder, repeatedLengths, at) + 2
        state = distance === null ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11
        repeat(distance ?? distances[0], length, end)
      }
    }
  }
  return {
    position: () => position,
    setProperties,
    resetState,
    resetDictionary: () => {
      dictionaryStart = position
    },
    copy: (bytes) => {
      if (position + bytes.length > output.length) throw damagedArchive()
      output.set(bytes, position)
      position += bytes.length
    },
    decode,
  }
}
