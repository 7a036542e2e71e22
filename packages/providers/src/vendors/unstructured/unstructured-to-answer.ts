import { meanQuality, type Answer } from '../../answer.ts'
import type { AnsweredElement } from './unstructured-answer-shape.ts'
import { unstructuredBlocks } from './unstructured-blocks.ts'

type UnstructuredAnswerContext = {
  readonly raw: unknown
  /** The number in the document of the n-th page that was sent. */
  readonly original: (position: number) => number
  /** The requested pages, as far as they are known: either all of them were read, or nothing was. */
  readonly expected: readonly number[]
}

/**
 * Elements by their pages. A page without elements is blank, because the vendor says nothing about pages themselves.
 */
export const unstructuredToAnswer = (
  elements: readonly AnsweredElement[],
  { raw, original, expected }: UnstructuredAnswerContext,
): Answer => {
  const byPage = Map.groupBy(elements, ({ metadata }) => original(metadata.page_number ?? 1))
  const numbers = new Set([...byPage.keys(), ...expected])
  return {
    pages: [...(numbers.size === 0 ? [1] : numbers)].map((number) => ({
      number,
      size: null,
      points: null,
      blocks: (byPage.get(number) ?? []).flatMap(unstructuredBlocks),
    })),
    quality: meanQuality(elements.map(({ metadata }) => metadata.detection_class_prob)),
    raw,
  }
}
