/*
 * `Math.max` and `Math.min` take numbers as arguments, of which there can be about a hundred thousand: fewer than a page
 * may have words, or a table rows.
 */

/**
 * Returns the largest of the values, at least `atLeast`.
 * @example maxOf([3, 1, 2]) // 3
 */
export const maxOf = (values: Iterable<number>, atLeast = -Infinity): number => {
  let max = atLeast
  for (const value of values) max = Math.max(max, value)
  return max
}

/**
 * Returns the smallest of the values; Infinity where there are none.
 * @example minOf([3, 1, 2]) // 1
 */
export const minOf = (values: Iterable<number>): number => {
  let min = Infinity
  for (const value of values) min = Math.min(min, value)
  return min
}
