import { damagedArchive } from '@polyparse/formats/archive'

/** Reads bits that were coded with adaptive probabilities, each in one place of a list (LZMA specification). */
export type RangeDecoder = {
  bit(place: number): number
  /** A number of so many bits, the highest first, whose places form a tree. */
  tree(start: number, bits: number): number
  /** The same with the lowest bit first. */
  reverseTree(start: number, bits: number): number
  /** Bits that are as likely 0 as 1. */
  direct(bits: number): number
}

/** The probability with which the encoder and the decoder begin: 0 is as likely as 1, of 2048. */
export const evenProbability = 1024

/**
 * A decoder of these bytes, whose probabilities it adapts in place.
 * @throws {EngineFailure} `document_damaged`, as its functions do, when the bytes end too early
 */
export const rangeDecoder = (input: Uint8Array, probabilities: Uint16Array): RangeDecoder => {
  let at = 0
  // They are in an array of integers, because numbers above 2^31 in variables of a closure would be allocated one by
  // one.
  const state = new Uint32Array(2)
  const [range, code] = [0, 1]

  const next = (): number => {
    const byte = input[at]
    if (byte === undefined) throw damagedArchive()
    at += 1
    return byte
  }
  if (next() !== 0) throw damagedArchive()
  state[range] = 0xffffffff
  for (let count = 0; count < 4; count += 1) state[code] = (state[code] ?? 0) * 256 + next()

  const normalize = (): void => {
    const width = state[range] ?? 0
    if (width >= 2 ** 24) return
    state[range] = width * 256
    state[code] = (state[code] ?? 0) * 256 + next()
  }
  const bit = (place: number): number => {
    const probability = probabilities[place] ?? 0
    const width = state[range] ?? 0
    const value = state[code] ?? 0
    const bound = (width >>> 11) * probability
    const isOne = value >= bound
    if (isOne) {
      state[range] = width - bound
      state[code] = value - bound
      probabilities[place] = probability - (probability >>> 5)
    } else {
      state[range] = bound
      probabilities[place] = probability + ((2048 - probability) >>> 5)
    }
    normalize()
    return isOne ? 1 : 0
  }
  const tree: RangeDecoder['tree'] = (start, bits) => {
    let node = 1
    for (let count = 0; count < bits; count += 1) node = node * 2 + bit(start + node)
    return node - 2 ** bits
  }
  const reverseTree: RangeDecoder['reverseTree'] = (start, bits) => {
    let [node, value] = [1, 0]
    for (let count = 0; count < bits; count += 1) {
      const read = bit(start + node)
      node = node * 2 + read
      value += read * 2 ** count
    }
    return value
  }
  const direct: RangeDecoder['direct'] = (bits) => {
    let value = 0
    for (let count = 0; count < bits; count += 1) {
      const half = (state[range] ?? 0) >>> 1
      const isOne = (state[code] ?? 0) >= half
      state[range] = half
      if (isOne) state[code] = (state[code] ?? 0) - half
      normalize()
      value = value * 2 + (isOne ? 1 : 0)
    }
    return value
  }
  return { bit, tree, reverseTree, direct }
}
