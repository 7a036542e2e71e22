/**
 * The greatest of the values, at least `atLeast`. `Math.max` takes them as arguments, of which there can be about a
 * hundred thousand: fewer than a table may have rows.
 */
export const greatest = (values: Iterable<number>, atLeast = 0): number => {
  let max = atLeast
  for (const value of values) if (value > max) max = value
  return max
}
