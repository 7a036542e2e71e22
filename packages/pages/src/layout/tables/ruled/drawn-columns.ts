import type { ContentWord } from '../../page-content.ts'
import { joints } from '../parameters.ts'
import type { StraightRule } from './straight-rules.ts'

/**
 * Lines drawn cell by cell are in pieces: columns end where most lines have a joint. Returns null when nothing shows.
 */
export const drawnColumns = (
  rules: readonly StraightRule[],
  left: number,
  right: number,
  words: readonly ContentWord[],
): number[] | null => {
  const joined = rules.flatMap((rule) => rule.joints).toSorted((a, b) => a - b)
  const places: number[][] = []
  for (const x of joined.filter((one) => one > left + joints.minDistance && one < right - joints.minDistance)) {
    const place = places.at(-1)
    if (place?.[0] !== undefined && x - place[0] < joints.tolerance) place.push(x)
    else places.push([x])
  }
  const xs = places
    .filter(
      ({ length }) => length >= Math.min(rules.length, Math.max(joints.minLines, rules.length * joints.minLineShare)),
    )
    .flatMap(([x]) => x ?? [])
  const cut = words.filter(({ box }) => xs.some((x) => box[0] < x - joints.overlap && box[2] > x + joints.overlap))
  return xs.length === 0 || cut.length > words.length * joints.maxCutShare ? null : [left, ...xs, right]
}
