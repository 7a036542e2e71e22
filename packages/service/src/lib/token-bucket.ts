/** Lets things happen so many times a second on average, and twice that many at once. */
export type TokenBucket = {
  /** Takes a token, of the future if need be: milliseconds until whoever took it may go on. */
  take(): number
  /** Gives back the token taken last, unused. */
  giveBack(): void
}

/** `now` in milliseconds. */
export const createTokenBucket = (perSecond: number, now: () => number = () => performance.now()): TokenBucket => {
  const max = Math.max(1, perSecond * 2)
  let tokens = max
  let countedAt = now()
  return {
    take: () => {
      const at = now()
      tokens = Math.min(max, tokens + ((at - countedAt) / 1000) * perSecond) - 1
      countedAt = at
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000
    },
    giveBack: () => {
      tokens += 1
    },
  }
}
