const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** The pauses after the first, second … failure; the last is repeated. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 4 * hour, 6 * hour]
const maxPause = 6 * hour

/** How long after the end of its job a webhook is retried. */
const deliveryWindow = 24 * hour

/**
 * When a failed webhook is tried again, or null when it is given up. The pauses grow, each by up to a fifth at random
 * so that simultaneous failures are not retried simultaneously, and a last try is made when the time is over.
 * `retryAfterMs`: how long the receiver asks to be left alone.
 */
export const nextAttempt = (
  { attempt, endedAt }: { readonly attempt: number; readonly endedAt: Date },
  retryAfterMs: number,
  now: Date,
): Date | null => {
  const deadline = endedAt.getTime() + deliveryWindow
  if (now.getTime() >= deadline) return null
  const pause = (pauses[attempt - 1] ?? maxPause) * (1 + Math.random() / 5)
  const wished = Math.min(retryAfterMs, maxPause)
  return new Date(Math.min(now.getTime() + Math.max(pause, wished), deadline))
}
