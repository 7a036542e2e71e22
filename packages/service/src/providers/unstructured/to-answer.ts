import { meanQuality, type Answer } from '../answer.ts'
import type { Element } from './answer-shape.ts'
import { blocksOf } from './blocks.ts'

type Context = {
  readonly raw: unknown
  /** From the n-th page of what was sent to its number in the document. */
  readonly original: (position: number) => number
  /** The pages that were asked for, as far as they are known: all of them were read, or nothing was. */
  readonly expected: readonly number[]
}

/** Elements by their pages. One without elements is blank: of pages themselves the vendor says nothing. */
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
