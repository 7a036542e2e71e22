import { itemAt } from '@polyparse/document/items'

/** Rows or columns in a row, such as hidden ones, by the first and the one after the last. */
export type PlaceRange = { readonly from: number; readonly to: number }

/**
 * Tells whether a row or a column is in one of many ranges, which may overlap, in a time that hardly grows with their
 * number.
 */
export const inPlaceRanges = (ranges: readonly PlaceRange[]): ((place: number) => boolean) => {
  const apart: { from: number; to: number }[] = []
  for (const { from, to } of ranges.filter((one) => one.from < one.to).toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else apart.push({ from, to })
  }
  return (place) => {
    let [low, high] = [0, apart.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (itemAt(apart, middle).to <= place) low = middle + 1
      else high = middle
    }
    const found = apart[low]
    return found !== undefined && found.from <= place
  }
}
