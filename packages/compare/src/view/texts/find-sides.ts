import type { DisputeSide } from '@polyparse/contract'
import { reportWords, type Column } from './words.ts'

/** Words of a column from `start` to before `end`; an empty range is the place before `start`. */
export type WordRange = { readonly start: number; readonly end: number }

export type Sought = Pick<DisputeSide, 'text' | 'before' | 'after'>

/**
 * Finds sides of disputes in a column, by their words and the words around them. Where the column does not have the words
 * of a side, the range is empty, at the place where they would be; null when that is not found either.
 */
export const sideFinder = ({ words }: Column): ((side: Sought) => WordRange | null) => {
  const keys = words.map(({ key }) => key)
  const places = Map.groupBy(keys.keys(), (index) => keys[index])

  const find = (text: readonly string[], before: readonly string[], after: readonly string[]): WordRange | null => {
    const backwards = before.toReversed()
    const starts =
      text.length > 0
        ? startsBy(text.map((key, step) => [key, -step]))
        : [
            ...startsBy(after.map((key, step) => [key, -step])),
            ...startsBy(backwards.map((key, step) => [key, step + 1])),
          ]
    let [best, bestScore] = [-1, 0]
    for (const start of starts) {
      if (text.some((key, step) => keys[start + step] !== key)) continue
      const near = agreeing(start - 1, backwards, -1) + agreeing(start + text.length, after, 1)
      const score = near + (text.length > 0 ? 1 : 0)
      if (score > bestScore) [best, bestScore] = [start, score]
    }
    return best === -1 ? null : { start: best, end: best + text.length }
  }

  /** The places where the text may begin, by the rarest of these words and its distance from the beginning. */
  const startsBy = (words: readonly (readonly [key: string, distance: number])[]): number[] => {
    const known = words.map(([key, distance]) => ({ at: places.get(key) ?? [], distance }))
    const rarest = known
      .filter(({ at }) => at.length > 0)
      .reduce<(typeof known)[number] | null>(
        (least, one) => (least === null || one.at.length < least.at.length ? one : least),
        null,
      )
    return rarest === null
      ? []
      : rarest.at.map((at) => at + rarest.distance).filter((start) => start >= 0 && start <= keys.length)
  }

  /** Counts how many words in a row are as expected, from a place in one direction. */
  const agreeing = (from: number, expected: readonly string[], direction: 1 | -1): number => {
    const differs = expected.findIndex((key, step) => keys[from + step * direction] !== key)
    return differs === -1 ? expected.length : differs
  }

  return ({ text, before, after }) => {
    const own = keysOf(text)
    // A text that was cut may end within a word.
    if (text.endsWith('…') && own.length > 1) own.pop()
    const around = [keysOf(before), keysOf(after)] as const
    return find(own, ...around) ?? find([], ...around)
  }
}

const keysOf = (text: string): string[] => reportWords(text).map(({ key }) => key)
