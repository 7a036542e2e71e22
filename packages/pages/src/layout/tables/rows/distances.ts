import { maxOf, minOf } from '@polyparse/engine'
import { distances as limits } from './parameters.ts'

/*
 * Says whether the distances between lines tell the lines of one text from those of the next: both the lines of a table
 * and the lines in one of its columns are asked.
 */

/**
 * The distance from a line to the one below it: points between their baselines, and the height of the upper one's text.
 */
export type LineDistance = { readonly pitch: number; readonly size: number }

/** Up to this many points, lines are as close as the closest; Infinity where there are none. */
export const closestReach = (between: readonly LineDistance[]): number =>
  minOf(between.map(({ pitch }) => pitch)) * limits.tight

/**
 * Tells whether some lines are as close as those of one text, others are not, and most of the close ones are text that did not
 * fit on the line above.
 */
export const tellsByDistance = <Between extends LineDistance>(
  between: readonly Between[],
  isWrapped: (one: Between) => boolean,
): boolean => {
  const reach = closestReach(between)
  const close = between.filter(({ pitch }) => pitch <= reach)
  if (close.length === 0 || close.length === between.length) return false
  if (maxOf(close.map(({ pitch, size }) => pitch / size)) > limits.maxPitch) return false
  return close.filter(isWrapped).length >= close.length * limits.minWrappedShare
}
