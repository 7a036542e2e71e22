import { halvesOfPortion, type ReadingPortion } from '@polyparse/extraction'
import type { KeptAnswer } from './kept-answer.ts'

/** A portion of a document with the key of its answer. One whose answer is cut off is divided in two, and that again. */
export type AskedPortion = {
  readonly key: number
  readonly portion: ReadingPortion
  /** In the binary heap of a portion and its parts; 0 is the whole. */
  readonly place: number
  readonly isPartial: boolean
}

/** The key under which the portions themselves are kept. */
export const keyOfPortions = 1
/** Places of a portion, its halves and theirs. */
const placesOfPortion = 7
const lastDivided = 2

export const askedPortions = (portions: readonly ReadingPortion[]): AskedPortion[] =>
  portions.map((portion, index) => ({
    key: keyOfPortions + 1 + index * placesOfPortion,
    portion,
    place: 0,
    isPartial: portions.length > 1,
  }))

/** The parts that are asked about instead, after an answer that was cut off; none where it is taken as it is. */
export const partsOfPortion = (asked: AskedPortion, { isCut }: Pick<KeptAnswer, 'isCut'>): AskedPortion[] => {
  const halves = isCut && asked.place <= lastDivided ? halvesOfPortion(asked.portion) : null
  return (halves ?? []).map((portion, index) => {
    const place = 2 * asked.place + 1 + index
    return { key: asked.key - asked.place + place, portion, place, isPartial: true }
  })
}

/** All answers, in the order of the document; those of a portion that was divided are followed by those about its parts. */
export const answersInOrder = (
  asked: readonly AskedPortion[],
  answers: ReadonlyMap<number, KeptAnswer>,
): KeptAnswer[] =>
  asked.flatMap((one): KeptAnswer[] => {
    const answer = answers.get(one.key)
    if (answer === undefined) return []
    const parts = partsOfPortion(one, answer)
    return [{ ...answer, isDivided: parts.length > 0 }, ...answersInOrder(parts, answers)]
  })
