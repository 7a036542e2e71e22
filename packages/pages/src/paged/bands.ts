import { overlap, type Box } from '@polyparse/document'
import { bands as limits } from './parameters.ts'

/**
 * Sorts boxed things into bands across the page, so that the one that covers most of a box is found without looking at
 * all.
 */
export const createBands = <Thing extends { readonly box: Box }>(
  things: readonly Thing[],
): {
  /** The thing that covers most of a box, among those at the height of its middle. Null when none touches it. */
  under(box: Box): Thing | null
} => {
  const bands = new Map<number, Thing[]>()
  for (const thing of things) {
    const [first, last] = [bandOf(thing.box[1]), bandOf(thing.box[3])]
    if (!(last - first < limits.maxBands)) continue
    for (let band = first; band <= last; band += 1) {
      const list = bands.get(band)
      if (list === undefined) bands.set(band, [thing])
      else list.push(thing)
    }
  }
  return {
    under: (box) => {
      let best: Thing | null = null
      let covered = 0
      for (const thing of bands.get(bandOf((box[1] + box[3]) / 2)) ?? []) {
        const shared = overlap(thing.box, box)
        if (shared <= covered) continue
        best = thing
        covered = shared
      }
      return best
    },
  }
}

const bandOf = (y: number): number => Math.floor(y / limits.height)
