/** Numbers that look random and are the same on every run (mulberry32). */
export type Random = {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, max: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(share: number): boolean
}

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, max: number): number => least + Math.floor(next() * (max - least + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
  }
}
