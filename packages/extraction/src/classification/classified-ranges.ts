import { type ClassificationEvidence, type ClassifiedRange, union } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import type { ClassificationLabel } from './labels.ts'
import type { Clue } from './page-evidence.ts'

export type ClassificationOptions = {
  /** The extent of a label: the whole document, or a range of its pages. Default: `document`. */
  readonly by?: 'document' | 'pages' | undefined
}

/** Pages with the place of their label in the request. */
export type DecidedRange = {
  readonly label: number | null
  readonly pages: number[]
  confidence: number
  readonly clues: readonly Clue[]
}

type Given = { readonly labels: readonly ClassificationLabel[]; readonly reading: IndexedReading }

/** A range as callers get it. */
export const toClassifiedRange = (
  { label, pages, confidence, clues }: DecidedRange,
  { labels, reading }: Given,
): ClassifiedRange => {
  if (label === null) return { label: null, pages, confidence: 0, evidence: [] }
  // A name that is also that of a kind is found twice.
  const places = [...new Map(clues.map((clue) => [`${clue.first}-${clue.last}`, clue])).values()]
  const evidence = places.slice(0, maxEvidence).map((clue) => evidenceOf(clue, reading))
  return { label: itemAt(labels, label).name, pages, confidence, evidence }
}

/** Places that are listed for one range. */
const maxEvidence = 5

const evidenceOf = ({ first, last, page }: Clue, { words }: IndexedReading): ClassificationEvidence => {
  const found = words.slice(first, last + 1)
  return {
    page,
    bbox: union(found.flatMap(({ bbox }) => (bbox === null ? [] : [bbox]))),
    text: found.map(({ text }) => text).join(' '),
  }
}
