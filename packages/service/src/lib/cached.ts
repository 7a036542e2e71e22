/** Caches the result of the work for this many milliseconds. Concurrent callers share one call. */
export const cached = <Result>(milliseconds: number, work: () => Promise<Result>): (() => Promise<Result>) => {
  let latest: { readonly result: Promise<Result>; readonly calledAt: number } | null = null
  return () => {
    const now = performance.now()
    if (latest !== null && now - latest.calledAt < milliseconds) return latest.result
    const call = { result: work(), calledAt: now }
    latest = call
    // A failure reaches the callers that wait for it, and is not cached.
    call.result.catch(() => {
      if (latest === call) latest = null
    })
    return call.result
  }
}
