/** So many words in a row are seldom twice in a text. */
const gramLength = 3

export type Anchor = { readonly at: number; readonly otherAt: number }

/**
 * Places that are surely the same in two texts: where three words stand that each has once, as many of them as stand in
 * the same order (patience diff). Takes hardly more than linear time, however different the texts are.
 */
export const anchorsOf = (one: readonly string[], other: readonly string[]): Anchor[] => {
  const otherPlaces = onlyPlaces(other)
  const found = [...onlyPlaces(one)].flatMap(([gram, at]) => {
    const otherAt = otherPlaces.get(gram)
    return otherAt === undefined ? [] : [{ at, otherAt }]
  })
  return longestAscending(found)
}

/** Where the grams stand that are there once, in their order. */
const onlyPlaces = (words: readonly string[]): Map<string, number> => {
  const places = new Map<string, number>()
  const twice = new Set<string>()
  for (let at = 0; at + gramLength <= words.length; at += 1) {
    const gram = words.slice(at, at + gramLength).join(' ')
    if (places.has(gram)) twice.add(gram)
    else places.set(gram, at)
  }
  for (const gram of twice) places.delete(gram)
  return places
}

type Chain = Anchor & { readonly before: Chain | null }

/** The longest chain whose places ascend on both sides; they ascend in `at` already. */
const longestAscending = (anchors: readonly Anchor[]): Anchor[] => {
  /** By length, the chain that ends lowest. */
  const ends: Chain[] = []
  for (const anchor of anchors) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.otherAt ?? Infinity) < anchor.otherAt) low = middle + 1
      else high = middle
    }
    ends[low] = { ...anchor, before: ends[low - 1] ?? null }
  }
  const chain: Anchor[] = []
  for (let link = ends.at(-1) ?? null; link !== null; link = link.before) chain.push(link)
  return chain.toReversed()
}
