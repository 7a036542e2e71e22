/** Shares with the probability that what has this share is right; linear in between. */
export type Curve = readonly (readonly [share: number, probability: number])[]

/**
 * The probability at a share, between the points of the curve.
 * @example at([[0, 0.5], [1, 0.9]], 0.5) // 0.7
 */
export const at = (curve: Curve, share: number): number => {
  const next = curve.findIndex(([point]) => point >= share)
  const [high, above] = curve[next] ?? curve.at(-1) ?? [1, 1]
  const [low, below] = curve[next - 1] ?? [high, above]
  return high > low ? below + ((above - below) * (share - low)) / (high - low) : above
}
