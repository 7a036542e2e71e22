import type { Block, Page } from '@polyparse/document'
import { pairwise } from '@polyparse/document/items'
import { structureDoubtLimits as limits } from './parameters.ts'
import type { SecondPage } from './second-reading.ts'
import { flowOf, type StructureDoubt } from './structure-doubt.ts'
import { wordsOfDocument } from './words.ts'

/**
 * The texts of a page that the second reading has before the text above them, as it has a text beside another; and dots that lead to
 * nothing, because the number that they lead to is before them. Of a form only running text counts: its labels and values are
 * beside each other in any order.
 */
export const doubtsOfOrder = ({ blocks }: Page, second: SecondPage | undefined, isForm: boolean): StructureDoubt[] => {
  const flow = flowOf(blocks)
  return [
    ...(second === undefined ? [] : textsMovedBy(second, flow, isForm)).map((block) => ({
      block,
      reason: 'another reading has this text before the one above it',
    })),
    ...flow.filter(hasEndlessLeader).map((block) => ({ block, reason: 'a number is before the dots that lead to it' })),
  ]
}

/** The texts that a reading has before the text above them. */
export const textsMovedBy = ({ sequence }: SecondPage, flow: readonly Block[], isForm = false): readonly Block[] => {
  const places = placesOf(sequence)
  const placed = flow.flatMap((block) => {
    if (block.table !== undefined || block.type === 'code') return []
    const words = wordsOfDocument(block.text)
    const isText = words.length >= (isForm ? limits.minWordsInForm : limits.wordsOfPlace)
    const place = isText ? places.get(words.slice(0, limits.wordsOfPlace).join(' ')) : undefined
    return place === undefined || place === null ? [] : [{ block, place }]
  })
  return pairwise(placed).flatMap(([above, below]) => (below.place < above.place ? [below.block] : []))
}

/** The places in a reading of each few words of it; null for those that come again. */
const placesOf = (sequence: readonly string[]): ReadonlyMap<string, number | null> => {
  const places = new Map<string, number | null>()
  for (const index of sequence.keys()) {
    const words = sequence.slice(index, index + limits.wordsOfPlace).join(' ')
    places.set(words, places.has(words) ? null : index)
  }
  return places
}

const hasEndlessLeader = ({ type, text }: Block): boolean => type !== 'code' && /\d\s*\.{5,}$/u.test(text)
