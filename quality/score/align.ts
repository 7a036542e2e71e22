/** Indices of an item on either side that correspond to each other. */
export type Pair = readonly [index: number, other: number]

/** The pairs of items, in the order of both sides, with the greatest sum of `worth`. Worthless pairs are left out. */
export const align = (length: number, otherLength: number, worth: (index: number, other: number) => number): Pair[] => {
  const worths = Array.from({ length }, (_, index) =>
    Array.from({ length: otherLength }, (__, other) => worth(index, other)),
  )
  // The greatest sum of the items from a row and a column on.
  const best = Array.from({ length: length + 1 }, () => Array.from({ length: otherLength + 1 }, () => 0))
  const at = (rows: readonly (readonly number[])[], row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let index = length - 1; index >= 0; index -= 1)
    for (let other = otherLength - 1; other >= 0; other -= 1) {
      const row = best[index]
      if (row === undefined) continue
      row[other] = Math.max(
        at(best, index + 1, other),
        at(best, index, other + 1),
        at(worths, index, other) + at(best, index + 1, other + 1),
      )
    }
  const pairs: Pair[] = []
  for (let [index, other] = [0, 0]; index < length && other < otherLength;) {
    const value = at(worths, index, other)
    if (value > 0 && at(best, index, other) === value + at(best, index + 1, other + 1)) {
      pairs.push([index, other])
      index += 1
      other += 1
    } else if (at(best, index, other) === at(best, index + 1, other)) index += 1
    else other += 1
  }
  return pairs
}
