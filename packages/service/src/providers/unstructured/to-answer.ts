import { meanQuality, type Answer } from '../answer.ts'
import type { Element } from './answer-shape.ts'
import { blocksOf } from './blocks.ts'

type Context = {
  readonly raw: unknown
  /** The number in the document of the n-th page that was sent. */
  readonly original: (position: number) => number
  /** The requested pages, as far as they are known: either all of them were read, or nothing was. */
  readonly expected: readonly number[]
}

/**
 * Elements by their pages. A page without elements is blank, because the vendor says nothing about pages themselves.
 */
export const toAnswer = (elements: readonly Element[], { raw, original, expected }: Context): Answer => {
  const byPage = Map.groupBy(elements, ({ metadata }) => original(metadata.page_number ?? 1))
  const numbers = new Set([...byPage.keys(), ...expected])
  return {
    pages: [...(numbers.size === 0 ? [1] : numbers)].map((number) => ({
      number,
      size: null,
      points: null,
      blocks: (byPage.get(number) ?? []).flatMap(blocksOf),
    })),
    quality: meanQuality(elements.map(({ metadata }) => metadata.detection_class_prob)),
    raw,
  }
}
