import { type Box, overlap } from '@polyparse/document'

const bandHeight = 24

/** Finds the thing that covers most of a box without looking at all of them: they are kept by bands of the page. */
export const createBands = <Thing extends { readonly box: Box }>(
  things: readonly Thing[],
): { under(box: Box): Thing | null } => {
  const bands = new Map<number, Thing[]>()
  for (const thing of things) {
    const [first, last] = [bandOf(thing.box[1]), bandOf(thing.box[3])]
    // A thing taller than any page has a damaged box.
    if (!(last - first < 1000)) continue
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

const bandOf = (y: number): number => Math.floor(y / bandHeight)
