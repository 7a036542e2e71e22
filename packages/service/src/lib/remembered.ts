/** The work's result, asked for anew when it is older than `milliseconds`; callers at the same time share one asking. */
export const remembered = <Result>(milliseconds: number, work: () => Promise<Result>): (() => Promise<Result>) => {
  let latest: { readonly result: Promise<Result>; readonly askedAt: number } | null = null
  return () => {
    const now = performance.now()
    if (latest !== null && now - latest.askedAt < milliseconds) return latest.result
    const asked = { result: work(), askedAt: now }
    latest = asked
    // A failure is told to those who asked for it, and not remembered.
    asked.result.catch(() => {
      if (latest === asked) latest = null
    })
    return asked.result
  }
}
