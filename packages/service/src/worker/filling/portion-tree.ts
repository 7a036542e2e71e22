import { halvesOfPortion, type ReadingPortion } from '@polyparse/extraction'
import type { FillingPurpose } from '../../jobs/filling.ts'
import type { KeptAnswer } from './kept-answer.ts'

/** A portion of a document with the key of its answer. One whose answer is cut off is divided in two, and that again. */
export type AskedPortion = {
  readonly key: number
  readonly purpose: FillingPurpose
  readonly portion: ReadingPortion
  /** The place in the binary heap of a portion and its parts; 0 is the whole. */
  readonly place: number
  readonly isPartial: boolean
}

/** The key under which the portions themselves are kept. */
export const keyOfPortions = 1
/** Places of a portion, its halves and theirs. */
const placesOfPortion = 7
const lastDivided = 2

/** A purpose for which the portions of a document are asked about. */
export type AskedPurpose = {
  readonly purpose: FillingPurpose
  /** True if its beginning is enough. */
  readonly isAboutBeginning: boolean
}

/** Each portion with everything that is asked about it, one purpose after the other. */
export const askedPortions = (portions: readonly ReadingPortion[], asking: readonly AskedPurpose[]): AskedPortion[] =>
  asking.flatMap(({ purpose, isAboutBeginning }, round) =>
    portions.slice(0, isAboutBeginning ? 1 : undefined).map((portion, index) => ({
      key: keyOfPortions + 1 + (round * portions.length + index) * placesOfPortion,
      purpose,
      portion,
      place: 0,
      isPartial: portions.length > 1,
    })),
  )

/** The parts that are asked about instead, after an answer that was cut off; none where it is taken as it is. */
export const partsOfPortion = (asked: AskedPortion, { isCut }: Pick<KeptAnswer, 'isCut'>): AskedPortion[] => {
  const halves = isCut && asked.place <= lastDivided ? halvesOfPortion(asked.portion) : null
  return (halves ?? []).map((portion, index) => {
    const place = 2 * asked.place + 1 + index
    return { key: asked.key - asked.place + place, purpose: asked.purpose, portion, place, isPartial: true }
  })
}

/**
 * All answers, in the order of the document; those of a portion that was divided are followed by those about its parts.
 *
 * @param missing returns what replaces the answer about a portion that has none
 */
export const answersInOrder = (
  asked: readonly AskedPortion[],
  answers: ReadonlyMap<number, KeptAnswer>,
  missing: (portion: AskedPortion) => KeptAnswer,
): KeptAnswer[] =>
  asked.flatMap((one): KeptAnswer[] => {
    const answer = answers.get(one.key)
    if (answer === undefined) return [missing(one)]
    const parts = partsOfPortion(one, answer)
    return [{ ...answer, isDivided: parts.length > 0 }, ...answersInOrder(parts, answers, missing)]
  })
