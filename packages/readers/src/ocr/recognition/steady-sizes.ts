import type { ContentWord, PageContent } from '../../layout/page-content.ts'

/** Sizes that differ by less than this share are one size, measured twice. */
const same = 0.065

/**
 * Pages with their words in as few sizes as they were set in. A size measured in an image is off by a pixel here and
 * there; the size that most of the text has takes in all that is near to it, then the next, so that what stands out is
 * what was set to stand out.
 */
export const steadySizes = (pages: readonly PageContent[]): PageContent[] => {
  const weights = new Map<number, number>()
  for (const { size, text } of pages.flatMap(({ words }) => words))
    weights.set(size, (weights.get(size) ?? 0) + text.length)
  const chosen = new Map<number, number>()
  for (let left = [...weights]; left.length > 0;) {
    const near = densest(left)
    const size = Math.round((near.reduce((sum, [each, weight]) => sum + each * weight, 0) / weigh(near)) * 4) / 4
    const taken = left.filter(([each]) => Math.abs(each / size - 1) < same || near.some(([one]) => one === each))
    for (const [each] of taken) chosen.set(each, size)
    left = left.filter(([each]) => !chosen.has(each))
  }
  const steady = (word: ContentWord): ContentWord => ({ ...word, size: chosen.get(word.size) ?? word.size })
  return pages.map((page) => ({ ...page, words: page.words.map(steady) }))
}

type Weighed = readonly (readonly [size: number, weight: number])[]

const weigh = (sizes: Weighed): number => sizes.reduce((sum, [, weight]) => sum + weight, 0)

/** The sizes round the one that has most text near it. */
const densest = (sizes: Weighed): Weighed => {
  const around = ([middle]: readonly [number, number]): Weighed =>
    sizes.filter(([size]) => Math.abs(size / middle - 1) < same / 2)
  return sizes.map(around).reduce((best, near) => (weigh(near) > weigh(best) ? near : best))
}
