/** Lets events happen at a certain mean rate per second, with bursts of up to twice that number. */
export type TokenBucket = {
  /** Takes a token, even a future one: returns the milliseconds until the caller may continue. */
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
