const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** The pauses after the first, second … failure; the last is repeated. */
const webhookRetryPausesMs = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 4 * hour, 6 * hour]
const maxPause = 6 * hour

/** The time after the end of its job for which a webhook is retried. */
const deliveryWindow = 24 * hour

/**
 * Returns how long until a failed webhook is tried again, in milliseconds, or null when it is given up. The pauses grow,
 * each by up to a fifth at random so that simultaneous failures are not retried simultaneously, and a last try is made when
 * the time is over. `retryAfterMs`: how long the receiver asks to be left alone.
 * @example pauseAfter({ attempt: 11, endedForSeconds: 90000 }, 0) // null
 */
export const pauseAfter = (
  { attempt, endedForSeconds }: { readonly attempt: number; readonly endedForSeconds: number },
  retryAfterMs: number,
): number | null => {
  const leftMs = deliveryWindow - endedForSeconds * second
  if (leftMs <= 0) return null
  const pause = (webhookRetryPausesMs[attempt - 1] ?? maxPause) * (1 + Math.random() / 5)
  const wished = Math.min(retryAfterMs, maxPause)
  return Math.min(Math.max(pause, wished), leftMs)
}
