import type { ReadWord } from '../reading/indexed-reading.ts'
import type { Candidate } from './candidates.ts'

/** The evidence for and against a value on the pages. */
export type Testimony = {
  readonly candidate: Candidate
  readonly value: string | number | boolean | null
  /** The number of places that have the value as well as this one does. */
  readonly places: number
  /** The degree to which a label beside it says what is printed there, 0–1. */
  readonly label: number
  /** The degree to which it fits to the other values of its row, 0–1. */
  readonly closeness: number
  readonly isInRow: boolean
  readonly words: readonly ReadWord[]
}

/** 0–1, that a value which is there is the one that was asked for. */
export const certaintyOf = ({ candidate, value, places, label, closeness, isInRow, words }: Testimony): number => {
  const read = words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length)
  const alone = places <= 1 ? 1 : places <= 3 ? 0.85 : 0.7
  // A short value occurs anywhere; a label tells that it belongs here.
  const length = String(value).length
  const telling = length >= 6 ? 1 : length >= 3 ? 0.9 : 0.75
  const unsupported = alone * telling
  const support = isInRow ? closeness : label
  const placed = unsupported + (1 - unsupported) * support
  const certainty = candidate.strength * read * placed * (isInRow ? 0.7 + 0.3 * closeness : 0.85 + 0.15 * label)
  return Math.round(Math.min(0.99, certainty) * 1000) / 1000
}
